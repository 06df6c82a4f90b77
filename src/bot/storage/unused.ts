import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from '../../database/migrate.ts';

/** Drops what nothing reads any more. */
export const dropUnused: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['waiting', 'version'])
      if (await hasColumn(db, 'elsewhere_marks', column))
        await db.schema.alterTable('elsewhere_marks').dropColumn(column).execute();
    await db.schema.dropTable('people_imports').ifExists().execute();
  },
};
