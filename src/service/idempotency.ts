import { createHash, createHmac } from 'node:crypto';
import { inBatches } from '../database/open.ts';
import { isDatabaseAway } from '../database/postgres/away.ts';
import { inSmallSteps } from '../database/small-steps.ts';
import type { Log } from '../log.ts';
import { type Clock, type Repeating, repeat } from '../time/clock.ts';
import { Refusal } from './refusal.ts';
import type { Db, Queries } from './storage/tables.ts';

/** Header of draft-ietf-httpapi-idempotency-key-header. */
export const headerName = 'Idempotency-Key';

/** Longest key, in characters, without its quotes. */
export const maxKey = 255;

export interface RepeatKey {
  digest: string;
  /** Digest of the body, keyed with the key so that the body can't be found by trying. */
  fingerprint: string;
}

interface Write {
  path: string;
  header: string | undefined;
  /** Parsed body: whitespace and the order of fields don't make another request. */
  body: unknown;
}

/**
 * All tokens share one key space, since all belong to administrators. Null without the header; throws Refusal
 * 400 when it isn't a valid key.
 */
function repeatKeyOf({ path, header, body }: Write): RepeatKey | null {
  if (header === undefined) return null;
  const key = keyIn(header);
  return {
    digest: createHash('sha256').update(`${path}\n${key}`).digest('hex'),
    fingerprint: createHmac('sha256', key).update(inOneOrder(body)).digest('hex'),
  };
}

/** String of RFC 8941 (section 3.3.3): visible ASCII and spaces in quotes; `\"` and `\\` are the escapes. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

const bare = /^[!#-+\--:<-[\]-~]+$/;

function keyIn(header: string): string {
  const value = header.trim();
  // Don't match longer ones: a key with every character escaped still fits, quotes included.
  const readable = value.length <= 2 * maxKey + 2;
  const inQuotes = readable ? quoted.exec(value)?.[1]?.replaceAll(/\\(["\\])/g, '$1') : undefined;
  const key = inQuotes ?? (readable && bare.test(value) ? value : '');
  if (key === '' || key.length > maxKey) throw new Refusal(400, { detail: malformed });
  return key;
}

const malformed =
  `The ${headerName} header is not valid. Send one string in double quotes with 1 to ${maxKey} visible ASCII ` +
  'characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324".';

function inOneOrder(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (isObject(value) ? sorted(value) : value)) ?? '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export interface StoredResponse {
  status: number;
  /** JSON; null for an answer without a body. */
  body: string | null;
}

/** Effect of a write: its answer, and the person it is about (null for none), whose removal deletes it. */
export interface Effect extends StoredResponse {
  personId: number | null;
}

export interface Keyed {
  key: RepeatKey | null;
}

/** A request with this key took effect while this one was being checked; this one did nothing. */
class AlreadyDone extends Error {
  override name = 'AlreadyDone';
}

/**
 * Stores effects with their keys and answers, many in one transaction. `store` says of each item what became of
 * it; the key of a refused one is released. The write throws that Refusal; AlreadyDone for a used key.
 */
export function keyedWrites<Item extends Keyed, Made extends Effect>(
  db: Db,
  clock: Clock,
  store: (queries: Queries, items: Item[], now: Date) => Promise<Map<Item, Made | Refusal>>,
): (item: Item) => Promise<Made> {
  function storeTogether(items: Item[]): Promise<(Made | Refusal | AlreadyDone)[]> {
    return db.transaction().execute(async (queries) => {
      const now = clock.now();
      const fresh = await claimKeys(queries, items, now);
      const outcomes = await store(queries, fresh, now);
      await storeResponses(queries, outcomes);
      await releaseKeys(
        queries,
        fresh.filter((item) => outcomes.get(item) instanceof Refusal),
      );
      return items.map((item) => outcomes.get(item) ?? new AlreadyDone());
    });
  }

  /** Stores a failed batch one by one, so that only the item at fault fails; never after an unknown outcome. */
  async function storeAll(items: Item[]): Promise<Outcome<Made>[]> {
    try {
      return await storeTogether(items);
    } catch (error) {
      if (items.length === 1 || isDatabaseAway(error)) return items.map(() => ({ error }));
      const outcomes: Outcome<Made>[] = [];
      for (const item of items) outcomes.push(...(await storeAll([item])));
      return outcomes;
    }
  }

  const write = inBatches(storeAll);
  return async (item) => {
    const outcome = await write(item);
    if (outcome instanceof Error) throw outcome;
    if ('error' in outcome) throw outcome.error;
    return outcome;
  };
}

