import type { Database } from '../../../database/open.ts';
import { transactAgain } from '../../../database/transact.ts';
import { type ChangeTables, noteChange } from '../../ledger/audit/audit-changes.ts';

interface ImportRow {
  id: string;
  started_by: string;
  started_at: string;
  added: number;
  changed: number;
  unchanged: number;
  unknown: number;
  remaining: number;
  ended_at: string | null;
}

export interface ImportTables {
  people_imports: ImportRow;
}

export type Progress = Pick<ImportRow, 'added' | 'changed' | 'unchanged' | 'unknown' | 'remaining'>;

interface StoredImport extends Progress {
  hasEnded: boolean;
}

/** Retention, in milliseconds: as long as the message about the import. */
const keptFor = 30 * 86_400_000;

export type Imports = ReturnType<typeof createImports>;

/** Progress of people imports, stored so that it is reported even if this process dies. */
export function createImports({ db }: Database<ImportTables & ChangeTables>, now: () => Date) {
  async function forgetOld(): Promise<void> {
    const oldest = new Date(now().getTime() - keptFor).toISOString();
    await db.deleteFrom('people_imports').where('started_at', '<', oldest).execute();
  }

  return {
    /** @param by a Slack user id @returns false if the import was begun before */
    async begin(id: string, by: string, remaining: number): Promise<boolean> {
      await forgetOld();
      const none = { added: 0, changed: 0, unchanged: 0, unknown: 0, remaining };
      const row = { id, started_by: by, started_at: now().toISOString(), ended_at: null, ...none };
      const begun = await db
        .insertInto('people_imports')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return begun !== undefined;
    },
    async note(id: string, progress: Progress): Promise<void> {
      await db.updateTable('people_imports').set(progress).where('id', '=', id).execute();
    },
    /** Ends an import. The audit log gets the counts, but no names. */
    async end(id: string, by: string): Promise<void> {
      const ended_at = now().toISOString();
      await transactAgain(db, async (tx) => {
        const detail = await tx
          .updateTable('people_imports')
          .set({ ended_at })
          .where('id', '=', id)
          .returning(['added', 'changed', 'unchanged', 'unknown', 'remaining'])
          .executeTakeFirst();
        const what = 'people imported';
        await noteChange(tx, { kind: 'settings', actor: by, what, detail }, now());
      });
    },
    async find(id: string): Promise<StoredImport | undefined> {
      const row = await db.selectFrom('people_imports').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return undefined;
      const { added, changed, unchanged, unknown, remaining, ended_at } = row;
      return { added, changed, unchanged, unknown, remaining, hasEnded: ended_at !== null };
    },
  };
}
