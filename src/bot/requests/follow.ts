import type { PersonChange } from '../../contract/employee.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { Held, Wording } from '../ledger/outbox/message.ts';
import type { ServiceAdditions } from '../onboarding/additions.ts';
import { isServiceTrouble, isTaken } from '../onboarding/outage.ts';
import { messageOf } from './result-views.ts';

type Additions = Pick<ServiceAdditions, 'has' | 'known'>;

/** Time limit for the service to list its additions, in milliseconds: a window waits for it. */
const patience = 500;

/**
 * Whether the service is Frontdesk's own, which can change people, removes a leaver's open onboarding tasks, and can
 * undo an offboarding; released versions of ChiefOnboarding can't. False if it doesn't answer in time and never did.
 */
export async function isOwnService({ additions, clock }: { additions: Additions; clock: Clock }) {
  await within(clock, patience, additions.has('person'));
  return isKnownAsOwn({ additions });
}

/** Answer of `isOwnService` from memory: nobody waits. */
export function isKnownAsOwn({ additions }: { additions: Pick<Additions, 'known'> }): boolean {
  return additions.known().has('person');
}

/** Time between two attempts, in milliseconds. */
const pause = 60_000;

/**
 * Changes a person in the onboarding service, again while that is away.
 * @param change idempotent; undefined if there is none that the service could take
 * @returns no message if the service takes it, one that says `failed` if it never will
 */
export async function changePerson(
  change: PersonChange | undefined,
  failed: string,
  { additions, now }: { additions: Pick<ServiceAdditions, 'changePerson'>; now: Date },
): Promise<Wording | Held | undefined> {
  try {
    if (change && (await isTaken(additions.changePerson(change)))) return undefined;
    return messageOf(failed);
  } catch (error) {
    if (isServiceTrouble(error)) return { later: new Date(now.getTime() + pause) };
    throw error;
  }
}
