import { expect } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Cleanup, channels } from '../journeys/office.ts';
import { inWhole } from '../journeys/world.ts';
import { onEachDatabase } from '../postgres.ts';
import { openReleased } from './stage.ts';
import { untilNothingIsOpen } from './tally.ts';
import { chance, eachOf, oneOf, patience, trials } from './trials.ts';

const requests = trials(120, 40);

type Fault = Parameters<Sandbox['addFault']>[0];

const faults: readonly Omit<Fault, 'target'>[] = [
  { kind: 'ratelimited' },
  ...(['before', 'after'] as const).flatMap((when): Omit<Fault, 'target'>[] => [
    { kind: 'error', when },
    { kind: 'error', when, status: 408 },
    { kind: 'not json', when },
    { kind: 'empty', when },
    { kind: 'reset', when },
    { kind: 'hang', when },
  ]),
];

const targets = [
  'chat.postMessage',
  'chat.postMessage',
  'chat.postMessage',
  'conversations.history',
  'conversations.join',
];

function troubled(cleanup: Cleanup, sandbox: Sandbox, random: () => number) {
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
    `${requests} hires, with a Slack that fails before or after it has posted: each message arrives, once`,
    async ({ cleanup }) => {
      const office = await openReleased(cleanup, fresh, { speed: 40, limits: { slackTimeout: 250 } });
      // Only channel members can check whether a message exists.
      office.sandbox.changeChannel(channels.hires, { hasApp: false });
      const trouble = troubled(cleanup, office.sandbox, chance(7));
      await eachOf(requests, 4, async (number) => void (await office.add(number)));
      await untilNothingIsOpen(office.databaseUrl, undefined, requests / 10 - 1);
      trouble.calm();
      await office.expectEachOnce(requests);
      expect(trouble.struck()).toBeGreaterThan(requests / 10);
    },
    patience,
  );
});
