import { CompiledQuery, sql } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Ledger } from '../../src/bot/ledger/ledger.ts';
import { addRows } from '../../src/bot/ledger/tables/sql.ts';
import { forgetEvents } from '../../src/bot/ledger/webhooks/webhooks.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { type Database, migrate } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole, trials } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { order } from './laptop.ts';
import { recordingDatabase } from './recording-database.ts';
import { openTrial } from './trial-ledger.ts';
import { fillYears } from './years.ts';

const grows = /^(requests|messages|audit_events|request_names|request_people|webhook_events)$/;

/** Partial indexes that stay small however large the table is: open, held or waiting rows. */
const small = /_(open|leased|aside|subject|asked|blocked|at_once)$/;

const SqliteStep = z.object({ detail: z.string() });

interface PostgresNode {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  Plans?: PostgresNode[] | undefined;
}
const PostgresNode: z.ZodType<PostgresNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(PostgresNode).optional();
  },
});
const PostgresPlan = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: PostgresNode })) });

/** Tables that a query scans, from the database's own `explain`. */
async function tablesReadWhole({ db, kind }: Database<BotTables>, { sql, parameters }: CompiledQuery) {
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain (format json)';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
  if (kind === 'sqlite') return rows.flatMap((row) => readWhole(SqliteStep.parse(row).detail, sql));
  return rows.flatMap((row) => PostgresPlan.parse(row)['QUERY PLAN'].flatMap(({ Plan }) => scansIn(Plan)));
}

/**
 * Walking along an index reads the whole table unless a limit ends it. A limit doesn't help a search for a
 * person's own rows, of which there may be none.
 */
