import { sql } from 'kysely';
import { fold } from '../../fold.ts';
import type { Concerned, LedgerRequestType } from '../requests/request-type.ts';
import type { Handle } from '../tables/write.ts';

/** The words of one name that count, and the most characters of each: an index entry has a limit on PostgreSQL. */
const most = { words: 12, characters: 60 };

/** The words by which a name is found: without case and accents, each once. */
export function wordsOf(name: string): string[] {
  const words = fold(name).split(/[^\p{L}\p{N}]+/u);
  const cut = words.filter((word) => word !== '').map((word) => [...word].slice(0, most.characters).join(''));
  return [...new Set(cut)].slice(0, most.words);
}

/** Somebody who may see a request, as a row names them. */
export function personKey(person: Concerned): string {
  if ('user' in person) return `user:${person.user}`;
  return 'email' in person ? `email:${person.email}` : `employee:${person.employee}`;
}

/** What a request is found by. */
interface Findable {
  id: string;
  requester: string;
  payload: object;
  context: { personName: string };
}

/** Writes down by which words a request is found, in the transaction that makes it. */
export async function noteName(tx: Handle, { id, context }: Pick<Findable, 'id' | 'context'>): Promise<void> {
  const rows = wordsOf(context.personName).map((word) => ({ word, request_id: id }));
  if (rows.length > 0)
    await tx
      .insertInto('request_names')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Writes down who sees among what lies ahead a request that is done: whoever submitted it, and whom it concerns. */
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

/** The day that a request is about is another one from now on; null takes it out of what lies ahead. */
export async function moveDay(tx: Handle, id: string, day: string | null): Promise<void> {
  await tx.updateTable('requests').set({ day }).where('id', '=', id).execute();
  if (day !== null)
    await tx.updateTable('request_people').set({ day }).where('request_id', '=', id).execute();
}

/** With the personal details of requests goes what they are found by, who muted them, and what was said of them. */
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

/** Behind every text that begins with a word, as databases order their letters here: by their bytes. */
const behind = '\u{10FFFF}';

/** Whether a request has a word in its name that begins so. @param id a column with its reference */
export function hasWord(id: string, beginning: string) {
  return sql<boolean>`exists (select 1 from request_names also where also.request_id = ${sql.ref(id)}
    and also.word >= ${beginning} and also.word < ${beginning + behind})`;
}

/** The references of so many requests with a word in their names that begins so: ordered, so that an index is walked. */
export function withWord(beginning: string, limit: number) {
  return sql`select request_id from request_names where word >= ${beginning} and word < ${beginning + behind}
    order by word, request_id limit ${limit}`;
}
