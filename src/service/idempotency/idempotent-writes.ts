import { type Clock, within } from '../../time/clock.ts';
import { Refusal } from '../refusal.ts';
import type { Queries } from '../storage/tables.ts';
import { type RepeatKey, repeatKeyOf, type Write } from './idempotency-key.ts';
import { AlreadyDone, type StoredResponse } from './stored-responses.ts';

/** Time that a repeat waits for the first request, in milliseconds. */
const patience = 10_000;

export interface WriteResponse extends StoredResponse {
  repeated: boolean;
}

type Run = (key: RepeatKey | null) => Promise<StoredResponse>;

/** Carries out a write, or only answers when its key is known. @throws Refusal */
export type RunOnce = (write: Write, run: Run) => Promise<WriteResponse>;

/**
 * A request repeated with its key takes effect once and gets the first answer. A refusal isn't stored: it had
 * no effect. While the first request is carried out the second one waits, and gets a 409 when that takes too
 * long.
 */
export function idempotentWrites(db: Queries, clock: Clock): RunOnce {
  const inProgressByKey = new Map<string, Promise<unknown>>();

  async function keyed(key: RepeatKey, run: Run): Promise<WriteResponse> {
    return (
      (await replay(db, key)) ??
      run(key).then(
        (response) => ({ ...response, repeated: false }),
        // Another process may have been first; a refusal would then claim that nothing has happened.
        async (error: unknown) => {
          const earlier = error instanceof Refusal || error instanceof AlreadyDone;
          const response = earlier ? await replay(db, key) : null;
          if (response) return response;
          throw error;
        },
      )
    );
  }

  return async (write, run) => {
    const key = repeatKeyOf(write);
    if (key === null) return { ...(await run(null)), repeated: false };
    const deadline = performance.now() + patience;
    for (let other = inProgressByKey.get(key.digest); other; other = inProgressByKey.get(key.digest)) {
      await endOf(other, clock, deadline - performance.now());
    }
    const running = keyed(key, run);
    inProgressByKey.set(key.digest, running);
    return running.finally(() => inProgressByKey.delete(key.digest));
  };
}

/** @throws Refusal 409 when the other request takes longer than `milliseconds` */
async function endOf(other: Promise<unknown>, clock: Clock, milliseconds: number): Promise<void> {
  if (!(await within(clock, milliseconds, Promise.allSettled([other]))))
    throw new Refusal(409, { detail: inProgress }, { 'retry-after': '1' });
}

const inProgress =
  'A request with this Idempotency-Key is still being carried out. Send it again in a moment to get its answer.';

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
