import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import { hasColumn } from './has-column.ts';

/**
 * Makes a message "which one about what" in place of what it says. What earlier versions wrote stays as it stands, with
 * its random key and the uniqueness over (request, purpose), on which a replica of such a version still relies.
 */
export function storeDefinitions(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  // On SQLite the migrator begins no transaction, and a column must not be lost half-way to its place.
  return kind === 'sqlite' ? db.transaction().execute((tx) => change(tx, kind)) : change(db, kind);
}

async function change(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (await hasColumn(db, 'messages', 'metadata_id')) return;
  for (const column of ['metadata_id', 'name', 'about', 'scheduled_for'])
    await db.schema.alterTable('messages').addColumn(column, 'text').execute();
  for (const column of ['text', 'blocks']) await allowNull(db, kind, column);
}

/** SQLite cannot take "not null" from a column: another one takes its place. */
async function allowNull(db: Kysely<unknown>, kind: DatabaseKind, column: string): Promise<void> {
  const messages = db.schema.alterTable('messages');
  if (kind === 'postgres') return messages.alterColumn(column, (own) => own.dropNotNull()).execute();
  const other = `${column}_or_null`;
  await messages.addColumn(other, 'text').execute();
  await sql`update messages set ${sql.ref(other)} = ${sql.ref(column)}`.execute(db);
  await messages.dropColumn(column).execute();
  await messages.renameColumn(other, column).execute();
}

/** What became of something is written over every message about it. */
export async function addTopics(db: Kysely<unknown>): Promise<void> {
  if (!(await hasColumn(db, 'messages', 'topic')))
    await db.schema.alterTable('messages').addColumn('topic', 'text').execute();
  await sql`create index if not exists messages_topic on messages (topic) where topic is not null`.execute(
    db,
  );
}
