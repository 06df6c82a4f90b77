import { sql } from 'kysely';
import { fold } from '../../fold.ts';
import type { Concerned, LedgerRequestType } from '../requests/request-type.ts';
import type { Handle } from '../tables/write.ts';

/** Limits per name: words, and characters per word (PostgreSQL limits the size of an index entry). */
const most = { words: 12, characters: 60 };

export function wordsOf(name: string): string[] {
  const words = fold(name).split(/[^\p{L}\p{N}]+/u);
  const cut = words.filter((word) => word !== '').map((word) => [...word].slice(0, most.characters).join(''));
  return [...new Set(cut)].slice(0, most.words);
}

export function personKey(person: Concerned): string {
  if ('user' in person) return `user:${person.user}`;
  return 'email' in person ? `email:${person.email}` : `employee:${person.employee}`;
}

interface Findable {
  id: string;
  requester: string;
  payload: object;
  context: { personName: string };
}

/** Stores the search words of a request. Call it in the transaction that creates the request. */
export async function noteName(tx: Handle, { id, context }: Pick<Findable, 'id' | 'context'>): Promise<void> {
  const rows = wordsOf(context.personName).map((word) => ({ word, request_id: id }));
  if (rows.length > 0)
    await tx
      .insertInto('request_names')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function notePeople(
  tx: Handle,
  { id, requester, payload, context }: Findable,
  type: LedgerRequestType,
  day: string | null,
): Promise<void> {
  if (day === null) return;
  const concerned = type.concerns?.({ payload, context: type.context.parse(context) }) ?? [];
  const people = new Set([{ user: requester }, ...concerned].map(personKey));
  await tx
    .insertInto('request_people')
    .values([...people].map((person) => ({ person, day, request_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function moveDay(tx: Handle, id: string, day: string | null): Promise<void> {
  await tx.updateTable('requests').set({ day }).where('id', '=', id).execute();
  if (day !== null)
    await tx.updateTable('request_people').set({ day }).where('request_id', '=', id).execute();
}

/** Deletes rows that go along with a request's personal details: search words, people, mutes and approvals. */
export async function forgetWhatFinds(tx: Handle, ids: readonly string[]): Promise<void> {
  for (const table of [
    'request_names',
    'request_people',
    'request_mutes',
    'approvals',
    'approval_notes',
  ] as const)
    await tx.deleteFrom(table).where('request_id', 'in', ids).execute();
}

/** Sorts after every text with the given prefix; both databases compare these columns by bytes. */
const behind = '\u{10FFFF}';

export function hasWord(id: string, beginning: string) {
  return sql<boolean>`exists (select 1 from request_names also where also.request_id = ${sql.ref(id)}
    and also.word >= ${beginning} and also.word < ${beginning + behind})`;
}

/** Ordered like the index, so that it is walked. */
export function withWord(beginning: string, limit: number) {
  return sql`select request_id from request_names where word >= ${beginning} and word < ${beginning + behind}
    order by word, request_id limit ${limit}`;
}

/** A person who sees only their own requests and, once completed, those that concern them. */
export interface Own {
  userId: string;
  known: readonly Concerned[];
}

export function keysOf({ userId, known }: Own): string[] {
  return [...new Set([{ user: userId }, ...known].map(personKey))];
}

export function isAmong(concerned: readonly Concerned[], own: Own): boolean {
  const keys = new Set(keysOf(own));
  return concerned.some((person) => keys.has(personKey(person)));
}

/** Subquery of references: the person's newest requests and those that concern them, each at most `limit`. */
export function idsOf(own: Own, limit: number) {
  const ofKeys = keysOf(own).map(
    (key) => sql`select * from (
      select request_id from request_people where person = ${key} order by day desc limit ${limit}) concerned`,
  );
  const submitted = sql`select * from (
    select id from requests where requester = ${own.userId} order by created_at desc limit ${limit}) submitted`;
  return sql.join([submitted, ...ofKeys], sql` union all `);
}
