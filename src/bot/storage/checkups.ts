import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import { integerKey, type TablesOf, table, text } from '../../database/table.ts';
import { parsedJson } from '../../json.ts';

export const checkupTables = {
  checkups: table({
    id: integerKey,
    due_at: text,
    /** JSON of `Known`. */
    failing: text,
  }),
};
type CheckupTables = TablesOf<typeof checkupTables>;

/** Upper bound of the next check, in milliseconds; a later one is from a clock that was set back since. */
const furthest = 3 * 86_400_000;

/** Fingerprints of failed checks, and of those that a second look has to confirm. */
const Known = z
  .object({ failing: z.array(z.string()), suspected: z.array(z.string()) })
  .catch({ failing: [], suspected: [] });
type Known = z.infer<typeof Known>;

export type CheckupStore = ReturnType<typeof createCheckupStore>;

export function createCheckupStore({ db }: Database<CheckupTables>) {
  return {
    async begin(due: Date): Promise<void> {
      await db
        .insertInto('checkups')
        .values({ id: 1, due_at: due.toISOString(), failing: '[]' })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    /**
     * Claims the check: no other process repeats it before `until`, in case this one dies. Returns what is known
     * from before; undefined if none is due.
     */
    async take(until: Date, now: Date): Promise<Known | undefined> {
      const never = new Date(now.getTime() + furthest).toISOString();
      const row = await db
        .updateTable('checkups')
        .set({ due_at: until.toISOString() })
        .where('id', '=', 1)
        .where((eb) => eb.or([eb('due_at', '<=', now.toISOString()), eb('due_at', '>', never)]))
        .returning('failing')
        .executeTakeFirst();
      return row && Known.parse(parsedJson(row.failing));
    },

    /** @param due when the next check is due */
    async done(known: Known, due: Date): Promise<void> {
      const values = { due_at: due.toISOString(), failing: JSON.stringify(known) };
      await db.updateTable('checkups').set(values).where('id', '=', 1).execute();
    },
  };
}
