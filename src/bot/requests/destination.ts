import type { DeliveryFailure, Destination } from '../ledger/delivery/destination.ts';
import { isCovered } from '../ledger/delivery/repeats.ts';
import type { ApiDescription } from '../onboarding/client/api-description.ts';
import { ageOf } from '../onboarding/directory/snapshot.ts';
import { failureOf, needsPeople } from '../onboarding/outage.ts';
import {
  asDeliveryFailure,
  failureIn,
  type OnboardingService,
  type TypeOf,
  translated,
} from './define-request.ts';
import { notSupported } from './stored-messages.ts';

interface DestinationOptions extends OnboardingService {
  description: ApiDescription;
  typeOf: TypeOf;
  now: () => number;
}

/** How long the list of employees is valid before an attempt, in milliseconds. */
const freshFor = 10 * 60_000;

export function createDestination(options: DestinationOptions): Destination {
  const { client, directory, description, typeOf, now } = options;

  function baseline(): number | undefined {
    const snapshot = directory.asRead();
    if (description.safeRepeats() === undefined) return undefined;
    return snapshot && ageOf(snapshot, now()) <= freshFor ? snapshot.highestId : undefined;
  }

  async function prepare(): Promise<DeliveryFailure | undefined> {
    const snapshot = directory.current();
    if (!snapshot || ageOf(snapshot, now()) > freshFor) await directory.refresh();
    if (description.safeRepeats() === undefined) await description.readOrNone();
    const trouble = baseline() === undefined ? directory.trouble() : undefined;
    return trouble && asDeliveryFailure(trouble);
  }

  return {
    baseline,
    prepare,
    promised({ kind, idempotencyKey }) {
      const isPromised = idempotencyKey !== null && description.safeRepeats()?.has(typeOf({ kind }).path);
      return (isPromised && client.sender(idempotencyKey)) || '';
    },
    async mayRepeat(request) {
      const { idempotencyKey } = request;
      const sender = idempotencyKey === null ? undefined : client.sender(idempotencyKey);
      if (!isCovered(request, sender, new Date(now()))) return false;
      return (await translated(description.read())).safeRepeats.has(typeOf(request).path);
    },
    address: client.address,
    needsPeople,
    errorOf: failureOf,
    notSupported: {
      kind: 'rejected',
      status: 404,
      problem: { non_field_errors: [notSupported] },
      by: 'frontdesk',
    },
    async probe() {
      const failure = await failureIn(client.sequences());
      if (failure) return failure;
      // Updates the list first, so that people added by hand meanwhile aren't taken for results of waiting requests.
      await directory.refresh();
      return prepare();
    },
  };
}
