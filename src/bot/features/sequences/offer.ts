import type { Addition } from '../../../contract/additions/paths.ts';
import { within } from '../../../time/clock.ts';
import type { SequencesDeps } from './deps.ts';

/** How long App Home waits to hear what the service can, in milliseconds. Usually that is remembered. */
const patience = 500;

const needed: readonly Addition[] = ['sequences', 'newSequence', 'sequence', 'starters'];

/** Whether the connected service lets sequences be made and changed, as far as it says so in time. */
export async function isOffered({ additions, clock }: Pick<SequencesDeps, 'additions' | 'clock'>) {
  const asked = additions.offered().catch(() => undefined);
  const names = (await within(clock, patience, asked)) ?? additions.known();
  return areOffered(names);
}

/** Whether a service that can this lets sequences be made and changed. */
export function areOffered(names: ReadonlySet<Addition>): boolean {
  return needed.every((name) => names.has(name));
}
