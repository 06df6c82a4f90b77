import { within } from '../../../time/clock.ts';
import type { OffboardingDeps } from './deps.ts';

/** Time limit for the service to list its additions, in milliseconds: a page waits for it. */
const patience = 500;

/**
 * Whether the connected service is Frontdesk's own. It removes all open onboarding tasks of a leaver and can undo an
 * offboarding; released versions of ChiefOnboarding keep tasks already handed out, and undo nothing.
 * False if the service doesn't answer in time and never did.
 */
export async function isOwnService({
  additions,
  clock,
}: Pick<OffboardingDeps, 'additions' | 'clock'>): Promise<boolean> {
  await within(clock, patience, additions.has('person'));
  return isKnownAsOwn({ additions });
}

/** Like `isOwnService`, but only from what is known already. */
export function isKnownAsOwn({ additions }: Pick<OffboardingDeps, 'additions'>): boolean {
  return additions.known().has('person');
}
