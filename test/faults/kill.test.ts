import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Cleanup, createCleanup, releasedService } from '../journeys/office.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Answer, hire, recordSubmission, submit } from './front-door.ts';
import { type Mortal, mortal, workspaceFor } from './process.ts';
import { stillOpen, whatIsWrong } from './tally.ts';
import { chance, eachOf, patience, trials, until } from './trials.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const requests = trials(500, 20);
const kills = trials(60, 3);
const longestLife = 600;

/** Kills it at random moments, as often as was asked for, and leaves it running. */
async function torment(process: Mortal, random: () => number): Promise<void> {
  while (process.kills() < kills) {
    await new Promise((resolve) => setTimeout(resolve, random() * longestLife));
    await process.kill();
    await process.start();
  }
}

onEachDatabase((fresh) => {
  it(
    `${requests} requests, the process killed with kill -9 ${kills} times: each hire and each headline is there once`,
    async () => {
      const database = await fresh();
      cleanup.later(database.remove);
      const service = await releasedService(cleanup);
      service.setLatency(20);
      const { sandbox, env } = await workspaceFor(cleanup, service, database.url);
      const process = mortal(cleanup, env);
      await process.start();
      sandbox.setRequestUrl(`${process.url()}/slack/events`);
      const recorded = await recordSubmission(sandbox);
      const door = { url: process.url, signingSecret: env.SLACK_SIGNING_SECRET };

      const tormented = torment(process, chance(3));
      let unanswered = 0;
      await eachOf(requests, 12, async (number) => {
        for (let answer: Answer = { acknowledged: false }; !answer.acknowledged; ) {
          answer = await submit(recorded, hire(number), door);
          if (answer.acknowledged) continue;
          // Whoever is told that the app did not respond presses the button again.
          unanswered += 1;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        // So that the requests last as long as the kills.
        await until(() => process.kills() * requests >= (number - 40) * kills, process.kills);
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
      const employees = service.employees();
      expect(process.kills()).toBeGreaterThanOrEqual(kills);
      expect(unanswered).toBeGreaterThan(0);
      expect(await whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees })).toEqual([]);
    },
    patience,
  );
});
