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
  /** When somebody who closed the form was told of it. */
  offered_at: string | null;
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

/** How a form came to be kept. */
export interface Entered {
  /** When its state was sent, as Slack writes instants: what was entered later counts, whichever comes first. */
  at: string;
  /** The form is kept by itself: nobody asked for it. */
  byItself: boolean;
}

/** An instant as Slack writes it: seconds since the epoch, and six digits behind the point. */
export function asSlackInstant(at: Date): string {
  return (at.getTime() / 1_000).toFixed(6);
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
    async save(
      owner: string,
      key: string,
      draft: { title: string; content: object },
      entered: Entered,
    ): Promise<boolean> {
      const before = await ownRow(owner, key).select('title').executeTakeFirst();
      const row = rowOf(draft, entered, now());
      const changedRow = await db
        .insertInto('drafts')
        .values({ id: key, owner, ...row })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(row)
            .where('drafts.owner', '=', owner)
            .where('drafts.content', '<>', row.content)
            .where((where) => isNoNewer(where, entered.at)),
        )
        .returning('id')
        .executeTakeFirst();
      if (!changedRow) await renew(owner, key, row);
      // Lists show no more of it than that, and a form saves itself with every choice.
      if (!entered.byItself || before?.title !== draft.title) changed();
      return changedRow !== undefined;
    },
    /**
     * A form was closed that nobody sent or saved: whoever hears it first offers the draft.
     * @returns it, where it is kept and was not offered since it was changed
     */
    async offer(owner: string, key: string): Promise<ListedDraft | undefined> {
      const row = await db
        .updateTable('drafts')
        .set({ offered_at: now().toISOString() })
        .where('id', '=', key)
        .where('owner', '=', owner)
        .where('saved_by', '=', 'form')
        .where('offered_at', 'is', null)
        .returning(['id', 'title', 'saved_at'])
        .executeTakeFirst();
      return row && toListed(row);
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

  function ownRow(owner: string, id: string) {
    return db.selectFrom('drafts').where('id', '=', id).where('owner', '=', owner);
  }

  /** The same once more counts as saved now, by a person where one asked for it. What was entered later stays. */
  async function renew(owner: string, id: string, row: Kept): Promise<void> {
    const { content, saved_at, saved_by } = row;
    const own = db.updateTable('drafts').where('id', '=', id).where('owner', '=', owner);
    const same = own.set({ saved_at, ...(saved_by === null && { saved_by }) }).where('content', '=', content);
    if ((await same.executeTakeFirst()).numUpdatedRows > 0n) return;
    if (await ownRow(owner, id).select('id').executeTakeFirst()) return;
    throw new Error('A draft of this form was not saved: it is somebody else’s.');
  }
}

type Kept = ReturnType<typeof rowOf>;

function rowOf(draft: { title: string; content: object }, { at, byItself }: Entered, now: Date) {
  return {
    title: draft.title,
    content: JSON.stringify(draft.content),
    saved_at: now.toISOString(),
    entered_at: at,
    saved_by: byItself ? 'form' : null,
    offered_at: null,
  };
}

/** Whether what is kept was entered before that, as far as is known. */
function isNoNewer(where: ExpressionBuilder<DraftTables, 'drafts'>, at: string) {
  return where.or([where('drafts.entered_at', 'is', null), where('drafts.entered_at', '<=', at)]);
}

function toListed({ id, title, saved_at }: Pick<DraftRow, 'id' | 'title' | 'saved_at'>): ListedDraft {
  return { id, title, savedAt: new Date(saved_at) };
}
