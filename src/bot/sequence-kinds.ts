import type { Kysely } from 'kysely';
import { SequenceKind } from '../contract/sequence.ts';
import type { Migrations } from '../database/migrate.ts';
import type { Database } from '../database/open.ts';
import { type KindMemory, kindKey } from './onboarding/directory.ts';

interface SequenceKindRow {
  /** The service's address: another service has other sequences under the same ids. */
  service: string;
  sequence_id: number;
  name: string;
  kind: string;
  /** `frontdesk` when the service was asked, else the Slack user who sorted it. */
  set_by: string;
  set_at: string;
}

export interface SequenceKindTables {
  sequence_kinds: SequenceKindRow;
}

export const sequenceKindMigrations: Migrations = {
  '012-sequence-kinds': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('sequence_kinds')
        .addColumn('service', 'text', (column) => column.notNull())
        .addColumn('sequence_id', 'integer', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('set_by', 'text', (column) => column.notNull())
        .addColumn('set_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('sequence_kinds_key', ['service', 'sequence_id'])
        .execute();
    },
  },
};

export interface SequenceKinds extends KindMemory {
  /** An admin says what the service does not. @param by a Slack user id */
  sort(sequence: { id: number; name: string }, kind: SequenceKind, by: string): Promise<void>;
}

/** The kinds of sequences that were found out or sorted by hand. */
export function createSequenceKinds(
  { db }: Database<SequenceKindTables>,
  service: () => string,
  now: () => Date,
): SequenceKinds {
  async function write({ id, name }: { id: number; name: string }, kind: SequenceKind, by: string) {
    const what = { name, kind, set_by: by, set_at: now().toISOString() };
    await db
      .insertInto('sequence_kinds')
      .values({ service: service(), sequence_id: id, ...what })
      .onConflict((conflict) => conflict.columns(['service', 'sequence_id']).doUpdateSet(what))
      .execute();
  }

  return {
    async known() {
      const rows = await db
        .selectFrom('sequence_kinds')
        .selectAll()
        .where('service', '=', service())
        .execute();
      return new Map(
        rows.map(({ sequence_id: id, name, kind }) => [kindKey({ id, name }), SequenceKind.parse(kind)]),
      );
    },
    remember: (sequence, kind) => write(sequence, kind, 'frontdesk'),
    sort: write,
  };
}
