import type { Kysely } from 'kysely';
import type { Migrations } from '../database/migrate.ts';
import type { Database } from '../database/open.ts';
import { newReference } from '../reference.ts';

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

export const draftMigrations: Migrations = {
  '011-drafts': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('drafts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('saved_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('drafts_owner').on('drafts').columns(['owner', 'saved_at']).execute();
    },
  },
};

/** A form that somebody has put aside. */
export interface Draft {
  id: string;
  title: string;
  /** As the feature stored it; it knows how to read it. */
  content: unknown;
  savedAt: Date;
}

/** How long a draft is kept after it was saved last, in milliseconds. */
export const draftsKeptFor = 30 * 24 * 3_600_000;

export type Drafts = ReturnType<typeof createDrafts>;

/** Half-filled forms. Every method takes the owner and sees that person's drafts alone. */
export function createDrafts({ db }: Database<DraftTables>, now: () => Date, changed: () => void) {
  const oldest = () => new Date(now().getTime() - draftsKeptFor).toISOString();

  let forgetAgainAt = 0;
  /** Deletes what is too old; looks once an hour at the most. */
  async function forget(): Promise<void> {
    if (now().getTime() < forgetAgainAt) return;
    forgetAgainAt = now().getTime() + 3_600_000;
    await db.deleteFrom('drafts').where('saved_at', '<', oldest()).execute();
  }

  return {
    /** Keeps it, in the place of the one with that id when it is the owner's. @returns its id */
    async save(
      owner: string,
      { id = newReference('D'), title, content }: { id?: string | undefined; title: string; content: object },
    ): Promise<string> {
      await forget();
      const what = { title, content: JSON.stringify(content), saved_at: now().toISOString() };
      await db
        .insertInto('drafts')
        .values({ id, owner, ...what })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(what).where('drafts.owner', '=', owner))
        .execute();
      changed();
      return id;
    },
    /** The newest ones first. */
    async list(owner: string, limit: number): Promise<Draft[]> {
      await forget();
      const rows = await db
        .selectFrom('drafts')
        .selectAll()
        .where('owner', '=', owner)
        .where('saved_at', '>=', oldest())
        .orderBy('saved_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toDraft);
    },
    async find(owner: string, id: string): Promise<Draft | undefined> {
      const row = await db
        .selectFrom('drafts')
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('saved_at', '>=', oldest())
        .executeTakeFirst();
      return row && toDraft(row);
    },
    async remove(owner: string, id: string): Promise<void> {
      await db.deleteFrom('drafts').where('id', '=', id).where('owner', '=', owner).execute();
      changed();
    },
  };
}

function toDraft({ id, title, content, saved_at }: DraftRow): Draft {
  return { id, title, content: JSON.parse(content), savedAt: new Date(saved_at) };
}
