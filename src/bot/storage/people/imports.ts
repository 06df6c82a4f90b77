import type { Database } from '../../../database/open.ts';
import { transactAgain } from '../../../database/transact.ts';
import { type ChangeTables, noteChange } from '../../ledger/audit/audit-changes.ts';

interface ImportRow {
  id: string;
  started_by: string;
  started_at: string;
  /** What is known to be done. */
  added: number;
  changed: number;
  unchanged: number;
  /** Of how many it is not known whether they were added or changed. */
  unknown: number;
  /** How many nothing was sent about. */
  remaining: number;
  ended_at: string | null;
}

export interface ImportTables {
  people_imports: ImportRow;
}

/** How far an import has come, in people. */
export type Progress = Pick<ImportRow, 'added' | 'changed' | 'unchanged' | 'unknown' | 'remaining'>;

/** What is known of an import. */
interface StoredImport extends Progress {
  hasEnded: boolean;
}

/** How long one is kept, in milliseconds: as long as the message about it. */
const keptFor = 30 * 86_400_000;

export type Imports = ReturnType<typeof createImports>;

/** Imports of people, so that whoever began one hears how far it came, whatever becomes of this process. */
export function createImports({ db }: Database<ImportTables & ChangeTables>, now: () => Date) {
  async function forgetOld(): Promise<void> {
    const oldest = new Date(now().getTime() - keptFor).toISOString();
    await db.deleteFrom('people_imports').where('started_at', '<', oldest).execute();
  }

  return {
    /** @param by a Slack user id @returns whether nobody has begun it before */
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
    /** Nothing more is done about it; the audit log has how many, and nobody's name. */
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
