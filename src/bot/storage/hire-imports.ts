import { z } from 'zod';
import { type Database, transactAgain } from '../../database/open.ts';
import {
  changedRows,
  chunks,
  countRows,
  findRow,
  integer,
  key,
  type TablesOf,
  table,
  tableWith,
  text,
  textOrNull,
} from '../../database/table.ts';
import { parsedJson } from '../../json.ts';
import type { LedgerTables } from '../ledger/tables/schema.ts';
import { isOpen } from '../ledger/tables/sql.ts';
import { claimedUntil, isFree } from './claims.ts';

/** `draft`: shown, but not started. `ended`: nothing is left to add. */
const State = z.enum(['draft', 'running', 'paused', 'cancelled']);
type State = z.infer<typeof State>;

export const hireImportTables = {
  hire_imports: table({
    id: key,
    owner: text,
    state: text,
    /** Number of presses so far, so that each has its own message. */
    version: integer,
    /** JSON of the table. */
    content: text,
    /** JSON of what a person chose for the whole table. */
    choices: text,
    created_at: text,
    /** When nothing was left to add; null before. */
    ended_at: textOrNull,
    /** Progress that the newest update has; empty once the message is posted. */
    told: textOrNull,
    told_at: textOrNull,
  }),
  hire_import_rows: tableWith(
    { key: ['import_id', 'number'] },
    {
      import_id: text,
      /** Line in the table. */
      number: integer,
      /** `waiting`, `sent`, `refused`; `left_out` before the start. */
      state: text,
      /** JSON of the request; null for a row that was left out. */
      request: textOrNull,
      request_id: textOrNull,
      /** JSON with the reasons why it isn't added. */
      reasons: textOrNull,
      claimed_until: textOrNull,
    },
  ),
};
export type HireImportTables = TablesOf<typeof hireImportTables>;

export type HireImport = ReturnType<typeof toImport>;

interface NewRow {
  number: number;
  request?: object;
  reasons?: readonly string[];
}

/** A claimed row with its request, or with the reasons why there is none; with neither it waits again. */
export interface SettledRow {
  number: number;
  requestId?: string;
  reasons?: readonly string[];
}

/** Retention after the start, in milliseconds. A running import is kept. */
const keptFor = 30 * 86_400_000;
/** Time after which another process takes a row that was claimed, in milliseconds. */
const claimLasts = 30_000;
const mostOpen = 100;
/** Rows whose pace is an estimate for the rest. */
const [leastTimed, mostTimed] = [5, 50];
const head = ['id', 'owner', 'state', 'version', 'ended_at', 'told', 'told_at'] as const;
/** States of a request that has ended. */
const ended = ['done', 'rejected', 'cancelled'];

type Tables = HireImportTables & Pick<LedgerTables, 'requests'>;

export type HireImports = ReturnType<typeof createHireImports>;
export type Counts = Awaited<ReturnType<HireImports['counts']>>;

