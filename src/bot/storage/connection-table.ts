import type { Kysely } from 'kysely';
import type { Migrations } from '../../database/migrate.ts';

/** The stored address and token of the onboarding service: one row, whose id is 1. */
export interface ConnectionRow {
  id: number;
  url: string;
  sealed_token: string;
  /** Tells which key it was encrypted with. */
  key_id: string;
  set_by: string;
  set_at: string;
}

export interface ConnectionTables {
  connection: ConnectionRow;
}

/** The one row's table. */
export const connectionMigrations: Migrations = {
  '002-connection': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('connection')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('sealed_token', 'text', (column) => column.notNull())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('set_by', 'text', (column) => column.notNull())
        .addColumn('set_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
