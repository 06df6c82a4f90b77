import type { Destination } from '../ledger/delivery/destination.ts';
import { isCovered } from '../ledger/delivery/repeats.ts';
import { NotConnected, type OnboardingClient } from '../onboarding/client/client.ts';
import { OnboardingFailure } from '../onboarding/client/errors.ts';
import { createSafeRepeats } from '../onboarding/client/safe-repeats.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { ageOf } from '../onboarding/directory/snapshot.ts';
import type { TypeOf } from './define-request.ts';

interface DestinationOptions {
  client: OnboardingClient;
  directory: Directory;
  typeOf: TypeOf;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** For how long what is known of the employees counts as known before an attempt, in milliseconds. */
const freshFor = 10 * 60_000;

/** The onboarding service, as the ledger sees it. */
export function createDestination(options: DestinationOptions): Destination & { forget(): void } {
  const { client, directory, typeOf, now } = options;
  const repeats = createSafeRepeats(client, now);

  function highestId(): number | undefined {
    const snapshot = directory.asRead();
    if (repeats.known() === undefined) return undefined;
    return snapshot && ageOf(snapshot, now()) <= freshFor ? snapshot.highestId : undefined;
  }

  async function prepare(): Promise<Error | undefined> {
    const snapshot = directory.current();
    if (!snapshot || ageOf(snapshot, now()) > freshFor) await directory.refresh();
    if (repeats.known() === undefined) await repeats.readOrNone();
    return highestId() === undefined ? directory.trouble() : undefined;
  }

  return {
    typeOf(request) {
      const type = typeOf(request);
      return {
        ...type,
        deliver: (one) => type.deliver(one, options),
        reconcile: (one) => type.reconcile(one, options),
      };
    },
    highestId,
    prepare,
    promised({ kind, idempotencyKey }) {
      const isPromised = idempotencyKey !== null && repeats.known()?.has(typeOf({ kind }).path);
      return (isPromised && client.sender(idempotencyKey)) || '';
    },
    async mayRepeat(request) {
      const { idempotencyKey } = request;
      const sender = idempotencyKey === null ? undefined : client.sender(idempotencyKey);
      if (!isCovered(request, sender, new Date(now()))) return false;
      return (await repeats.read()).has(typeOf(request).path);
    },
    /** Another service, or another token: what was promised before does not count. */
    forget: repeats.forget,
    address: client.address,
    async probe() {
      const failure = await failureOf(client.sequences());
      if (failure) return failure;
      // Whoever was added by hand meanwhile was not added by what waits.
      await directory.refresh();
      return prepare();
    },
  };
}

async function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof OnboardingFailure || error instanceof NotConnected) return error;
    throw error;
  }
}
