import type { Database } from '../../database/open.ts';
import { parseJson } from '../ledger/tables/parse-json.ts';

interface DraftRow {
  id: string;
  /** The Slack user: nobody else sees it. */
  owner: string;
  /** What lists call it. */
  title: string;
  /** What the form held, as JSON. */
  content: string;
  saved_at: string;
}

export interface DraftTables {
  drafts: DraftRow;
}

/** What lists show of a form that somebody has put aside. */
export interface ListedDraft {
  id: string;
  title: string;
  savedAt: Date;
}

/** All of it. */
export interface Draft extends ListedDraft {
  /** As the feature stored it; it knows how to read it. */
  content: unknown;
}

/** How long a draft is kept after it was saved last, in milliseconds. */
const draftsKeptFor = 30 * 24 * 3_600_000;

export type Drafts = ReturnType<typeof createDrafts>;

/** Half-filled forms. Every method takes the owner and sees that person's drafts alone. */
export function createDrafts({ db }: Database<DraftTables>, now: () => Date, changed: () => void) {
  const oldest = () => new Date(now().getTime() - draftsKeptFor).toISOString();

  return {
    /** Deletes what is too old: nobody sees it any more by then. */
    async forgetOld(): Promise<void> {
      await db.deleteFrom('drafts').where('saved_at', '<', oldest()).execute();
    },
    /**
     * Keeps it, in the place of what was saved under the key before. The key is the table's own, so that two presses
     * and two replicas make one draft.
     * @param key of the form: one form is one draft
     * @returns whether something is kept now that was not kept before
     * @throws when the key is somebody else's
     */
    async save(owner: string, key: string, draft: { title: string; content: object }): Promise<boolean> {
      const saved_at = now().toISOString();
      const what = { title: draft.title, content: JSON.stringify(draft.content), saved_at };
      const changedRow = await db
        .insertInto('drafts')
        .values({ id: key, owner, ...what })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(what)
            .where('drafts.owner', '=', owner)
            .where('drafts.content', '<>', what.content),
        )
        .returning('id')
        .executeTakeFirst();
      if (!changedRow) await renew(owner, key, saved_at);
      changed();
      return changedRow !== undefined;
    },
    /** The newest ones first. */
    async list(owner: string, limit: number): Promise<ListedDraft[]> {
      const rows = await db
        .selectFrom('drafts')
        .select(['id', 'title', 'saved_at'])
        .where('owner', '=', owner)
        .where('saved_at', '>=', oldest())
        .orderBy('saved_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toListed);
    },
    async find(owner: string, id: string): Promise<Draft | undefined> {
      const row = await db
        .selectFrom('drafts')
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('saved_at', '>=', oldest())
        .executeTakeFirst();
      // A row that was damaged is an empty draft, and no reason to show none at all.
      return row && { ...toListed(row), content: parseJson(row.content) };
    },
    async remove(owner: string, id: string): Promise<void> {
      await db.deleteFrom('drafts').where('id', '=', id).where('owner', '=', owner).execute();
      changed();
    },
  };

  /** The same once more counts as saved now. */
  async function renew(owner: string, id: string, saved_at: string): Promise<void> {
    const own = db.updateTable('drafts').set({ saved_at }).where('id', '=', id).where('owner', '=', owner);
    const { numUpdatedRows } = await own.executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error('A draft of this form was not saved: it is somebody else’s.');
  }
}

function toListed({ id, title, saved_at }: Pick<DraftRow, 'id' | 'title' | 'saved_at'>): ListedDraft {
  return { id, title, savedAt: new Date(saved_at) };
}
