import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queries, Store } from './store.ts';

/** How much of a token it is found by. The rest, 128 bits, is what has to match. */
const lookupLength = 8;

/** Whom a token belongs to. */
export interface TokenOwner {
  personId: number;
  role: number;
  active: boolean;
}

/**
 * Makes a token for a person and stores its digest. A token is 160 random bits, so nobody can find it by
 * trying, and a fast digest is as safe as a slow one: slow ones protect words that people choose.
 * @returns the token, as 40 hexadecimal digits; it cannot be shown again
 */
export async function createToken({ db, now }: Store, personId: number): Promise<string> {
  const token = randomBytes(20).toString('hex');
  await db
    .insertInto('tokens')
    .values({
      lookup: token.slice(0, lookupLength),
      digest: digestOf(token).toString('hex'),
      person_id: personId,
      created_at: now().toISOString(),
    })
    .execute();
  return token;
}

/**
 * Finds the owner of a token; null when the token is not known. The database is asked for the first characters
 * only and the digests are compared in constant time, so that the time of an answer says nothing of the rest.
 */
export async function ownerOf(queries: Queries, token: string): Promise<TokenOwner | null> {
  const digest = digestOf(token);
  const rows = await queries
    .selectFrom('tokens')
    .innerJoin('people', 'people.id', 'tokens.person_id')
    .select(['tokens.digest', 'people.id', 'people.role', 'people.active'])
    .where('tokens.lookup', '=', token.slice(0, lookupLength))
    .execute();
  const row = rows.find((each) => timingSafeEqual(Buffer.from(each.digest, 'hex'), digest));
  return row ? { personId: row.id, role: row.role, active: row.active === 1 } : null;
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
