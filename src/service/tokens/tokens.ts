import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { administrator } from '../people/find-people.ts';
import { Refusal } from '../refusal.ts';
import type { Db, Queries } from '../storage/tables.ts';

/** Length of the prefix that a token is looked up by. The rest, 128 bits, has to match. */
const lookupLength = 8;

/**
 * 160 random bits, which can't be found by trying, so a fast digest is as safe as a slow one. Returns 40
 * hexadecimal digits, which can't be shown again.
 */
export async function createToken(db: Db, now: Date, personId: number): Promise<string> {
  const token = randomBytes(20).toString('hex');
  await db
    .insertInto('tokens')
    .values({
      lookup: token.slice(0, lookupLength),
      digest: digestOf(token).toString('hex'),
      person_id: personId,
      created_at: now.toISOString(),
    })
    .execute();
  return token;
}

/** @returns how many there were */
export async function revokeTokens(db: Db, personId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('tokens')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * A token is looked up by its prefix only, and digests are compared in constant time, so that response times
 * reveal nothing about the rest.
 */
async function findOwner(queries: Queries, token: string) {
  const candidates = await queries
    .selectFrom('tokens')
    .innerJoin('people', 'people.id', 'tokens.person_id')
    .select(['tokens.digest', 'people.role', 'people.active'])
    .where('tokens.lookup', '=', token.slice(0, lookupLength))
    .execute();
  const digest = digestOf(token);
  return candidates.find((candidate) => timingSafeEqual(Buffer.from(candidate.digest, 'hex'), digest));
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Reads the header alone (specification, section 5): no cookie, no login. @throws Refusal 401 or 403 */
export async function authenticate(queries: Queries, header: string | undefined): Promise<void> {
  const owner = await findOwner(queries, parseTokenHeader(header));
  if (!owner) throw unauthorized('Invalid token.');
  if (owner.active !== 1) throw unauthorized('User inactive or deleted.');
  if (owner.role !== administrator) {
    throw new Refusal(403, { detail: 'You do not have permission to perform this action.' });
  }
}

/** Specification, section 5, rule 2. Throws Refusal 401 that says what is wrong with the header. */
export function parseTokenHeader(header = ''): string {
  const [scheme, ...rest] = header.split(/\s+/).filter((part) => part !== '');
  if (scheme?.toLowerCase() !== 'token') throw unauthorized('Authentication credentials were not provided.');
  if (rest.length === 0) throw unauthorized('Invalid token header. No credentials provided.');
  if (rest.length > 1) throw unauthorized('Invalid token header. Token string should not contain spaces.');
  const [token = ''] = rest;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw unauthorized('Invalid token header. Token string should not contain invalid characters.');
  }
  return token;
}

export function unauthorized(detail: string): Refusal {
  return new Refusal(401, { detail }, { 'www-authenticate': 'Token' });
}
