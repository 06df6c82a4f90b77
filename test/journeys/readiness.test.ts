import { sql } from 'kysely';
import { expect } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { type Database, openDatabase } from '../../src/database/open.ts';
import { testClock } from '../clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { releasedService } from './office.ts';
import { it } from './world.ts';

const service = releasedService;

async function readiness(url: string) {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, await answer.json()];
}

const isReady = [200, { status: 'ok' }];
const unavailable = (words: string) => [
  503,
  { status: 'unavailable', trouble: expect.stringContaining(words) },
];

it('stays ready and stores requests while the service is away, not without Slack', async ({ open }) => {
  const office = await open({ service, clock: testClock({ speed: 10 }) });
  const { bot } = office;
  expect(await readiness(bot.url)).toEqual(isReady);
  await office.service.stop();
  await office.hire({ fields: {}, page: 'Request saved' });
  const trouble = expect.stringContaining('onboarding service');
  await expect.poll(() => readiness(bot.url)).toEqual([200, { status: 'held up', trouble }]);
  expect(await bot.ledger.list(1)).toMatchObject([{ subject: 'jane@acme.example', state: 'pending' }]);
  await office.sandbox.stop();
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
  it('is ready only while the database can be written', async ({ open, cleanup }) => {
    const env = { DATABASE_URL: (await fresh()).url };
    const { bot } = await open({ mode: 'http', service, env, clock: testClock({ speed: 10 }) });
    const other = openDatabase<LedgerTables>(env.DATABASE_URL);
    cleanup.later(other.close);
    const release = await withhold(other);
    expect(await readiness(bot.url)).toEqual(unavailable('database'));
    await release();
    await expect.poll(() => readiness(bot.url)).toEqual(isReady);
  });
});
