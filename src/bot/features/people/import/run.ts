import { type ImportedPerson, mostPeople } from '../../../../contract/additions/people.ts';
import { NotConnected } from '../../../onboarding/client/client.ts';
import { OnboardingFailure } from '../../../onboarding/client/errors.ts';
import type { Progress } from '../../../storage/people/imports.ts';
import type { PeopleDeps } from '../deps.ts';

export interface Outcome extends Progress {
  trouble?: Error;
}

interface Steps {
  /** Called before each batch, whose people count as unknown until it ends. */
  onProgress(progress: Progress): Promise<void>;
  /** When aborted, no further batch begins. */
  signal: AbortSignal;
}

/**
 * Adds and changes people in batches; the service applies a batch completely or not at all, and repeats are harmless.
 * Failures of the service end the import and are returned in `trouble`.
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
