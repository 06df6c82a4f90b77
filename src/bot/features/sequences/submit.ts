import type { FullSequence, NewSequence } from '../../../contract/additions/sequences.ts';
import type { Problem } from '../../../contract/problem.ts';
import { NotConnected } from '../../onboarding/client/client.ts';
import { KeyUsed, OnboardingFailure, Refused } from '../../onboarding/client/errors.ts';
import type { Change } from './change.ts';
import type { SequencesApi } from './deps.ts';

export type Saved =
  | { kind: 'saved'; sequence: FullSequence }
  /** Another change came first; nothing was saved. */
  | { kind: 'changed'; sequence: FullSequence }
  | { kind: 'gone' }
  /** Rejected, with the service's sentences by field; nothing was saved. */
  | { kind: 'refused'; problem: Problem }
  /** Nothing was saved. */
  | { kind: 'failed'; error: Error }
  /** No answer. `sequence` is its current state, if it could be read. */
  | { kind: 'unknown'; sequence: FullSequence | undefined };

export type Made =
  | Extract<Saved, { kind: 'saved' | 'refused' | 'failed' | 'unknown' }>
  | { kind: 'madeBefore' };

type Api = Pick<SequencesApi, 'sequences'>;

/** Reads a sequence's current state; undefined if it doesn't exist. @throws NotConnected, OnboardingFailure */
export async function findSequence(id: number, api: Api): Promise<FullSequence | undefined> {
  return (await api.sequences()).find((one) => one.id === id);
}

/** True for failures of the service or the way to it, as opposed to bugs. */
export function isTrouble(error: unknown): error is Error {
  return error instanceof NotConnected || error instanceof OnboardingFailure;
}

/**
 * Applies a change, unless the sequence has changed since `seen`. Safe to repeat: the service rejects outdated
 * versions, and a change already made isn't sent.
 */
export async function saveChange(
  { id, seen }: { id: number; seen: number },
  change: Change,
  api: Pick<SequencesApi, 'sequences' | 'changeSequence'>,
): Promise<Saved> {
  const now = await findSequence(id, api).catch(failed);
  if (!now) return { kind: 'gone' };
  if ('error' in now) return now;
  // A task can change without a new version: tasks of a removed person go to HR.
  const isAsSeen = now.version === seen && (change.fits?.(now) ?? true);
  if (!isAsSeen) return compared(now, change);
  const { name, archived, tasks } = change.applyTo(now);
  return api.changeSequence({ id, version: seen, name, archived, tasks }).then(
    (sequence): Saved => ({ kind: 'saved', sequence }),
    (error: unknown) => afterFailure(error, { id, seen }, change, api),
  );
}

/** For failures before sending. @throws errors other than the service's */
function failed(error: unknown): Extract<Saved, { kind: 'failed' }> {
  if (!isTrouble(error)) throw error;
  return { kind: 'failed', error };
}

async function afterFailure(
  error: unknown,
  { id, seen }: { id: number; seen: number },
  change: Change,
  api: Api,
): Promise<Saved> {
  if (!isTrouble(error)) throw error;
  const problem = problemOf(error);
  const isBeaten = problem !== undefined && 'version' in problem;
  if (problem && !isBeaten) return { kind: 'refused', problem };
  if (!isBeaten && !isUnknown(error)) return { kind: 'failed', error };
  const now = await findSequence(id, api).catch(() => undefined);
  if (!now || now.version === seen) return { kind: 'unknown', sequence: now };
  return compared(now, change);
}

function compared(now: FullSequence, change: Change): Saved {
  return { kind: change.isIn(now) ? 'saved' : 'changed', sequence: now };
}

/** Creates a sequence. @param key idempotency key: repeats with the same key create it once */
export async function makeSequence(
  wanted: NewSequence,
  key: string,
  api: Pick<SequencesApi, 'sequences' | 'addSequence'>,
): Promise<Made> {
  try {
    return { kind: 'saved', sequence: await api.addSequence(wanted, key) };
  } catch (error) {
    if (!isTrouble(error)) throw error;
    const problem = problemOf(error);
    if (problem) return { kind: 'refused', problem };
    if (error instanceof KeyUsed) return { kind: 'madeBefore' };
    if (!isUnknown(error)) return { kind: 'failed', error };
    const all = await api.sequences().catch(() => []);
    // Names are unique per kind.
    const sequence = all.find(({ name, kind }) => name === wanted.name.trim() && kind === wanted.kind);
    return sequence ? { kind: 'saved', sequence } : { kind: 'unknown', sequence };
  }
}

function problemOf(error: Error): Problem | undefined {
  return error instanceof Refused && error.reason === 'invalid' ? error.problem : undefined;
}

function isUnknown(error: Error): boolean {
  return error instanceof OnboardingFailure && error.outcomeUnknown;
}
