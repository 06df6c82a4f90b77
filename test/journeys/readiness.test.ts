import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { type Database, openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

async function readiness(url: string) {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, await answer.json()];
}

const unavailable = (words: string) => [
  503,
  { status: 'unavailable', trouble: expect.stringContaining(words) },
];

it('stays ready while the service is away, says so, and writes down what is handed in', async () => {
  const service = await releasedService(cleanup);
  const { bot, ines } = await openOffice(cleanup, { service, clock: testClock({ speed: 10 }) });
  expect(await readiness(bot.url)).toEqual([200, { status: 'ok' }]);
  await service.stop();
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.send('Request saved');
  const trouble = expect.stringContaining('onboarding service');
  await expect.poll(() => readiness(bot.url)).toEqual([200, { status: 'held up', trouble }]);
  expect(await bot.ledger.list(1)).toMatchObject([{ subject: 'jane@acme.example', state: 'pending' }]);
});

it('is not ready while the connection to Slack is down', async () => {
  const { bot, sandbox } = await openOffice(cleanup, { service: await releasedService(cleanup) });
  expect(await readiness(bot.url)).toEqual([200, { status: 'ok' }]);
  await sandbox.stop();
  await expect.poll(() => readiness(bot.url)).toEqual(unavailable('Slack'));
});

/** Blocks all writes: on SQLite with an error, like a full disk; on PostgreSQL with a lock that writers wait for. */
async function withhold({ db, kind }: Database<LedgerTables>): Promise<() => Promise<unknown>> {
  if (kind === 'sqlite') {
    await sql`create trigger full before update on circuit_breaker begin select raise(abort, 'full'); end`.execute(
      db,
    );
    return () => sql`drop trigger full`.execute(db);
  }
  const held = await db.startTransaction().execute();
  await held.updateTable('circuit_breaker').set({ id: 1 }).execute();
  return () => held.rollback().execute();
}

onEachDatabase((fresh) => {
  it('is not ready while the database cannot be written, and is again when it can', async () => {
    const database = await fresh();
    cleanup.later(database.remove);
    const env = { DATABASE_URL: database.url };
    const service = await releasedService(cleanup);
    const { bot } = await openOffice(cleanup, {
      mode: 'http',
      service,
      env,
      clock: testClock({ speed: 10 }),
    });
    const other = openDatabase<LedgerTables>(database.url);
    cleanup.later(other.close);
    const release = await withhold(other);
    expect(await readiness(bot.url)).toEqual(unavailable('database'));
    await release();
    await expect.poll(() => readiness(bot.url)).toEqual([200, { status: 'ok' }]);
  });
});
