import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { DatabaseKind } from '../../../database/open.ts';
import { personKey, wordsOf } from '../lists/found-by.ts';
import type { Concerned } from '../requests/request-type.ts';
import { hasColumn } from './has-column.ts';
import { parseJson } from './parse-json.ts';

/** So many requests are looked through at a time. */
const batch = 500;

/**
 * By which words a request is found, and who sees it among what lies ahead; a hire without a start day has one once it is
 * done. Whoever is killed half-way does all of it once more: what is there already stays.
 */
export async function indexPeople(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (!(await hasColumn(db, 'requests', 'dismissed_at')))
    await db.schema.alterTable('requests').addColumn('dismissed_at', 'text').execute();
  await dayOfThoseWithout(db);
  // In the order of their bytes, so that all that begin alike stand together.
  const collation = kind === 'postgres' ? sql`collate "C"` : sql``;
  await sql`create table if not exists request_names
    (word text ${collation} not null, request_id text not null, primary key (word, request_id))`.execute(db);
  await sql`create table if not exists request_people
    (person text not null, day text not null, request_id text not null,
     primary key (person, day, request_id))`.execute(db);
  for (const table of ['request_names', 'request_people'])
    await sql`create index if not exists ${sql.ref(`${table}_request`)} on ${sql.table(table)} (request_id)`.execute(
      db,
    );
  await sql`drop index if exists requests_ahead`.execute(db);
  await sql`create index if not exists requests_timeline on requests (day, id) where state = 'done'`.execute(
    db,
  );
  await sql`create index if not exists requests_listed on requests (created_at, id)
    where ended_at is not null and forgotten_at is null`.execute(db);
  for (let last: string | undefined = ''; last !== undefined; ) last = await indexAfter(db, last);
}

/** The service took the day on which it was added. In UTC: which zone was the organization's then nobody knows. */
async function dayOfThoseWithout(db: Kysely<unknown>): Promise<void> {
  await sql`update requests set day = substr(coalesce(outcome_unknown_at, ended_at, created_at), 1, 10)
    where day is null and forgotten_at is null and state = 'done' and kind = 'newhire'`.execute(db);
}

interface Row {
  id: string;
  requester: string;
  state: string;
  day: string | null;
  payload: string;
  context: string;
}

/** @returns the last one's reference; undefined when there are no more */
async function indexAfter(db: Kysely<unknown>, last: string): Promise<string | undefined> {
  const { rows } = await sql<Row>`select id, requester, state, day, payload, context from requests
    where id > ${last} and forgotten_at is null order by id limit ${batch}`.execute(db);
  const names = rows.flatMap((row) => wordsOf(nameIn(row)).map((word) => sql`(${word}, ${row.id})`));
  const done = rows.filter(({ state, day }) => state === 'done' && day !== null);
  const people = done.flatMap((row) =>
    peopleIn(row).map((person) => sql`(${person}, ${row.day}, ${row.id})`),
  );
  await insert(db, sql`request_names (word, request_id)`, names);
  await insert(db, sql`request_people (person, day, request_id)`, people);
  return rows.length === batch ? rows.at(-1)?.id : undefined;
}

async function insert(db: Kysely<unknown>, into: ReturnType<typeof sql>, rows: ReturnType<typeof sql>[]) {
  for (let first = 0; first < rows.length; first += 1000)
    await sql`insert into ${into} values ${sql.join(rows.slice(first, first + 1000))}
      on conflict do nothing`.execute(db);
}

const Named = z.object({ personName: z.string() });

function nameIn({ context }: Row): string {
  return Named.safeParse(parseJson(context)).data?.personName ?? '';
}

const Employee = z.int().optional().catch(undefined);
const Text = z.string().optional().catch(undefined);
const Chosen = z.object({ manager: Employee, buddy: Employee });
const KnownTo = z.object({ knownTo: z.array(z.string()) });
const Said = z.object({
  managerEmail: Text,
  buddyEmail: Text,
  earlier: KnownTo.optional().catch(undefined),
});

/** Whoever submitted it, and whom it concerned by what the versions so far have stored. */
function peopleIn({ requester, payload, context }: Row): string[] {
  const chosen = Chosen.safeParse(parseJson(payload)).data;
  const said = Said.safeParse(parseJson(context)).data;
  const employees = [chosen?.manager, chosen?.buddy].filter((id) => id !== undefined);
  const emails = [said?.managerEmail, said?.buddyEmail].filter((email) => email !== undefined);
  const people: Concerned[] = [
    ...[requester, ...(said?.earlier?.knownTo ?? [])].map((user) => ({ user })),
    ...employees.map((employee) => ({ employee })),
    ...emails.map((email) => ({ email })),
  ];
  return [...new Set(people.map(personKey))];
}
