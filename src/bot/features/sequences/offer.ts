import type { Addition } from '../../../contract/additions/paths.ts';
import { within } from '../../../time/clock.ts';
import type { SequencesDeps } from './deps.ts';

/** How long App Home waits for the service's list of additions, in milliseconds. It is usually cached. */
const patience = 500;

const needed: readonly Addition[] = ['sequences', 'newSequence', 'sequence', 'starters'];

/** Whether the connected service supports editing sequences. Falls back to the last known answer if it is slow. */
export async function isOffered({ additions, clock }: Pick<SequencesDeps, 'additions' | 'clock'>) {
  const asked = additions.offered().catch(() => undefined);
  const names = (await within(clock, patience, asked)) ?? additions.known();
  return areOffered(names);
}

/** Whether these additions suffice for editing sequences. */
export function areOffered(names: ReadonlySet<Addition>): boolean {
  return needed.every((name) => names.has(name));
}
