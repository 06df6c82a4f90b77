import { type Insertable, sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import { type Columns, columnNames, rowsAsJson } from '../../../database/rows-as-json.ts';
import { chunks, type PersonRow, type Queries } from '../../storage/tables.ts';
import type { ImportedRow, Plan } from './compare-people.ts';
import type { Imported } from './import-fields.ts';

/** Default role: Other. */
const other = 3;

type Defaults = Pick<PersonRow, 'language' | 'timezone' | 'start_day' | 'created_at'>;

type InsertedRow = Omit<
  Insertable<PersonRow>,
  'id' | 'active' | 'termination_date' | 'start_cancelled' | 'buddy' | 'manager'
>;

const insertedColumns: Columns<InsertedRow> = {
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  role: 'integer',
  phone: 'text',
  position: 'text',
  language: 'text',
  message: 'text',
  linkedin: 'text',
  facebook: 'text',
  twitter: 'text',
  timezone: 'text',
  start_day: 'text',
  created_at: 'text',
};

const empty = { phone: '', position: '', message: '', linkedin: '', facebook: '', twitter: '' };

/** Adds people. @returns their ids by email address */
export async function insertImported(
  queries: Queries,
  kind: DatabaseKind,
  people: Imported[],
  defaults: Defaults,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const some of chunks(people)) {
    const rows = some.map((person): InsertedRow => {
      const given = Object.entries(person).filter(([, value]) => value !== undefined);
      return { ...person, ...empty, ...defaults, ...Object.fromEntries(given), role: person.role ?? other };
    });
    const inserted = await queries
      .insertInto('people')
      .columns(columnNames(insertedColumns))
      .expression(rowsAsJson(kind, insertedColumns, rows))
      .returning(['id', 'email'])
      .execute();
    for (const { id, email } of inserted) ids.set(email, id);
  }
  return ids;
}

const changedColumns: Columns<Omit<ImportedRow, 'email'>> = {
  id: 'integer',
  first_name: 'text',
  last_name: 'text',
  phone: 'text',
  position: 'text',
  language: 'text',
  timezone: 'text',
};

/** Updates the rows of changed people. */
export async function updateImported(queries: Queries, kind: DatabaseKind, changed: Plan['changed']) {
  const names = columnNames(changedColumns);
  const set = names
    .filter((name) => name !== 'id')
    .map((name) => sql`${sql.ref(name)} = changed.${sql.ref(name)}`);
  for (const some of chunks(changed)) {
    const rows = rowsAsJson(
      kind,
      changedColumns,
      some.map(({ row }) => row),
    );
    await sql`with changed (${sql.join(names.map(sql.ref))}) as (${rows})
      update people set ${sql.join(set)} from changed where people.id = changed.id`.execute(queries);
  }
}
