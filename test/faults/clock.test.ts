import { sql, type Transaction } from 'kysely';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../journeys/world.ts';
import { onEachDatabase } from '../postgres.ts';
import { openReleased } from './stage.ts';
import { eachOf, patience } from './trials.ts';

const day = 86_400_000;
const speed = 40;

/** Leaves all open work leased by a process that died. */
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

onEachDatabase((fresh) => {
  inWhole(
    'a clock that was a day ahead and was set back delays neither waiting work nor the work of a dead process',
    { timeout: patience },
    async ({ cleanup }) => {
      const clock = testClock({ speed });
      clock.jump(day);
      const office = await openReleased(cleanup, fresh, { clock });
      const { service, sandbox } = office;
      service.failNext('/api/users/', 'too-many', 3);
      service.failNext('/api/users/', 'error-after', 3);
      sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: day, times: 3 });
      const few = 6;
      await eachOf(few, 2, async (number) => void (await office.add(number)));
      await dieHolding(office.databaseUrl, new Date(clock.now().getTime() + 10_000));
      clock.jump(-day);
      await office.expectEachOnce(few, patience * 0.8);
    },
  );
});
