import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { mostPeople, type PeopleImported } from '../../contract/employee.ts';
import { jsonRows, kindOf } from '../../database/json-rows.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import { type Problem, refuseIfAny } from '../refusal.ts';
import { chunks, type Db, markChanged, type PersonRow, type Queries } from '../storage/tables.ts';
import { moveToZones } from '../timeline/timeline-tasks.ts';
import * as fields from '../validation/field-types.ts';
import { messages } from '../validation/messages.ts';
import { newUserFields, validateFields } from '../validation/request-fields.ts';
import { noTexts, type Organization } from './create-user.ts';

type ImportPeople = (people: readonly Imported[], options: { dryRun: boolean }) => Promise<PeopleImported>;

/** Validates an import's body and carries it out. @throws Refusal 400 with all wrong entries */
export async function importFrom(body: unknown, importPeople: ImportPeople): Promise<PeopleImported> {
  const { values, problem } = validateFields(importFields, body);
  refuseIfAny({ ...problemOfAddresses(values.people ?? []), ...problem });
  return importPeople(values.people ?? [], { dryRun: values.dry_run ?? true });
}

export function peopleImporter(db: Db, clock: Clock, organization: Organization): ImportPeople {
  async function store(queries: Queries, plan: Plan): Promise<PeopleImported> {
    const { language, timezone } = organization;
    const now = clock.now();
    const start_day = dayIn(timezone, now);
    const defaults = { language, timezone, start_day, created_at: now.toISOString() };
    const ids = await insertImported(queries, plan.added, defaults);
    await updateImported(queries, plan.changed);
    const moved = plan.changed.filter(({ fields }) => fields.includes('timezone'));
    await moveToZones(queries, moved);
    const shown = plan.changed.some(({ fields }) => fields.some((field) => field.endsWith('_name')));
    if (shown) await markChanged(queries, 'people_edits');
    return answer(plan, ids);
  }

  return (people, { dryRun }) => {
    if (dryRun) return compare(db, people).then((plan) => answer(plan, new Map()));
    return db.transaction().execute(async (transaction) => {
      // Makes others that add people wait, so that people missing now are missing until these are stored.
      await markChanged(transaction, 'employees');
      return store(transaction, await compare(transaction, people));
    });
  };
}

function answer({ added, changed, unchanged }: Plan, ids: ReadonlyMap<string, number>): PeopleImported {
  return {
    added: added.map(({ email }) => ({ id: ids.get(email) ?? null, email })),
    changed: changed.map(({ row: { id, email }, fields }) => ({ id, email, fields })),
    unchanged,
  };
}

const other = 3;

type Defaults = Pick<PersonRow, 'language' | 'timezone' | 'start_day' | 'created_at'>;

async function insertImported(queries: Queries, people: Imported[], defaults: Defaults) {
  const ids = new Map<string, number>();
  for (const some of chunks(people)) {
    const rows = some.map((person) => {
      const given = Object.entries(person).filter(([, value]) => value !== undefined);
      return { ...person, ...noTexts, ...defaults, ...Object.fromEntries(given), role: person.role ?? other };
    });
    const { columns, select } = jsonRows(queries, rows);
    const inserted = await queries
      .insertInto('people')
      .columns(columns)
      .expression(select)
      .returning(['id', 'email'])
      .execute();
    for (const { id, email } of inserted) ids.set(email, id);
  }
  return ids;
}

async function updateImported(queries: Queries, changed: Plan['changed']) {
  const set = changeable.map((name) => sql`${sql.ref(name)} = changed.${sql.ref(name)}`);
  for (const some of chunks(changed)) {
    const rows = some.map(({ row }) => row);
    const { select } = jsonRows(queries, rows);
    await sql`update people set ${sql.join(set)} from (${select}) as changed
      where people.id = changed.id`.execute(queries);
  }
}

const changeable = ['first_name', 'last_name', 'phone', 'position', 'language', 'timezone'] as const;

type ImportedRow = Pick<Selectable<PersonRow>, 'id' | 'email' | (typeof changeable)[number]>;

interface Plan {
  added: Imported[];
  /** Rows as they should be, with the names of the fields that change. */
  changed: { row: ImportedRow; fields: string[] }[];
  unchanged: number;
}

async function compare(queries: Queries, people: readonly Imported[]): Promise<Plan> {
  const emails = people.map(({ email }) => email);
  const known = await findByAddresses(queries, emails);
  const plan: Plan = { added: [], changed: [], unchanged: 0 };
  for (const person of people) {
    const before = known.get(person.email);
    // An absent value leaves the field unchanged.
    const fields = changeable.filter(
      (field) => person[field] !== undefined && person[field] !== before?.[field],
    );
    if (!before) plan.added.push(person);
    else if (fields.length === 0) plan.unchanged += 1;
    else plan.changed.push({ row: changedRow(before, person), fields });
  }
  return plan;
}

function changedRow(before: ImportedRow, { role: _, ...person }: Imported): ImportedRow {
  const given = Object.entries(person).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

async function findByAddresses(queries: Queries, emails: string[]) {
  const known = new Map<string, ImportedRow>();
  // Sorted everywhere, so that two processes never wait for each other's people.
  for (const some of chunks(emails.toSorted())) {
    const rows = await queries
      .selectFrom('people')
      .select(['id', 'email', ...changeable])
      .where('email', 'in', some)
      .orderBy('id')
      .$if(queries.isTransaction && kindOf(queries) === 'postgres', (query) => query.forNoKeyUpdate())
      .execute();
    for (const row of rows) known.set(row.email, row);
  }
  return known;
}

export const importedFields = {
  first_name: newUserFields.first_name,
  last_name: newUserFields.last_name,
  email: newUserFields.email,
  phone: newUserFields.phone,
  position: newUserFields.position,
  language: newUserFields.language,
  timezone: newUserFields.timezone,
  role: newUserFields.role.optional(),
};

/** An imported person; absent fields stay unchanged. */
export type Imported = z.output<z.ZodObject<typeof importedFields>>;

export const importFields = {
  dry_run: fields.flag(),
  people: fields.listOf(importedFields, { min: 1, max: mostPeople }),
};

function problemOfAddresses(people: readonly Imported[]): Problem {
  const seen = new Set<string>();
  const again = people.flatMap(({ email }, position) => {
    if (seen.has(email)) return [[position, [`email: ${messages.sameAddress}`]]];
    seen.add(email);
    return [];
  });
  return again.length > 0 ? { people: Object.fromEntries(again) } : {};
}
