import { type ImportedPerson, mostPeople } from '../../../../contract/additions/people.ts';
import { NotConnected } from '../../../onboarding/client/client.ts';
import { OnboardingFailure } from '../../../onboarding/client/errors.ts';
import type { Progress } from '../../../storage/people/imports.ts';
import type { PeopleDeps } from '../deps.ts';

/** What came of an import: what is known to be done, and what ended it before its end. */
export interface Outcome extends Progress {
  trouble?: Error;
}

interface Steps {
  /** Called before each step: of whom it is about it is not known then how it ends. */
  onProgress(progress: Progress): Promise<void>;
  /** Aborted when no more is to be begun. */
  signal: AbortSignal;
}

/**
 * Adds and changes people, so many at a time. Each time all of them are done or none; a repeat changes nothing more.
 * What goes wrong ends it, and is in the outcome.
 */
export async function runImport(
  people: readonly ImportedPerson[],
  { additions }: Pick<PeopleDeps, 'additions'>,
  { onProgress, signal }: Steps,
): Promise<Outcome> {
  const done = { added: 0, changed: 0, unchanged: 0, unknown: 0, remaining: people.length };
  for (let from = 0; from < people.length && !signal.aborted; from += mostPeople) {
    const batch = people.slice(from, from + mostPeople);
    const before = { ...done, unknown: batch.length, remaining: done.remaining - batch.length };
    await onProgress(before);
    try {
      const { added, changed, unchanged } = await additions.importPeople(batch, { dryRun: false });
      done.added += added.length;
      done.changed += changed.length;
      done.unchanged += unchanged;
      done.remaining -= batch.length;
    } catch (error) {
      if (!(error instanceof OnboardingFailure || error instanceof NotConnected)) throw error;
      const mayBeDone = error instanceof OnboardingFailure && error.outcomeUnknown;
      return { ...(mayBeDone ? before : done), trouble: error };
    }
  }
  return done;
}
