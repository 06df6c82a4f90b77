import { setImmediate } from 'node:timers/promises';
import { addDays, dayIn } from '../../../time/dates.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { isDone, isNewest } from '../tables/sql.ts';
import { type Plan, writePlans } from './write-plan.ts';

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
export function startPlanning(database: LedgerDatabase, onPlanned: () => void): Repeating {
  const { db, kind, types, words, clock, log } = database;

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
      const own = tx.db.selectFrom('requests').where('id', 'in', ids);
      const found = own.selectAll().orderBy('id');
      const locked = await (kind === 'postgres' ? found.forUpdate() : found).execute();
      const newest = await own.select('id').where(isNewest).execute();
      const counting = new Set(newest.map((row) => row.id));
      const plans = locked.flatMap((row) => planOf(row, counting.has(row.id)));
      // Yield: on SQLite, consecutive statements would block the event loop.
      await setImmediate();
      await writePlans(tx, plans, rules);
    });
  }

  /** Returns nothing for an unreadable request; its plan stays. */
  function planOf(row: RequestRow, counts: boolean): Plan[] {
    if (row.forgotten_at !== null || !counts) return [{ id: row.id, messages: [] }];
    const request = types.read(row);
    return request ? [{ id: row.id, messages: words.planned(request) }] : [];
  }

  const onError = (err: unknown) => log.error({ err }, 'what is planned cannot be brought up to date');
  return repeat({ clock, every, first, turn, onError });
}
