import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createCleanup, openOffice, releasedService } from '../journeys/office.ts';
import { onEachDatabase } from '../postgres.ts';
import { fastClock } from './fast-clock.ts';
import { handIn, hire, recordSubmission } from './front-door.ts';
import { stillOpen, whatIsWrong } from './tally.ts';
import { eachOf, inWhole, patience, until } from './trials.ts';

const day = 86_400_000;
const speed = 40;

/**
 * Leaves all open work leased by a process that died. One table at a time: locking many rows in different orders
 * would deadlock.
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
    // A request that was never sent has no baseline, so it can't be in delivery.
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
  inWhole(
    'a clock that was a day ahead and was set back holds up neither what waits nor what somebody held who died',
    { timeout: patience },
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
