import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export interface SourceRow {
  id: string;
  name: string;
  /** `Sealed`, encrypted. */
  sealed: string;
  /** JSON of `Mapping`; `{}` until somebody sets it. */
  mapping: string;
  set_by: string;
  set_at: string;
  /** Next reading of the address; null for a source without one. */
  poll_at: string | null;
  /** Digest of the body that was read last. */
  polled: string | null;
  /** Status of the last answer, or `tooLarge`, `noJson` or `unreachable`; null if it could be read. */
  poll_trouble: string | null;
}

export interface EventRow {
  /** Time and randomness, so that ids sort by arrival. */
  id: string;
  source: string;
  received_at: string;
  /** The body, encrypted. */
  sealed: string;
  state: string;
  lease_until: string | null;
}

export interface StarterTables {
  starter_sources: SourceRow;
  starter_events: EventRow;
}

export const addStarterTables: Migration = {
  async up(db: Kysely<unknown>) {
    const sources = db.schema.createTable('starter_sources').ifNotExists();
    await sources
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('mapping', 'text', (column) => column.notNull())
      .addColumn('set_by', 'text', (column) => column.notNull())
      .addColumn('set_at', 'text', (column) => column.notNull())
      .addColumn('poll_at', 'text')
      .addColumn('polled', 'text')
      .addColumn('poll_trouble', 'text')
      .execute();
    const events = db.schema.createTable('starter_events').ifNotExists();
    await events
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'text')
      .execute();
    const index = db.schema.createIndex('starter_events_source').ifNotExists();
    await index.on('starter_events').columns(['source', 'state', 'id']).execute();
  },
};
