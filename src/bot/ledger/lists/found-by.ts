import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../../database/table.ts';
import { fold } from '../../../language.ts';
import type { Concerned, Request } from '../requests/request.ts';
import { readAll } from '../requests/set-aside.ts';
import type { LedgerDatabase, Reads } from '../tables/ledger-database.ts';
import { addRows, isDone, isOpen, isProposed, stands } from '../tables/sql.ts';

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

/** Stores the search words of a request. Call it in the transaction that creates the request. */
export async function noteName({ db }: Reads, name: string, id: string): Promise<void> {
  const rows = wordsOf(name).map((word) => ({ word, request_id: id }));
  await addRows(db, 'request_names', rows);
}

export async function notePeople({ db, types }: Reads, request: Request, day: string | null): Promise<void> {
  if (day === null) return;
  const { id, requester } = request;
  const concerned = types.of(request.kind).concerns?.(request) ?? [];
  const people = new Set([{ user: requester }, ...concerned].map(personKey));
  const rows = [...people].map((person) => ({ person, day, request_id: id }));
  await addRows(db, 'request_people', rows);
}

export async function moveDay({ db }: Reads, id: string, day: string | null): Promise<void> {
  await db.updateTable('requests').set({ day }).where('id', '=', id).execute();
  if (day !== null)
    await db.updateTable('request_people').set({ day }).where('request_id', '=', id).execute();
}

/** A person who sees only their own requests and, once completed, those that concern them. */
export interface Own {
  userId: string;
  known: readonly Concerned[];
}

function keysOf({ userId, known }: Own): string[] {
  return [...new Set([{ user: userId }, ...known].map(personKey))];
}

export function isAmong(concerned: readonly Concerned[], own: Own): boolean {
  const keys = new Set(keysOf(own));
  return concerned.some((person) => keys.has(personKey(person)));
}

/** SQL condition: the person's requests, and completed ones that concern them. */
export function isOwn(own: Own) {
  return sql<boolean>`(requests.requester = ${own.userId} or requests.state = 'done') and requests.id in (
    select id from requests where requester = ${own.userId} union all
    select request_id from request_people where person in (${sql.join(keysOf(own))}))`;
}

/** SQL condition: a completed request about the same person was cancelled. `which` finds it by its revision. */
const isCancelled = (which: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from requests other where other.state = 'done' and other.kind = requests.kind
  and other.subject = requests.subject and other.called_off_at is not null and other.revision ${which})`;

/** SQL condition: the request, or a later change of it, was cancelled after completion. */
const isCalledOff = isCancelled(sql`>= requests.revision`);

/** SQL condition: it isn't a change of a completed request; a cancelled one isn't changed but started again. */
const isStart = sql<boolean>`(requests.revision = 0 or ${isCancelled(sql`= requests.revision - 1`)})`;

/** Upper bound of requests about one person. */
const mostAbout = 10;

export function createLookups(database: LedgerDatabase) {
  const { db, types } = database;
  const kept = db.selectFrom('requests').where('forgotten_at', 'is', null);
  const listed = kept.where('set_aside_at', 'is', null);

  return {
    async find(id: string): Promise<Request | undefined> {
      return types.read(await kept.selectAll().where('id', '=', id).executeTakeFirst());
    },

    /** Whether the form has created a request that wasn't refused or cancelled. */
    async isSubmitted(submission: string): Promise<boolean> {
      const own = db.selectFrom('requests').select('id').where('submission', '=', submission).where(stands);
      return (await own.executeTakeFirst()) !== undefined;
    },

    async findSubmitted(submission: string): Promise<Request | undefined> {
      const own = kept.selectAll().where('submission', '=', submission).where(stands);
      return types.read(await own.executeTakeFirst());
    },

    /** The form's newest request about a person, also a refused or cancelled one. */
    async findBySubmission(submission: string, subject: string): Promise<Request | undefined> {
      const own = kept.selectAll().where('subject', '=', subject).where('submission', '=', submission);
      return types.read(await own.orderBy('created_at', 'desc').limit(1).executeTakeFirst());
    },

    async findOpen(kind: string, subject: string): Promise<Request | undefined> {
      const own = listed.selectAll().where('kind', '=', kind).where('subject', '=', subject).where(isOpen);
      return types.read(await own.executeTakeFirst());
    },

    /** Proposals that nobody has decided on, newest first. */
    async proposed(kind: string, limit: number): Promise<Request[]> {
      const undecided = kept.selectAll().where(isProposed).where('dismissed_at', 'is', null);
      const ofKind = undecided.where('kind', '=', kind).orderBy('created_at', 'desc').limit(limit);
      return (await ofKind.execute()).flatMap((row) => types.read(row) ?? []);
    },

    /** Number of the requester's requests after a time, except changes and those that were refused or cancelled. */
    async countStarted(kind: string, requester: string, since: Date): Promise<number> {
      const started = db
        .selectFrom('requests')
        .where('requester', '=', requester)
        .where('created_at', '>', since.toISOString())
        .where('kind', '=', kind)
        .where(stands)
        .where(isStart)
        .where(sql<boolean>`not ${isCalledOff}`);
      return countRows(started);
    },

    async list(limit: number): Promise<Request[]> {
      return readAll(database, await listed.selectAll().orderBy('created_at', 'desc').limit(limit).execute());
    },

    /** Requests about the person of this one, newest first: by address, or by employee id in the same service. */
    async aboutPersonOf({ kind, subject, email, resultId, service }: Request): Promise<Request[]> {
      const employee = types.of(kind).bounds === 'end' ? subject : String(resultId ?? '');
      const keys = [subject, email ?? '', employee].filter((key) => key !== '');
      const row = listed.selectAll().orderBy('created_at', 'desc').limit(mostAbout);
      // A query for each, so that each uses its own index.
      const found = await Promise.all([
        row.where('subject', 'in', keys).execute(),
        row.where('email', 'in', keys).execute(),
        /^\d{1,9}$/.test(employee)
          ? row.where(isDone).where('result_id', '=', Number(employee)).execute()
          : [],
      ]);
      const byId = new Map(found.flat().map((one) => [one.id, one]));
      const all = await readAll(database, [...byId.values()]);
      return all
        .filter((one) => service === null || one.service === null || one.service === service)
        .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
        .slice(0, mostAbout);
    },

    newestDone: (kind: string, subject: string) => newestDone(database, kind, subject),
  };
}

/** Finds the last completed request about a person; undefined if none is stored or its details were deleted. */
export async function newestDone(
  { db, types }: Reads,
  kind: string,
  subject: string,
): Promise<Request | undefined> {
  const row = await db
    .selectFrom('requests')
    .selectAll()
    .where(isDone)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('forgotten_at', 'is', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return types.read(row);
}