function readWhole(step: string, sql: string): string[] {
  const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
  const isBounded =
    index !== undefined && (small.test(index) || (/\blimit\b/i.test(sql) && !/requester"? = /.test(sql)));
  return grows.test(table) && !isBounded ? [table] : [];
}

function scansIn(node: PostgresNode): string[] {
  const table = node['Relation Name'] ?? '';
  const own = node['Node Type'] === 'Seq Scan' && grows.test(table) ? [table] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}

const cleanup = useCleanup();

const postEvent = async () => ({ kind: 'failed', answer: '503' }) as const;

const many = trials(100_000, 20_000);

/** All lists with pages in App Home: of everything, of a person with many requests, and of one with none. */
async function lookThroughLists(ledger: Ledger, id: string): Promise<void> {
  const place = { createdAt: '2026-01-01T00:00:00.000Z', id: 'R-5' };
  const known = [{ email: 'u7@acme.example' }, { employee: 7 }];
  for (const own of [undefined, { userId: 'U7', known }, { userId: 'U0NOBODY', known: [] }]) {
    for (const towards of ['later', 'earlier'] as const)
      await ledger.timeline({ place: { day: '2026-01-01', id: '' }, towards, limit: 20, own });
    for (const name of [undefined, 'Somebody', 'some nr9', 'nr99999'])
      for (const from of [undefined, place]) await ledger.search({ name, place: from, limit: 20, own });
  }
  await ledger.happened(id, 20);
  const request = await ledger.find(id);
  if (request) await ledger.messagesAbout(request, 20);
  await ledger.approvalOf(id);
  await ledger.awaitingApproval();
  await ledger.writtenAt(id, 'requester');
}

/** Two systems: one takes events, for years, and one is away while events wait for it. */
async function fillEvents({ db }: Database<BotTables>, ended: number, waiting: number): Promise<void> {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const since = { since: at, done_since: at, overdue_since: at };
  const set = { types: '["hire.added"]', with_names: 1, is_fixed: 0, ...since, set_by: 'U1', set_at: at };
  const endpoint = { ...set, url: 'https://other.example', sealed_secrets: '' };
  const ids = ['there', 'away'];
  await addRows(
    db as never,
    'webhook_endpoints',
    ids.map((id) => ({ ...endpoint, id, failures: id === 'away' ? 5 : 0 })),
  );
  const row = { type: 'hire.added', data: '{}', at, since: at, due_at: at, attempts: 0, confidential: 0 };
  const eventsOf = (id: string, state: string, count: number) =>
    Array.from({ length: count }, (_, number) => ({
      ...{ ...row, endpoint: id, state, event: `evt_${state}_${number}`, person: `person.${number >> 1}` },
      request_id: `R-${number}`,
    }));
  await addRows(db as never, 'webhook_events', eventsOf('there', 'delivered', ended));
  await addRows(db as never, 'webhook_events', eventsOf('away', 'pending', waiting));
}

/** Proposes a person from outside, twice, and declines and takes the proposal. */
async function propose(ledger: Ledger): Promise<void> {
  const { kind, ...one } = order(1_000_001);
  const listed = (highest: number) => ({
    kind,
    service: 'https://service.example',
    highest,
    newerThan: (id: number) =>
      id < highest ? [{ id: highest, subject: one.payload.person, proposal: one }] : [],
  });
  const words = { imported: () => [] };
  await ledger.compareList(listed(1_000_000), words);
  await ledger.compareList(listed(1_000_001), words);
  await ledger.propose({ ...one, kind, source: 'https://service.example', key: '1000001' });
  const [proposal] = await ledger.proposed(kind, 20);
  await ledger.dismiss(proposal?.id ?? '', 'U1');
  await ledger.submit({ ...one, kind, proposal: proposal?.id });
}

onEachDatabase((fresh) => {
  inWhole(`finds everything by an index among ${many} requests`, { timeout: 120_000 }, async () => {
    const { url } = await fresh();
    const asked = new Map<string, CompiledQuery>();
    let isRecording = false;
    const database = recordingDatabase(url, (query) => {
      if (isRecording && /^(select|update|delete|with)\b/i.test(query.sql)) asked.set(query.sql, query);
    });
    await migrate(database.db, migrations(database.kind));
    await fillYears(database, many, {
      kind: 'laptop',
      payload: { person: 'somebody', model: '14 inches' },
    });
    await fillEvents(database, many / 2, many / 10);
    if (database.kind === 'postgres') await sql`analyze`.execute(database.db);
    const clock = testClock({ speed: 60 });
    isRecording = true;
    const { ledger, stop } = await openTrial(cleanup, url, { database, clock, postEvent });
    const began = clock.now();
    const { accepted } = await ledger.submit(order(1));
    const id = 'request' in accepted ? accepted.request.id : '';
    if ('request' in accepted) await ledger.aboutPersonOf(accepted.request);
    await ledger.submit(order(2));
    await ledger.submit(order(1));
    await expect.poll(async () => (await ledger.find(id))?.state).toBe('done');
    const limits = { open: 10, declined: 10, declinedSince: new Date('2026-01-01') };
    for (const userId of [undefined, 'U7', 'U0NOBODY']) await ledger.overview(limits, userId);
    await lookThroughLists(ledger, id);
    await ledger.newestDone('laptop', 'person.10');
    await ledger.isSubmitted('F-1');
    await ledger.findSubmitted('F-1');
    await ledger.findOpen('laptop', 'person.10');
    await ledger.countStarted('laptop', 'U7', new Date('2026-01-01'));
    await ledger.webhooks.emit([{ key: '1', type: 'hire.added', person: 'person.1', data: {} }]);
    for (const endpoint of ['there', 'away']) await ledger.webhooks.stateOf(endpoint);
    await ledger.webhooks.again('there');
    await ledger.webhooks.known(['evt_1']);
    await forgetEvents(database.db as never, 100, clock.now());
    await ledger.list(20);
    await propose(ledger);
    await ledger.aside.count();
    await ledger.backlog();
    await ledger.blockedChannels();
    await ledger.cancel(id, 'U1');
    await ledger.retry(id, 'U1');
    // The clean-up begins a minute after the start.
    await expect.poll(() => clock.now().getTime() - began.getTime()).toBeGreaterThan(3 * 60_000);
    isRecording = false;
    const slow: string[] = [];
    for (const query of asked.values())
      for (const table of await tablesReadWhole(database, query)) slow.push(`${table}: ${query.sql}`);
    expect(asked.size).toBeGreaterThan(30);
    expect(slow).toEqual([]);
    await stop();
  });
});
