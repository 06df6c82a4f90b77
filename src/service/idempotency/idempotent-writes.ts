import { Refusal } from '../refusal.ts';
import type { Queries } from '../storage/tables.ts';
import { type RepeatKey, repeatKeyOf, type Write } from './idempotency-key.ts';
import { AlreadyDone, type StoredResponse } from './stored-responses.ts';

export interface WriteResponse extends StoredResponse {
  repeated: boolean;
}

type Run = (key: RepeatKey | null) => Promise<StoredResponse>;

/** Carries out a write, or only answers when its key is known. @throws Refusal */
export type RunOnce = (write: Write, run: Run) => Promise<WriteResponse>;

/**
 * A request repeated with its key takes effect once and gets the first answer. A refusal isn't stored: it had
 * no effect. A repeat that comes before the first request ends waits for it in the database.
 */
export function idempotentWrites(db: Queries): RunOnce {
  return async (write, run) => {
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
