import type { ExpressionBuilder } from 'kysely';
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
  /** When what it holds was entered: see `Entered`. Null in rows of earlier versions. */
  entered_at: string | null;
  /** `form` where nobody pressed a button to save what it holds; else null. */
  saved_by: string | null;
  /** See `Entered`. Null in rows of earlier versions. */
  root_view: string | null;
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
  /** Nobody pressed a button to save what it holds. */
  byItself: boolean;
}

/** How a form came to be kept. */
export interface Entered {
  /**
   * When its state was sent, as Slack writes instants: what was entered later counts, whichever comes first. Undefined
   * for a submission, of which Slack doesn't tell it: all that was entered before is in it.
   */
  at: string | undefined;
  /** The form is kept by itself: nobody asked for it. */
  byItself: boolean;
  /** The id of the lowest window below the form, or its own. Closing all of them names that one alone. */
  rootView: string;
}

/** Before everything that Slack tells of a form. */
export const whenOpened = '0';

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
    async save(
      owner: string,
      key: string,
      draft: { title: string; content: object },
      entered: Entered,
    ): Promise<boolean> {
      const isKept = (await ownRow(owner, key).select('id').executeTakeFirst()) !== undefined;
      const row = rowOf(draft, entered, now());
      const entered_at = entered.at ?? null;
      const changedRow = await db
        .insertInto('drafts')
        .values({ id: key, owner, ...row, entered_at })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ ...row, ...(entered_at !== null && { entered_at }) })
            .where('drafts.owner', '=', owner)
            .where('drafts.content', '<>', row.content)
            .where(isNoNewer(entered.at)),
        )
        .returning('id')
        .executeTakeFirst();
      if (!changedRow) await renew(owner, key, row, entered.at);
      // A form saves itself with every letter: what lists call it follows when it is closed.
      if (!entered.byItself || !isKept) changed();
      return changedRow !== undefined;
    },
    /** The draft of the form that stood in these windows last. @param rootView the id of the lowest one */
    async idIn(owner: string, rootView: string): Promise<string | undefined> {
      const own = db.selectFrom('drafts').select('id').where('owner', '=', owner);
      const inWindows = own.where('root_view', '=', rootView).orderBy('saved_at', 'desc').limit(1);
      return (await inWindows.executeTakeFirst())?.id;
    },
    /** Everything in the form was cleared: nothing is kept of it, unless somebody saved it. @returns whether anything was */
    async clear(owner: string, id: string, at: string | undefined): Promise<boolean> {
      const own = db.deleteFrom('drafts').where('id', '=', id).where('owner', '=', owner);
      const cleared = own.where('saved_by', '=', 'form').where(isNoNewer(at));
      const { numDeletedRows } = await cleared.executeTakeFirst();
      if (numDeletedRows > 0n) changed();
      return numDeletedRows > 0n;
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
      return row && { ...toListed(row), content: parseJson(row.content), byItself: row.saved_by === 'form' };
    },
    async remove(owner: string, id: string): Promise<void> {
      await db.deleteFrom('drafts').where('id', '=', id).where('owner', '=', owner).execute();
      changed();
    },
  };

  function ownRow(owner: string, id: string) {
    return db.selectFrom('drafts').where('id', '=', id).where('owner', '=', owner);
  }

  /** The same once more counts as saved now, by a person where one asked for it. What was entered later stays. */
  async function renew(owner: string, id: string, row: Kept, at: string | undefined): Promise<void> {
    const { content, saved_at, saved_by, root_view } = row;
    const own = db.updateTable('drafts').where('id', '=', id).where('owner', '=', owner);
    const same = own.where('content', '=', content);
    const renewed = same.set({ saved_at, root_view, ...(saved_by === null && { saved_by }) });
    if ((await renewed.executeTakeFirst()).numUpdatedRows > 0n) {
      // What was entered in between, and comes later, is older than this.
      if (at !== undefined) await same.set({ entered_at: at }).where(isNoNewer(at)).execute();
      return;
    }
    if (await ownRow(owner, id).select('id').executeTakeFirst()) return;
    throw new Error('A draft of this form was not saved: it is somebody else’s.');
  }
}

type Kept = ReturnType<typeof rowOf>;

function rowOf(draft: { title: string; content: object }, { byItself, rootView }: Entered, now: Date) {
  return {
    title: draft.title,
    content: JSON.stringify(draft.content),
    saved_at: now.toISOString(),
    saved_by: byItself ? 'form' : null,
    root_view: rootView,
  };
}

/** Whether what is kept was entered before that, as far as is known. Nothing was before the form opened. */
function isNoNewer(at: string | undefined) {
  return (where: ExpressionBuilder<DraftTables, 'drafts'>) => {
    if (at === undefined) return where.lit(true);
    const isBefore = where('drafts.entered_at', '<=', at);
    return at === whenOpened ? isBefore : where.or([where('drafts.entered_at', 'is', null), isBefore]);
  };
}

function toListed({ id, title, saved_at }: Pick<DraftRow, 'id' | 'title' | 'saved_at'>): ListedDraft {
  return { id, title, savedAt: new Date(saved_at) };
}
