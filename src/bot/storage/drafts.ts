import type { ExpressionBuilder } from 'kysely';
import { type Database, whileAway } from '../../database/open.ts';
import { changedRows, findRow, key, type TablesOf, table, text, textOrNull } from '../../database/table.ts';
import { parsedJson } from '../../json.ts';

export const draftTables = {
  drafts: table({
    id: key,
    owner: text,
    title: text,
    content: text,
    saved_at: text,
    /** When its values were entered, see `Entered`. Null where unknown. */
    entered_at: textOrNull,
    /** `form` for automatic saves, else null. */
    saved_by: textOrNull,
    /** See `Entered`. Null where unknown. */
    root_view: textOrNull,
  }),
};
export type DraftTables = TablesOf<typeof draftTables>;
type DraftRow = DraftTables['drafts'];

export type ListedDraft = ReturnType<typeof toListed>;

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
     * The key is the primary key, so repeated presses and replicas create one draft. Content entered later is kept.
     * @throws if the key belongs to another user
     */
    async save(
      owner: string,
      key: string,
      { title, content: values }: { title: string; content: object },
      { at, byItself, rootView: root_view }: Entered,
    ): Promise<void> {
      const content = JSON.stringify(values);
      const row = { title, content, saved_at: now().toISOString(), root_view };
      const saved_by = byItself ? 'form' : null;
      const own = db.selectFrom('drafts').select('id').where('id', '=', key).where('owner', '=', owner);
      const isKept = (await own.executeTakeFirst()) !== undefined;
      const saved = await db
        .insertInto('drafts')
        .values({ id: key, owner, ...row, saved_by, entered_at: at ?? null })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet((drafts) => ({
              ...row,
              ...(at !== undefined && { entered_at: at }),
              saved_by: byItself ? keptBy(drafts, content) : null,
            }))
            .where('drafts.owner', '=', owner)
            .where(isNoNewer(at)),
        )
        .returning('id')
        .executeTakeFirst();
      if (!saved && !(await own.executeTakeFirst()))
        throw new Error('A draft of this form was not saved: it is somebody else’s.');
      // Automatic saves happen while typing, so lists are updated when the form is closed.
      if (!byItself || !isKept) changed();
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
      const isCleared = (await changedRows(own.where('saved_by', '=', 'form').where(isNoNewer(at)))) > 0;
      if (isCleared) changed();
      return isCleared;
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
    async find(owner: string, id: string) {
      const row = await findRow(db, 'drafts', { id, owner });
      if (!row || row.saved_at < oldest()) return undefined;
      // A damaged row becomes an empty draft, so that the list still works.
      return { ...toListed(row), content: parsedJson(row.content), byItself: row.saved_by === 'form' };
    },
    async remove(owner: string, id: string): Promise<void> {
      const own = db.deleteFrom('drafts').where('id', '=', id).where('owner', '=', owner);
      // The form may be sent already, so a restart of the database must not make its answer an error.
      await whileAway(() => own.execute());
      changed();
    },
  };
}

/** An automatic save of the same content keeps the mark of a manual one. */
function keptBy(drafts: ExpressionBuilder<DraftTables, 'drafts'>, content: string) {
  const isSame = drafts.case().when('drafts.content', '=', content);
  return isSame.then(drafts.ref('drafts.saved_by')).else('form').end();
}

/** Whether the stored state was entered before `at`, as far as known. Nothing is older than `whenOpened`. */
function isNoNewer(at: string | undefined) {
  return (where: ExpressionBuilder<DraftTables, 'drafts'>) => {
    if (at === undefined) return where.lit(true);
    const isBefore = where('drafts.entered_at', '<=', at);
    return at === whenOpened ? isBefore : where.or([where('drafts.entered_at', 'is', null), isBefore]);
  };
}

function toListed({ id, title, saved_at }: Pick<DraftRow, 'id' | 'title' | 'saved_at'>) {
  return { id, title, savedAt: new Date(saved_at) };
}
