import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { inBatches } from '../../database/open.ts';
import { administrator } from '../people/find-people.ts';
import { Refusal } from '../refusal.ts';
import type { Db } from '../storage/tables.ts';

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

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Checks the header of a request, and nothing else: no cookie, no login (specification, section 5). Requests that
 * come in together share one query.
 * @returns a check that throws Refusal 401 or 403
 */
export function createAuthenticate(db: Db): (header: string | undefined) => Promise<void> {
  const ownerOf = inBatches((tokens: string[]) => ownersOf(db, tokens));
  return async (header) => {
    const owner = await ownerOf(parseTokenHeader(header));
    if (!owner) throw unauthorized('Invalid token.');
    if (owner.active !== 1) throw unauthorized('User inactive or deleted.');
    if (owner.role !== administrator)
      throw new Refusal(403, { detail: 'You do not have permission to perform this action.' });
  };
}

/**
 * Tokens are looked up by their prefixes only, and digests are compared in constant time, so that response times
 * reveal nothing about the rest.
 */
async function ownersOf(db: Db, tokens: readonly string[]) {
  const prefixes = new Set(tokens.map((token) => token.slice(0, lookupLength)));
  const candidates = await db
    .selectFrom('tokens')
    .innerJoin('people', 'people.id', 'tokens.person_id')
    .select(['tokens.digest', 'people.role', 'people.active'])
    .where('tokens.lookup', 'in', [...prefixes])
    .execute();
  return tokens.map((token) => {
    const digest = digestOf(token);
    return candidates.find((candidate) => timingSafeEqual(Buffer.from(candidate.digest, 'hex'), digest));
  });
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
