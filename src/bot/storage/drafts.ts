import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../database/open.ts';
import { whileAway } from '../../database/transact.ts';
import { parseJson } from '../ledger/tables/sql.ts';

interface DraftRow {
  id: string;
  owner: string;
  title: string;
  content: string;
  saved_at: string;
  /** When its values were entered, see `Entered`. Null where unknown. */
  entered_at: string | null;
  /** `form` for automatic saves, else null. */
  saved_by: string | null;
  /** See `Entered`. Null where unknown. */
  root_view: string | null;
}

export interface DraftTables {
  drafts: DraftRow;
}

export interface ListedDraft {
  id: string;
  title: string;
  savedAt: Date;
}

export interface Draft extends ListedDraft {
  content: unknown;
  byItself: boolean;
}

export interface Entered {
  /**
   * Slack's timestamp of the form state: the later one counts, in any order of arrival. Undefined for a
   * submission, which includes everything entered before.
   */
  at: string | undefined;
  /** Saved automatically, without a button press. */
  byItself: boolean;
  /** View id of the bottom view of the stack. Closing the stack reports only this one. */
  rootView: string;
}

/** Sorts before all of Slack's timestamps. */
export const whenOpened = '0';

/** Retention after the last save, in milliseconds. */
const draftsKeptFor = 30 * 24 * 3_600_000;

export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts({ db }: Database<DraftTables>, now: () => Date, changed: () => void) {
  const oldest = () => new Date(now().getTime() - draftsKeptFor).toISOString();

  return {
    /** Deletes expired drafts; `list` and `find` already skip them. */
    async forgetOld(): Promise<void> {
      await db.deleteFrom('drafts').where('saved_at', '<', oldest()).execute();
    },
    /**
     * The key is the primary key, so repeated presses and replicas create one draft. Returns whether the
     * stored draft changed; throws if the key belongs to another user.
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
      // Automatic saves happen while typing, so lists are updated when the form is closed.
      if (!entered.byItself || !isKept) changed();
      return changedRow !== undefined;
    },
    /** Id of the latest draft of this view stack. @param rootView id of the bottom view */
    async idIn(owner: string, rootView: string): Promise<string | undefined> {
      const own = db.selectFrom('drafts').select('id').where('owner', '=', owner);
      const inWindows = own.where('root_view', '=', rootView).orderBy('saved_at', 'desc').limit(1);
      return (await inWindows.executeTakeFirst())?.id;
    },
    /** Deletes the draft of a form that was cleared, unless a person saved it. @returns whether one was deleted */
    async clear(owner: string, id: string, at: string | undefined): Promise<boolean> {
      const own = db.deleteFrom('drafts').where('id', '=', id).where('owner', '=', owner);
      const cleared = own.where('saved_by', '=', 'form').where(isNoNewer(at));
      const { numDeletedRows } = await cleared.executeTakeFirst();
      if (numDeletedRows > 0n) changed();
      return numDeletedRows > 0n;
    },
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
      // A damaged row becomes an empty draft, so that the list still works.
      return row && { ...toListed(row), content: parseJson(row.content), byItself: row.saved_by === 'form' };
    },
    async remove(owner: string, id: string): Promise<void> {
      const own = db.deleteFrom('drafts').where('id', '=', id).where('owner', '=', owner);
      // The form may be sent already, so a restart of the database must not make its answer an error.
      await whileAway(() => own.execute());
      changed();
    },
  };

  function ownRow(owner: string, id: string) {
    return db.selectFrom('drafts').where('id', '=', id).where('owner', '=', owner);
  }

  /**
   * Refreshes a draft with the same content; a manual save replaces the mark of an automatic one. Content
   * entered later is kept.
   */
  async function renew(owner: string, id: string, row: Kept, at: string | undefined): Promise<void> {
    const { content, saved_at, saved_by, root_view } = row;
    const own = db.updateTable('drafts').where('id', '=', id).where('owner', '=', owner);
    const same = own.where('content', '=', content);
    const renewed = same.set({ saved_at, root_view, ...(saved_by === null && { saved_by }) });
    if ((await renewed.executeTakeFirst()).numUpdatedRows > 0n) {
      // States entered before this one but arriving later are outdated.
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

/** Whether the stored state was entered before `at`, as far as known. Nothing is older than `whenOpened`. */
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
