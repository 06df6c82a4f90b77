import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { markChanged, type Versions } from '../storage/list-versions.ts';
import type { Db, Queries } from '../storage/tables.ts';
import { versionedCache } from '../storage/versioned-cache.ts';

/** Length of the prefix that a token is looked up by. The rest, 128 bits, has to match. */
const lookupLength = 8;

/** Cache limit; there are only a handful of tokens. */
const maxKept = 1_000;

interface TokenOwner {
  personId: number;
  role: number;
  active: boolean;
}

/**
 * Creates a token for a person and stores its digest. A token has 160 random bits, so it can't be found by trying,
 * and a fast digest is as safe as a slow one: slow ones protect passwords that people choose.
 * @returns the token, 40 hexadecimal digits; it can't be shown again
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

/** Deletes every token of a person. @returns how many there were */
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

/** Finds the owner of a token; null for an unknown one. */
export type OwnerOf = (token: string, versions: Versions) => Promise<TokenOwner | null>;

interface Candidate extends TokenOwner {
  digest: Buffer;
}

/**
 * Caches owners while the tokens' version in the database is unchanged, so a revoked token is refused at once. A
 * token is looked up by its prefix only, and digests are compared in constant time, so that response times reveal
 * nothing about the rest.
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
