import { expect } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { useCleanup } from '../cleanup.ts';
import { channels, openOffice, releasedService } from '../journeys/office.ts';
import { onEachDatabase } from '../postgres.ts';
import { fastClock } from './fast-clock.ts';
import { handIn, hire, recordSubmission } from './front-door.ts';
import { stillOpen, whatIsWrong } from './tally.ts';
import { chance, eachOf, inWhole, oneOf, patience, trials, until } from './trials.ts';

const cleanup = useCleanup();

const requests = trials(120, 40);

type Fault = Parameters<Sandbox['addFault']>[0];

const faults: readonly Omit<Fault, 'target'>[] = [
  { kind: 'ratelimited' },
  { kind: 'error', when: 'before' },
  { kind: 'error', when: 'after' },
  { kind: 'error', when: 'before', status: 408 },
  { kind: 'error', when: 'after', status: 408 },
  { kind: 'not json', when: 'before' },
  { kind: 'not json', when: 'after' },
  { kind: 'empty', when: 'before' },
  { kind: 'empty', when: 'after' },
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'hang', when: 'before' },
  { kind: 'hang', when: 'after' },
];

const targets = [
  'chat.postMessage',
  'chat.postMessage',
  'chat.postMessage',
  'conversations.history',
  'conversations.join',
];

/** Slack that fails every third message and lookup while it is troubled. */
function troubled(sandbox: Sandbox, random: () => number) {
  let struck = 0;
  const timer = setInterval(() => {
    sandbox.clearFaults();
    if (random() > 0.6) return;
    sandbox.addFault({ ...oneOf(faults, random), target: oneOf(targets, random) });
    struck += 1;
  }, 15);
  cleanup.later(() => clearInterval(timer));
  return {
    struck: () => struck,
    calm() {
      clearInterval(timer);
      sandbox.clearFaults();
    },
  };
}

onEachDatabase((fresh) => {
  inWhole(
    `${requests} hires, with a Slack that fails before or after it has posted: nobody is told twice, nobody is forgotten`,
    async () => {
      const database = await fresh();
      cleanup.later(database.remove);
      const service = await releasedService(cleanup);
      const office = await openOffice(cleanup, {
        mode: 'http',
        service,
        env: { DATABASE_URL: database.url },
        clock: fastClock(40),
        limits: { slackTimeout: 250 },
      });
      const { sandbox } = office;
      // Only channel members can check whether a message exists.
      sandbox.changeChannel(channels.hires, { hasApp: false });
      const recorded = await recordSubmission(sandbox);
      const door = { url: () => office.bot.url, signingSecret: sandbox.signingSecret };
      const trouble = troubled(sandbox, chance(7));
      await eachOf(requests, 4, async (number) => {
        await handIn(recorded, hire(number), door);
      });
      await until(
        async () => {
          const open = await stillOpen(database.url);
          if (open.requests.length === 0 && open.messages.length < requests / 10) trouble.calm();
          return open.requests.length === 0 && open.messages.length === 0;
        },
        () => stillOpen(database.url),
      );
      const hires = Array.from({ length: requests }, (_, number) => hire(number));
      const employees = service.employees();
      expect(await whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees })).toEqual([]);
      expect(trouble.struck()).toBeGreaterThan(requests / 10);
    },
    patience,
  );
});
