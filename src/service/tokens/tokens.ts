import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { administrator } from '../people/find-people.ts';
import { Refusal } from '../refusal.ts';
import { markChanged, type Versions, versionedCache } from '../storage/list-versions.ts';
import type { Db, Queries } from '../storage/tables.ts';

/** Length of the prefix that a token is looked up by. The rest, 128 bits, has to match. */
const lookupLength = 8;

const maxKept = 1_000;

interface TokenOwner {
  personId: number;
  role: number;
  active: boolean;
}

/**
 * 160 random bits, which can't be found by trying, so a fast digest is as safe as a slow one. Returns 40
 * hexadecimal digits, which can't be shown again.
 */
export async function createToken(db: Db, now: Date, personId: number): Promise<string> {
  const token = randomBytes(20).toString('hex');
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('tokens')
      .values({
        lookup: token.slice(0, lookupLength),
        digest: digestOf(token).toString('hex'),
        person_id: personId,
        created_at: now.toISOString(),
      })
      .execute();
    await markChanged(transaction, 'tokens');
  });
  return token;
}

export async function revokeTokens(db: Db, personId: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('tokens')
      .where('person_id', '=', personId)
      .executeTakeFirst();
    await markChanged(transaction, 'tokens');
    return Number(deleted.numDeletedRows);
  });
}

export type OwnerOf = (token: string, versions: Versions) => Promise<TokenOwner | null>;

interface Candidate extends TokenOwner {
  digest: Buffer;
}

/**
 * A revoked token is refused at once. A token is looked up by its prefix only, and digests are compared in
 * constant time, so that response times reveal nothing about the rest.
 */
export function tokenOwnerLookup(db: Db): OwnerOf {
  const candidatesOf = versionedCache<string, Candidate[]>(maxKept);
  return async (token, { tokens: version }) => {
    const candidates = candidatesOf(version);
    const lookup = token.slice(0, lookupLength);
    const found = candidates.get(lookup) ?? (await candidatesFor(db, lookup));
    if (found.length > 0) candidates.set(lookup, found);
    const digest = digestOf(token);
    return found.find((candidate) => timingSafeEqual(candidate.digest, digest)) ?? null;
  };
}

async function candidatesFor(queries: Queries, lookup: string): Promise<Candidate[]> {
  const rows = await queries
    .selectFrom('tokens')
    .innerJoin('people', 'people.id', 'tokens.person_id')
    .select(['tokens.digest', 'people.id as personId', 'people.role', 'people.active'])
    .where('tokens.lookup', '=', lookup)
    .execute();
  return rows.map((row) => ({ ...row, digest: Buffer.from(row.digest, 'hex'), active: row.active === 1 }));
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Reads the header alone (specification, section 5): no cookie, no login. `versions` as read after the
 * request arrived. Throws Refusal 401 or 403.
 */
export async function authenticate(
  ownerOf: OwnerOf,
  versions: Versions,
  header: string | undefined,
): Promise<void> {
  const owner = await ownerOf(parseTokenHeader(header), versions);
  if (!owner) throw unauthorized('Invalid token.');
  if (!owner.active) throw unauthorized('User inactive or deleted.');
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
