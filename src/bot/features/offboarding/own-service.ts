import { within } from '../../../time/clock.ts';
import type { OffboardingDeps } from './deps.ts';

/** How long the service may take to say what it can, in milliseconds: somebody waits for a page. */
const patience = 500;

/**
 * Whether the service in use is Frontdesk's own. It removes all open onboarding tasks of a leaver and takes an
 * offboarding back; released versions of ChiefOnboarding keep tasks that were handed out, and take nothing back.
 * False where the service doesn't say so in time and never did.
 */
export async function isOwnService({
  additions,
  clock,
}: Pick<OffboardingDeps, 'additions' | 'clock'>): Promise<boolean> {
  await within(clock, patience, additions.has('person'));
  return isKnownAsOwn({ additions });
}

/** The same as far as it is known already. */
export function isKnownAsOwn({ additions }: Pick<OffboardingDeps, 'additions'>): boolean {
  return additions.known().has('person');
}
