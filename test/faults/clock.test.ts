import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import { demoPeople } from '../../src/service/demo/demo-people.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import type { Fault } from '../contract/released-faults.ts';
import { type Cleanup, createCleanup, openOffice, releasedService } from '../journeys/office.ts';
import { deadlocksIn, onEachDatabase } from '../postgres.ts';
import { type FastClock, fastClock } from './fast-clock.ts';
import { handIn, hire, recordSubmission } from './front-door.ts';
import { stillOpen, whatIsWrong } from './tally.ts';
import { chance, eachOf, inWhole, oneOf, patience, until } from './trials.ts';

const requests = 200;
const day = 86_400_000;
/** How far a clock goes at once: a day and more to either side, an hour, and what a time server corrects. */
const jumps = [day, -day, 3 * day, -3 * day, 3_600_000, -3_600_000, 30_000, -30_000] as const;
const faults: readonly Fault[] = ['error', 'error-after', 'drop-after', 'hang', 'too-many', 'unavailable'];
const speed = 40;

/** A deployment that fails at every third request for as long as it is to. */
async function unreliable(cleanup: Cleanup, random: () => number) {
  const token = 'b'.repeat(40);
  let calm = true;
  const faultFor = (method: string) =>
    calm || method === 'OPTIONS' || random() > 0.3 ? null : oneOf(faults, random);
  const deployment = await startReleasedDeployment({
    token,
    employees: demoPeople,
    sequences: someSequences,
    latency: 2,
    faultFor,
  });
  cleanup.later(deployment.stop);
  return {
    ...deployment,
    token,
    beUnreliable: (yes: boolean) => {
      calm = !yes;
    },
  };
}

/** From now on every clock jumps again and again, each when it likes. */
function jumping(cleanup: Cleanup, clocks: readonly FastClock[], random: () => number) {
  let count = 0;
  const timer = setInterval(() => {
    oneOf(clocks, random).jump(oneOf(jumps, random));
    count += 1;
  }, 60);
  cleanup.later(() => clearInterval(timer));
  return {
    count: () => count,
    end: () => clearInterval(timer),
  };
}

/**
 * As if another process had taken everything that is open, by a clock like ours, and had died. A table at a time: two
 * who change many rows in different orders would wait for each other.
 */
async function dieHolding(url: string, until: Date) {
  const { db, kind, close } = openDatabase<LedgerTables>(url);
  const alone = (table: 'requests' | 'messages', work: (tx: Transaction<LedgerTables>) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      if (kind === 'postgres') await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
      await work(tx);
    });
  const lease = { lease_holder: 'a dead one', lease_until: until.toISOString() };
  await alone('requests', async (tx) => {
    const requests = tx.updateTable('requests').where('ended_at', 'is', null);
    await requests.set(lease).execute();
    // What was never sent has no ids from before: nobody can have been sending it.
    await requests.set({ state: 'delivering' }).where('baseline', 'is not', null).execute();
  });
  await alone('messages', async (tx) => {
    const messages = tx.updateTable('messages').set({ state: 'sending', ...lease });
    await messages.where('state', 'in', ['pending', 'sending']).execute();
  });
  await close();
}

async function untilNothingIsOpen(url: string) {
  const isOver = async () => {
    const open = await stillOpen(url);
    return open.requests.length === 0 && open.messages.length === 0;
  };
  await until(isOver, () => stillOpen(url), patience * 0.8);
}

onEachDatabase((fresh) => {
  // At the same time: most of it is waiting.
  inWhole.concurrent(
    `${requests} hires, with clocks that jump by days and an API that fails: each is made once and told once`,
    {
      timeout: patience,
    },
    async ({ onTestFinished }) => {
      const cleanup = createCleanup();
      onTestFinished(cleanup.now);
      const database = await fresh();
      cleanup.later(database.remove);
      const service = await unreliable(cleanup, chance(11));
      const clocks = [fastClock(speed)];
      const office = await openOffice(cleanup, {
        mode: 'http',
        service,
        env: { DATABASE_URL: database.url },
        clock: clocks[0] as FastClock,
        limits: { readTimeout: 250, writeTimeout: 250 },
      });
      const urls = [office.bot.url];
      // SQLite is for one process. The others have clocks of their own.
      while (database.url.startsWith('postgres') && urls.length < 3) {
        const clock = fastClock(speed);
        clocks.push(clock);
        const config = readBotConfig(office.environment, () => '');
        const limits = { readTimeout: 250, writeTimeout: 250 };
        const replica = await startFromConfig(config, silentLog(), clock, limits);
        cleanup.later(replica.stop);
        await replica.directory.refresh();
        urls.push(replica.url);
      }
      const { sandbox } = office;
      const recorded = await recordSubmission(sandbox);
      const random = chance(13);
      const door = { url: () => oneOf(urls, random), signingSecret: sandbox.signingSecret };
      const moves = jumping(cleanup, clocks, random);
      service.beUnreliable(true);
      await eachOf(requests, 4, async (number) => {
        await handIn(recorded, hire(number), door);
      });
      // All of it comes to an end while they still jump; that they stop is not what ends it.
      await untilNothingIsOpen(database.url);
      moves.end();
      const hires = Array.from({ length: requests }, (_, number) => hire(number));
      const employees = service.employees();
      expect(await whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees })).toEqual([]);
      expect(moves.count()).toBeGreaterThan(5);
      expect(await deadlocksIn(database.url)).toBe(0);
    },
  );

  inWhole.concurrent(
    'a clock that was a day ahead and was set back holds up neither what waits nor what somebody held who died',
    {
      timeout: patience,
    },
    async ({ onTestFinished }) => {
      const cleanup = createCleanup();
      onTestFinished(cleanup.now);
      const database = await fresh();
      cleanup.later(database.remove);
      const service = await releasedService(cleanup);
      const clock = fastClock(speed);
      clock.jump(day);
      const env = { DATABASE_URL: database.url };
      const office = await openOffice(cleanup, { mode: 'http', service, env, clock });
      const { sandbox } = office;
      const recorded = await recordSubmission(sandbox);
      const door = { url: () => office.bot.url, signingSecret: sandbox.signingSecret };
      service.failNext('/api/users/', 'too-many', 3);
      service.failNext('/api/users/', 'error-after', 3);
      sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: day, times: 3 });
      const few = 6;
      await eachOf(few, 2, async (number) => {
        await handIn(recorded, hire(number), door);
      });
      await dieHolding(database.url, new Date(clock.now().getTime() + 10_000));
      clock.jump(-day);
      await untilNothingIsOpen(database.url);
      const hires = Array.from({ length: few }, (_, number) => hire(number));
      const employees = service.employees();
      expect(await whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees })).toEqual([]);
    },
  );
});