export function createHireImports({ db, kind }: Database<Tables>, now: () => Date) {
  function inState(id: string, states: readonly State[]) {
    return inAny(states).where('id', '=', id);
  }

  function inAny(states: readonly State[]) {
    return db.updateTable('hire_imports').where('state', 'in', states).where('ended_at', 'is', null);
  }

  return {
    async find(id: string): Promise<HireImport | undefined> {
      const row = await db.selectFrom('hire_imports').select(head).where('id', '=', id).executeTakeFirst();
      return row && toImport(row);
    },
    /** With the table and what a person chose for it, which can be large. */
    async findWhole(id: string) {
      const row = await findRow(db, 'hire_imports', { id });
      return row && { ...toImport(row), content: parsedJson(row.content), choices: parsedJson(row.choices) };
    },
    async create(id: string, owner: string, content: object, choices: object): Promise<void> {
      const values = { content: JSON.stringify(content), choices: JSON.stringify(choices) };
      const row = { id, owner, state: 'draft', version: 0, ...values, created_at: now().toISOString() };
      await db.insertInto('hire_imports').values(row).execute();
    },
    async choose(id: string, choices: object): Promise<void> {
      await inState(id, ['draft'])
        .set({ choices: JSON.stringify(choices) })
        .execute();
    },
    /** Starts it, with all its rows. @returns false if it was started before */
    begin: (id: string, rows: readonly NewRow[]): Promise<boolean> =>
      transactAgain(db, async (tx) => {
        const own = tx.updateTable('hire_imports').where('id', '=', id).where('state', '=', 'draft');
        if ((await changedRows(own.set({ state: 'running' }))) === 0) return false;
        for (const some of chunks(rows.map((row) => toRow(id, row))))
          await tx.insertInto('hire_import_rows').values(some).execute();
        return true;
      }),
    /** @returns false if it was in none of these states */
    async change(id: string, from: readonly State[], state: State): Promise<boolean> {
      const changed = inState(id, from).set((row) => ({ state, version: row('version', '+', 1) }));
      return (await changedRows(changed)) > 0;
    },
    /** Imports that were started and haven't ended: first those that run. */
    async open(): Promise<HireImport[]> {
      const started = db.selectFrom('hire_imports').select(head).where('state', '<>', 'draft');
      const open = started.where('ended_at', 'is', null).orderBy('state', 'desc').orderBy('created_at');
      const rows = await open.limit(mostOpen).execute();
      return rows.map(toImport);
    },
    /**
     * Rows that no process holds, `limit` at most. An import that isn't running gives only rows that a process had
     * begun.
     */
    async claim(id: string, limit: number): Promise<{ number: number; request: unknown }[]> {
      const at = now();
      const running = db
        .selectFrom('hire_imports')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'running');
      const next = db
        .selectFrom('hire_import_rows')
        .select('number')
        .where('import_id', '=', id)
        .where('state', '=', 'waiting')
        .where(isFree('claimed_until', at, claimLasts))
        .where((row) => row.or([row('claimed_until', 'is not', null), row('import_id', 'in', running)]))
        .orderBy('number')
        .limit(limit)
        // Processes that claim at the same time take different rows.
        .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked());
      const rows = await db
        .with('next', () => next)
        .updateTable('hire_import_rows')
        .set({ claimed_until: claimedUntil(at, claimLasts) })
        .where('import_id', '=', id)
        .where('number', 'in', (eb) => eb.selectFrom('next').select('number'))
        .returning(['number', 'request'])
        .execute();
      return rows.map(({ number, request }) => ({ number, request: parsedJson(request ?? '') }));
    },
    /** Stores what became of claimed rows, and gives the others back. */
    async settle(id: string, settled: readonly SettledRow[]): Promise<void> {
      const rows = settled.map(({ number, requestId = null, reasons }) => ({
        ...toRow(id, { number, ...(reasons && { reasons }) }),
        state: requestId ? 'sent' : reasons ? 'refused' : 'waiting',
        request_id: requestId,
      }));
      await db
        .insertInto('hire_import_rows')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['import_id', 'number'])
            .doUpdateSet(({ ref }) => ({
              state: ref('excluded.state'),
              request_id: ref('excluded.request_id'),
              reasons: ref('excluded.reasons'),
              claimed_until: null,
            }))
            .where('hire_import_rows.state', '=', 'waiting'),
        )
        .execute();
    },
    /** Sent rows whose request hasn't ended: by the few open requests, not by all rows. */
    countOpen: (id: string): Promise<number> =>
      countRows(db.selectFrom('requests').where(isOpen).where('submission', 'like', `${id}-%`)),
    /** Rows by what became of them. */
    async counts(id: string) {
      const groups = await db
        .selectFrom('hire_import_rows as row')
        .leftJoin('requests', 'requests.id', 'row.request_id')
        .where('row.import_id', '=', id)
        .select((eb) => [
          'row.state as state',
          'requests.state as request',
          eb.fn.count('row.claimed_until').as('claimed'),
          eb.fn.countAll().as('count'),
        ])
        .groupBy(['row.state', 'requests.state'])
        .execute();
      const sum = (is: (group: (typeof groups)[number]) => boolean, what: 'count' | 'claimed' = 'count') =>
        groups.filter(is).reduce((total, group) => total + Number(group[what]), 0);
      const leftOut = sum(({ state }) => state === 'left_out');
      const all = sum(() => true) - leftOut;
      const added = sum(({ request }) => request === 'done');
      const waiting = sum(({ state }) => state === 'waiting');
      // A process is submitting them, or was when it ended.
      const begun = sum(({ state }) => state === 'waiting', 'claimed');
      // Sent, and not ended.
      const open = sum(({ request }) => request !== null && !ended.includes(request));
      const asking = sum(({ request }) => request === 'needs_review');
      // By the onboarding service, or by Frontdesk: somebody else added the person meanwhile.
      const declined = all - added - waiting - open;
      return { all, added, declined, leftOut, open, asking, waiting, begun };
    },
    /** All rows in the table's order. `request` is the state of the row's request. */
    results: (id: string) =>
      db
        .selectFrom('hire_import_rows as row')
        .leftJoin('requests', 'requests.id', 'row.request_id')
        .where('row.import_id', '=', id)
        .select(['row.number as number', 'row.reasons as reasons', 'row.request_id as requestId'])
        .select('requests.state as request')
        .orderBy('row.number')
        .execute(),
    /** Milliseconds that a row takes lately; undefined if too few have ended within the last minute. */
    async timePerRow(id: string): Promise<number | undefined> {
      const since = new Date(now().getTime() - 60_000).toISOString();
      const newest = await db
        .selectFrom('hire_import_rows as row')
        .innerJoin('requests', 'requests.id', 'row.request_id')
        .where('row.import_id', '=', id)
        .where('requests.ended_at', '>', since)
        .select('requests.ended_at as at')
        .orderBy('requests.ended_at', 'desc')
        .limit(mostTimed)
        .execute();
      const [first, last] = [newest.at(-1)?.at, newest[0]?.at];
      if (newest.length < leastTimed || !first || !last) return undefined;
      return (Date.parse(last) - Date.parse(first)) / (newest.length - 1);
    },
    /** @returns false if another process has told something since */
    async noteTold({ id, told: before }: Pick<HireImport, 'id' | 'told'>, told: string): Promise<boolean> {
      const own = db
        .updateTable('hire_imports')
        .set({ told, told_at: now().toISOString() })
        .where('id', '=', id);
      return (await changedRows(own.where('told', before === null ? 'is' : '=', before))) > 0;
    },
    async end(id: string): Promise<void> {
      const own = db.updateTable('hire_imports').where('id', '=', id).where('ended_at', 'is', null);
      await own.set({ ended_at: now().toISOString() }).execute();
    },
    async forgetOld(): Promise<void> {
      const before = new Date(now().getTime() - keptFor).toISOString();
      // A pause has an end: the rest is cancelled, and HR is told.
      const paused = inAny(['paused']).where('created_at', '<', before);
      await paused.set((row) => ({ state: 'cancelled', version: row('version', '+', 1) })).execute();
      const old = db.selectFrom('hire_imports').select('id').where('created_at', '<', before);
      const over = old.where((eb) => eb.or([eb('state', '=', 'draft'), eb('ended_at', '<', before)]));
      await db.deleteFrom('hire_import_rows').where('import_id', 'in', over).execute();
      await db.deleteFrom('hire_imports').where('id', 'in', over).execute();
    },
  };
}

function toRow(import_id: string, { number, request, reasons }: NewRow) {
  return {
    ...{ import_id, number },
    state: request ? 'waiting' : 'left_out',
    request: request ? JSON.stringify(request) : null,
    reasons: reasons ? JSON.stringify(reasons) : null,
  };
}

function toImport(row: Pick<HireImportTables['hire_imports'], (typeof head)[number]>) {
  const { id, owner, version, ended_at: endedAt, told, told_at } = row;
  const toldAt = told_at === null ? undefined : new Date(told_at);
  return { id, owner, version, state: State.parse(row.state), endedAt, told, toldAt };
}
