import { expect } from 'vitest';
import { type Cleanup, ourService, releasedService } from '../journeys/office.ts';
import { it } from '../journeys/world.ts';
import { type Fresh, onEachDatabase } from '../postgres.ts';
import { hire, hires, pressUntilAcknowledged, recordSubmission, submit } from './front-door.ts';
import { startMortals } from './process.ts';
import { untilNothingIsOpen, whatIsWrong } from './tally.ts';
import { chance, eachOf, patience, some, trials, until } from './trials.ts';

interface Trial {
  behind: string;
  requests: number;
  kills: number;
  open: typeof released | typeof ours;
}

async function released(cleanup: Cleanup) {
  const service = await releasedService(cleanup);
  service.setLatency(20);
  return { ...service, people: async () => service.employees() };
}

async function ours(cleanup: Cleanup, fresh: Fresh) {
  const service = await ourService(cleanup, (await fresh()).url);
  return { ...service, people: service.operator.listUsers };
}

const trialsOf: readonly Trial[] = [
  { behind: 'a released deployment', requests: trials(120, 8), kills: trials(15, 1), open: released },
  { behind: 'our own service', requests: 50, kills: 5, open: ours },
];

// Concurrent, since most of the time is spent waiting for leases to expire.
onEachDatabase((fresh) => {
  it.concurrent.for(some(trialsOf, 1))(
    '$requests requests to $behind, the process killed with kill -9 $kills times: ' +
      'each hire and each headline is there once',
    { timeout: patience },
    async ({ requests, kills, open }, { cleanup }) => {
      const service = await open(cleanup, fresh);
      const { url: databaseUrl } = await fresh();
      const { sandbox, door, ...process } = await startMortals(cleanup, service, databaseUrl, 1);
      const recorded = await recordSubmission(sandbox);
      const random = chance(3);
      const tormented = process.torment(kills, () => random() * 600);
      let unanswered = 0;
      await eachOf(requests, Math.min(12, requests / 4), async (number) => {
        const first = await submit(recorded, hire(number), door);
        if (!first.acknowledged) {
          unanswered += 1;
          await pressUntilAcknowledged(recorded, hire(number), door);
        }
        // Spread the requests over all kills.
        await until(() => process.kills() * requests >= (number - requests / 12) * kills, process.kills);
      });
      await tormented;
      await untilNothingIsOpen(databaseUrl);
      expect(process.kills()).toBeGreaterThanOrEqual(kills);
      expect(unanswered).toBeGreaterThan(0);
      const employees = await service.people();
      expect(await whatIsWrong(hires(requests), { databaseUrl, sandbox, employees })).toEqual([]);
    },
  );
});
