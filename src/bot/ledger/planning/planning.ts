import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { addDays, dayIn } from '../../../time/dates.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import { isDone, isNewest, type LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { type Plan, type Planner, writePlans } from './write-plan.ts';

interface PlanningOptions {
  database: LedgerDatabase;
  words: Planner;
  onPlanned: () => void;
  clock: Clock;
  log: Log;
}

/** Chunk sizes (requests read and planned) after which the event loop gets a turn. */
const inOneGo = { looked: 200, planned: 20 };

/** Days after a request's day during which messages are still planned. */
const after = 30;

/** Interval of checks, in milliseconds: another process or version may have changed the rules. */
const every = 3_600_000;
/** Delay after the start, in milliseconds, to leave the startup undisturbed. */
const first = 1_000;

/**
 * Recomputes plans made by other rules: settings were changed, the version was updated, or a request was
 * never planned.
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

  /** One transaction, so that on PostgreSQL nothing changes the requests meanwhile. */
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
      // Yield: on SQLite, consecutive statements would block the event loop.
      await setImmediate();
      await writePlans(tx, plans, clock.now());
    });
  }

  /** Returns nothing for an unreadable request; its plan stays. */
  function planOf(row: RequestRow, counts: boolean, rules: string): Plan[] {
    if (row.forgotten_at !== null || !counts) return [{ id: row.id, messages: [], rules }];
    const request = database.types.read(row);
    return request ? [{ id: row.id, messages: words.planned(request), rules }] : [];
  }

  const onError = (err: unknown) => log.error({ err }, 'what is planned cannot be brought up to date');
  return repeat({ clock, every, first, turn, onError });
}
