import { expect, it } from 'vitest';
import { type Cleanup, createCleanup, releasedService } from '../journeys/office.ts';
import { type FreshDatabase, onEachDatabase } from '../postgres.ts';
import { type Answer, hire, recordSubmission, submit } from './front-door.ts';
import { ownService, type Peer } from './own-service.ts';
import { type Mortal, mortal, workspaceFor } from './process.ts';
import { stillOpen, whatIsWrong } from './tally.ts';
import { chance, eachOf, isWhole, patience, trials, until } from './trials.ts';

const longestLife = 600;

/** Kills the process `kills` times at random moments and leaves it running. */
async function torment(process: Mortal, kills: number, random: () => number): Promise<void> {
  while (process.kills() < kills) {
    await new Promise((resolve) => setTimeout(resolve, random() * longestLife));
    await process.kill();
    await process.start();
  }
}

interface Trial {
  behind: string;
  requests: number;
  kills: number;
  open(cleanup: Cleanup, fresh: () => Promise<FreshDatabase>): Promise<Peer>;
}

const againstReleased: Trial = {
  behind: 'a released deployment',
  requests: trials(120, 8),
  kills: trials(15, 1),
  async open(cleanup) {
    const service = await releasedService(cleanup);
    service.setLatency(20);
    return { ...service, people: async () => service.employees() };
  },
};

const againstOwn: Trial = {
  behind: 'our own service',
  requests: 50,
  kills: 5,
  open: ownService,
};

onEachDatabase((fresh) => {
  // Concurrent, since most of the time is spent waiting for leases to expire.
  it.concurrent.for(isWhole ? [againstReleased, againstOwn] : [againstReleased])(
    '$requests requests to $behind, the process killed with kill -9 $kills times: ' +
      'each hire and each headline is there once',
    { timeout: patience },
    async ({ requests, kills, open }, { onTestFinished }) => {
      const cleanup = createCleanup();
      onTestFinished(cleanup.now);
      const database = await fresh();
      cleanup.later(database.remove);
      const service = await open(cleanup, fresh);
      const { sandbox, env } = await workspaceFor(cleanup, service, database.url);
      const process = mortal(cleanup, env);
      await process.start();
      sandbox.setRequestUrl(`${process.url()}/slack/events`);
      const recorded = await recordSubmission(sandbox);
      const door = { url: process.url, signingSecret: env.SLACK_SIGNING_SECRET };

      const tormented = torment(process, kills, chance(3));
      let unanswered = 0;
      await eachOf(requests, Math.min(12, requests / 4), async (number) => {
        for (let answer: Answer = { acknowledged: false }; !answer.acknowledged; ) {
          answer = await submit(recorded, hire(number), door);
          if (answer.acknowledged) continue;
          // People press again when Slack says that the app didn't respond.
          unanswered += 1;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        // Spread the requests over all kills.
        await until(() => process.kills() * requests >= (number - requests / 12) * kills, process.kills);
      });
      await tormented;
      await until(
        async () => {
          const open = await stillOpen(database.url);
          return open.requests.length === 0 && open.messages.length === 0;
        },
        () => stillOpen(database.url),
      );
      const hires = Array.from({ length: requests }, (_, number) => hire(number));
      const employees = await service.people();
      expect(process.kills()).toBeGreaterThanOrEqual(kills);
      expect(unanswered).toBeGreaterThan(0);
      expect(await whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees })).toEqual([]);
    },
  );
});
