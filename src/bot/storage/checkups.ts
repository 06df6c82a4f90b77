import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import { parseJson } from '../ledger/tables/parse-json.ts';

/** What came of the newest daily check, of all processes: one row, whose id is 1. */
interface CheckupRow {
  id: number;
  /** When the next one is due. */
  due_at: string;
  /** What failed in the newest one, as JSON: texts, each of which tells a trouble from others. */
  failing: string;
}

export interface CheckupTables {
  checkups: CheckupRow;
}

/** Further ahead than this nothing is ever due: the clock was set back since, in milliseconds. */
const furthest = 3 * 86_400_000;

const Failing = z.array(z.string()).catch([]);

export type CheckupStore = ReturnType<typeof createCheckupStore>;

/** Sees to it that one process a day looks, and that what was told before is known to all of them. */
export function createCheckupStore({ db }: Database<CheckupTables>) {
  return {
    /** The first one is due then, unless there was one before. */
    async begin(due: Date): Promise<void> {
      await db
        .insertInto('checkups')
        .values({ id: 1, due_at: due.toISOString(), failing: '[]' })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    /**
     * Takes one that is due: no other process takes it before that instant, when this one may have died over it.
     * @returns what failed in the one before; undefined when none is due
     */
    async take(until: Date, now: Date): Promise<readonly string[] | undefined> {
      const never = new Date(now.getTime() + furthest).toISOString();
      const row = await db
        .updateTable('checkups')
        .set({ due_at: until.toISOString() })
        .where('id', '=', 1)
        .where((eb) => eb.or([eb('due_at', '<=', now.toISOString()), eb('due_at', '>', never)]))
        .returning('failing')
        .executeTakeFirst();
      return row && Failing.parse(parseJson(row.failing));
    },

    /** It is done. @param due when the next one is */
    async done(failing: readonly string[], due: Date): Promise<void> {
      const values = { due_at: due.toISOString(), failing: JSON.stringify(failing) };
      await db.updateTable('checkups').set(values).where('id', '=', 1).execute();
    },
  };
}
