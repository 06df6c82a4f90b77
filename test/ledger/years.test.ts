import { expect, it } from 'vitest';
import { startRetention } from '../../src/bot/ledger/tables/retention.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { type AnySchema, copyDatabase } from '../../src/database/copy.ts';
import { openMigrated } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import { noTelemetry } from '../../src/telemetry/telemetry.ts';
import { systemClock } from '../../src/time/clock.ts';
import { useCleanup } from '../cleanup.ts';
import { freshSqlite, onEachDatabase } from '../postgres.ts';
import { fillYears } from './years.ts';

const cleanup = useCleanup();

/** One request per half hour: almost three weeks. */
const many = 1_000;
const laptops = { kind: 'laptop', payload: { person: 'somebody', model: '14 inches' } };
const day = 86_400_000;

async function filled(url: string) {
  const database = await openMigrated<BotTables>(url, migrations);
  cleanup.later(database.close);
  await fillYears(database, many, laptops, new Date(Date.now() - 60_000));
  return database;
}

onEachDatabase((fresh) => {
  it('forgets all that is old enough in one turn, step by step, and nothing else', async () => {
    const { url } = await fresh();
    const database = await filled(url);
    const { db } = database;
    const started = Date.now();
    const cleaning = startRetention({
      database,
      clock: systemClock,
      log: silentLog(),
      keptFor: { details: 5, audit: 15 },
      also: [],
      telemetry: noTelemetry,
    });
    await cleaning.turnNow();
    await cleaning.stop();
    const before = (days: number) => new Date(started - days * day).toISOString();
    const left = await db
      .selectFrom('requests')
      .select(['id', 'ended_at', 'forgotten_at', 'payload'])
      .execute();
    const isForgotten = ({ forgotten_at }: { forgotten_at: string | null }) => forgotten_at !== null;
    expect(left.filter(({ ended_at }) => (ended_at ?? '') < before(15))).toEqual([]);
    expect(left.filter((row) => !isForgotten(row) && (row.ended_at ?? '') < before(5))).toEqual([]);
    expect(left.filter((row) => isForgotten(row) && (row.ended_at ?? '') > before(5))).toEqual([]);
    expect(left.length).toBe(15 * 48);
    expect(left.filter(isForgotten).length).toBe(10 * 48);
    const told = await db.selectFrom('messages').select('request_id').execute();
    expect(told.length).toBe(5 * 48);
    const audited = await db.selectFrom('audit_events').select('request_id').execute();
    expect(audited.length).toBe(15 * 48);
  });

  it('are copied whole into another database', async () => {
    const source = await freshSqlite();
    cleanup.later(source.remove);
    const { url } = await fresh();
    await (await filled(source.url)).close();
    const from = await openMigrated<AnySchema>(source.url, migrations);
    const to = await openMigrated<AnySchema>(url, migrations);
    cleanup.later(from.close);
    cleanup.later(to.close);
    const options = { first: ['requests'], prefilled: ['circuit_breaker'], onProgress: () => {} };
    expect(await copyDatabase(from, to, options)).toMatchObject({ requests: many, audit_events: many });
    for (const table of ['requests', 'messages', 'audit_events']) {
      const rows = (database: typeof from) => database.db.selectFrom(table).selectAll().execute();
      const byId = (one: { id?: unknown }, other: { id?: unknown }) =>
        String(one.id) < String(other.id) ? -1 : 1;
      expect((await rows(to)).sort(byId)).toEqual((await rows(from)).sort(byId));
    }
  });
});