type Outcome<Made> = Made | Refusal | AlreadyDone | { error: unknown };

function keysOf(items: Keyed[]): RepeatKey[] {
  return items.flatMap(({ key }) => key ?? []);
}

/**
 * Waits while another process writes the same key, until that commits or fails. Returns the items still to be
 * applied.
 */
async function claimKeys<Item extends Keyed>(queries: Queries, items: Item[], now: Date): Promise<Item[]> {
  const created_at = now.toISOString();
  const wanted = new Map(keysOf(items).map((key) => [key.digest, { ...key, created_at }]));
  if (wanted.size === 0) return items;
  const taken = await queries
    .insertInto('idempotency_keys')
    // Sorted everywhere, so that two processes never wait for each other's keys.
    .values([...wanted.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1)))
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('digest')
    .execute();
  const free = new Set(taken.map(({ digest }) => digest));
  // A key twice in one batch: the second one is a repeat.
  return items.filter(({ key }) => key === null || free.delete(key.digest));
}

async function releaseKeys(queries: Queries, items: Keyed[]): Promise<void> {
  const digests = keysOf(items).map(({ digest }) => digest);
  if (digests.length === 0) return;
  await queries.deleteFrom('idempotency_keys').where('digest', 'in', digests).execute();
}

async function storeResponses(queries: Queries, outcomes: Map<Keyed, Effect | Refusal>): Promise<void> {
  const rows = [...outcomes].flatMap(([{ key }, outcome]) => {
    if (!key || outcome instanceof Refusal) return [];
    return [{ digest: key.digest, person_id: outcome.personId, status: outcome.status, body: outcome.body }];
  });
  if (rows.length > 0) await queries.insertInto('idempotency_answers').values(rows).execute();
}

const keptFor = 7 * 24 * 3_600_000;

const lookEvery = 3_600_000;

export function startKeyCleanup(db: Db, clock: Clock, log: Log): Repeating {
  return repeat({
    clock,
    every: lookEvery,
    async turn(stopping) {
      await inSmallSteps((size) => deleteExpiredKeys(db, clock.now(), size), stopping);
    },
    onError: (error) => log.error({ err: error }, 'Old idempotency keys could not be deleted'),
  });
}

async function deleteExpiredKeys(queries: Queries, now: Date, most: number): Promise<number> {
  const before = new Date(now.getTime() - keptFor).toISOString();
  const { numDeletedRows } = await queries
    .deleteFrom('idempotency_keys')
    .where('digest', 'in', (query) =>
      query
        .selectFrom('idempotency_keys')
        .select('digest')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export interface WriteResponse extends StoredResponse {
  repeated: boolean;
}

/** Carries out a write, or only answers when its key is known. @throws Refusal */
export type RunOnce = ReturnType<typeof idempotentWrites>;

/**
 * A request repeated with its key takes effect once and gets the first answer. A refusal isn't stored: it had
 * no effect. A repeat that comes before the first request ends waits for it in the database.
 */
export function idempotentWrites(db: Queries) {
  return async (
    write: Write,
    run: (key: RepeatKey | null) => Promise<StoredResponse>,
  ): Promise<WriteResponse> => {
    const key = repeatKeyOf(write);
    if (key === null) return { ...(await run(null)), repeated: false };
    for (;;) {
      const earlier = await replay(db, key);
      if (earlier) return earlier;
      try {
        return { ...(await run(key)), repeated: false };
      } catch (error) {
        // The other request with this key has an answer now, or was refused and had no effect.
        if (!(error instanceof AlreadyDone)) throw error;
      }
    }
  };
}

/** @returns the stored answer; null for an unknown key @throws Refusal 422 or 410 */
async function replay(queries: Queries, key: RepeatKey): Promise<WriteResponse | null> {
  const known = await queries
    .selectFrom('idempotency_keys')
    .leftJoin('idempotency_answers', 'idempotency_answers.digest', 'idempotency_keys.digest')
    .select(['fingerprint', 'status', 'body'])
    .where('idempotency_keys.digest', '=', key.digest)
    .executeTakeFirst();
  if (!known) return null;
  const { fingerprint, status, body } = known;
  if (fingerprint !== key.fingerprint) throw new Refusal(422, { detail: otherRequest });
  // The answer is deleted with its person.
  if (status === null) throw new Refusal(410, { detail: gone });
  return { status, body, repeated: true };
}

const otherRequest =
  'This Idempotency-Key was used for another request. Nothing was done. Use a new key for a new request.';

const gone =
  'The request with this Idempotency-Key was carried out, and the person it was about has been removed since. ' +
  'Nothing was done.';
