import type { Selectable } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import { chunks, type PersonRow, type Queries } from '../../storage/tables.ts';
import type { Imported } from './import-fields.ts';

/** Fields that an import may change for an existing person. */
const changeable = ['first_name', 'last_name', 'phone', 'position', 'language', 'timezone'] as const;

export type ImportedRow = Pick<Selectable<PersonRow>, 'id' | 'email' | (typeof changeable)[number]>;

export interface Plan {
  added: Imported[];
  /** Rows as they should be, with the names of the fields that change. */
  changed: { row: ImportedRow; fields: string[] }[];
  unchanged: number;
}

/** Finds existing people and their differences. @param lock kind of database, to lock the rows that are read */
export async function compare(
  queries: Queries,
  people: readonly Imported[],
  lock?: DatabaseKind,
): Promise<Plan> {
  const known = await findByAddresses(
    queries,
    people.map(({ email }) => email),
    lock,
  );
  const plan: Plan = { added: [], changed: [], unchanged: 0 };
  for (const person of people) {
    const before = known.get(person.email);
    const fields = before ? changeable.filter((field) => isOther(before[field], person[field])) : [];
    if (!before) plan.added.push(person);
    else if (fields.length === 0) plan.unchanged += 1;
    else plan.changed.push({ row: changedRow(before, person), fields });
  }
  return plan;
}

/** An absent value leaves the field unchanged. */
function isOther(before: string, wanted: string | undefined): boolean {
  return wanted !== undefined && wanted !== before;
}

function changedRow(before: ImportedRow, { role: _, ...person }: Imported): ImportedRow {
  const given = Object.entries(person).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

async function findByAddresses(queries: Queries, emails: string[], lock?: DatabaseKind) {
  const known = new Map<string, ImportedRow>();
  // Sorted everywhere, so that two processes never wait for each other's people.
  for (const some of chunks(emails.toSorted())) {
    const rows = await queries
      .selectFrom('people')
      .select(['id', 'email', ...changeable])
      .where('email', 'in', some)
      .orderBy('id')
      .$if(lock === 'postgres', (query) => query.forNoKeyUpdate())
      .execute();
    for (const row of rows) known.set(row.email, row);
  }
  return known;
}
