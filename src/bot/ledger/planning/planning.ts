import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { addDays, dayIn } from '../../../time/dates.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import { isNewest } from '../lists/newest.ts';
import { isDone } from '../tables/conditions.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { type Plan, type Planner, writePlans } from './write-plan.ts';

interface PlanningOptions {
  database: LedgerDatabase;
  words: Planner;
  /** Something may be due sooner than it was. */
  onPlanned: () => void;
  clock: Clock;
  log: Log;
}

/** So many requests are looked through, and so many planned, before everybody else has a turn. */
const inOneGo = { looked: 200, planned: 20 };

/** How long after the day somebody may still be written to, in days. */
const after = 30;

/** Rules can change elsewhere, in another process or by another version: looked at so often, in milliseconds. */
const every = 3_600_000;
/** A start has other things to do first, in milliseconds. */
const first = 1_000;

/**
 * Plans anew what was planned by other rules: settings have become others, another version knows more, or what was
 * added by an earlier one was never planned. What a request plans by itself is written with the request.
 */
export function startPlanning({ database, words, onPlanned, clock, log }: PlanningOptions): Repeating {
  const { db } = database;

  async function turn(stopping: AbortSignal): Promise<void> {
    const rules = words.rules();
    let place = { day: addDays(dayIn('UTC', clock.now()), -after), id: '' };
    let planned = 0;
    while (!stopping.aborted) {
      const rows = await behind(place);
      const outdated = rows.filter((row) => row.planned_by !== rules);
      for (let at = 0; at < outdated.length && !stopping.aborted; at += inOneGo.planned) {
        await plan(outdated.slice(at, at + inOneGo.planned), rules);
        await setImmediate();
      }
      planned += outdated.length;
      const last = rows.at(-1);
      if (!last || rows.length < inOneGo.looked) break;
      place = { day: last.day ?? place.day, id: last.id };
      await setImmediate();
    }
    if (planned > 0) log.info({ planned }, 'what is planned was brought up to date');
    if (planned > 0) onPlanned();
  }

  /** The requests that are done, in the order of their days. */
  function behind({ day, id }: { day: string; id: string }) {
    return db
      .selectFrom('requests')
      .select(['id', 'day', 'planned_by'])
      .where(isDone)
      .where(({ and, eb, or }) => or([eb('day', '>', day), and([eb('day', '=', day), eb('id', '>', id)])]))
      .where('day', '>=', day)
      .orderBy('day')
      .orderBy('id')
      .limit(inOneGo.looked)
      .execute();
  }

  /** In one transaction: on PostgreSQL nobody changes them meanwhile. */
  function plan(rows: readonly Pick<RequestRow, 'id'>[], rules: string): Promise<void> {
    const ids = rows.map(({ id }) => id).toSorted();
    return database.transact(async (tx) => {
      const found = tx.selectFrom('requests').selectAll().where('id', 'in', ids).orderBy('id');
      const locked = await (database.kind === 'postgres' ? found.forUpdate() : found).execute();
      const newest = await tx
        .selectFrom('requests')
        .select('id')
        .where('id', 'in', ids)
        .where(isNewest)
        .execute();
      const counting = new Set(newest.map((row) => row.id));
      const plans = locked.flatMap((row) => planOf(row, counting.has(row.id), rules));
      // On SQLite nobody else has a turn by itself while statements follow each other.
      await setImmediate();
      await writePlans(tx, plans, clock.now());
    });
  }

  /** Nothing where it cannot be read: what is planned stays until it can. */
  function planOf(row: RequestRow, counts: boolean, rules: string): Plan[] {
    if (row.forgotten_at !== null || !counts) return [{ id: row.id, messages: [], rules }];
    const request = database.types.read(row);
    return request ? [{ id: row.id, messages: words.planned(request), rules }] : [];
  }

  const onError = (err: unknown) => log.error({ err }, 'what is planned cannot be brought up to date');
  return repeat({ clock, every, first, turn, onError });
}
