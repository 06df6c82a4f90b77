import { expect, it } from 'vitest';
import { auditLines } from '../../src/bot/ledger/audit/audit.ts';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { channels, openOffice, releasedService } from '../journeys/office.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { fastClock } from './fast-clock.ts';
import { patience } from './trials.ts';

const cleanup = useCleanup();

const title = 'a replica that takes longer than a lease lasts is not taken over from while it lives';

if (postgresUrl) it(title, beSlow, patience);
else if (process.env.TEST_EVERYTHING === '1')
  it(title, () => expect.fail('TEST_POSTGRES_URL is not set, and TEST_EVERYTHING=1 asks for it.'));
else it.skip(`${title} (left out: TEST_POSTGRES_URL is not set)`, () => {});

async function beSlow(): Promise<void> {
  const stored = await freshPostgres();
  cleanup.later(stored.remove);
  const service = await releasedService(cleanup);
  const env = { DATABASE_URL: stored.url };
  // A lease lasts one second; the service takes three.
  const { ines, sandbox, start } = await openOffice(cleanup, { service, env, clock: fastClock(10) });
  await start();
  service.setLatency(3_000);
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('Request saved');
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  const posted = service.requests.filter(({ method, path }) => method === 'POST' && path === '/api/users/');
  expect(posted).toHaveLength(1);
  const database = openDatabase<LedgerTables>(stored.url);
  cleanup.later(database.close);
  const steps: string[] = [];
  for await (const { what } of auditLines(database, { kind: 'newhire' })) steps.push(what);
  expect(steps).toEqual(['accepted', 'delivering', 'done']);
}
