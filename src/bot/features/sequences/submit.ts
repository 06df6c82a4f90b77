import type { FullSequence, NewSequence } from '../../../contract/additions/sequences.ts';
import type { Problem } from '../../../contract/problem.ts';
import { NotConnected } from '../../onboarding/client/client.ts';
import { KeyUsed, OnboardingFailure, Refused } from '../../onboarding/client/errors.ts';
import type { Change } from './change.ts';
import type { SequencesApi } from './deps.ts';

/** What became of something that somebody wanted to save. */
export type Saved =
  | { kind: 'saved'; sequence: FullSequence }
  /** Somebody else was quicker; nothing was saved. */
  | { kind: 'changed'; sequence: FullSequence }
  /** There is no such sequence. */
  | { kind: 'gone' }
  /** The service's sentences by field; nothing was saved. */
  | { kind: 'refused'; problem: Problem }
  /** Nothing was saved. */
  | { kind: 'failed'; error: Error }
  /** The answer is missing. `sequence`: as it is now, where that could be read. */
  | { kind: 'unknown'; sequence: FullSequence | undefined };

/** What a new one can come to. */
export type Made =
  | Extract<Saved, { kind: 'saved' | 'refused' | 'failed' | 'unknown' }>
  | { kind: 'madeBefore' };

type Api = Pick<SequencesApi, 'sequences'>;

/** A sequence as it is now. @throws NotConnected, OnboardingFailure */
export async function findSequence(id: number, api: Api): Promise<FullSequence | undefined> {
  return (await api.sequences()).find((one) => one.id === id);
}

/** Something went wrong at the service, or on the way there. */
export function isTrouble(error: unknown): error is Error {
  return error instanceof NotConnected || error instanceof OnboardingFailure;
}

/**
 * Changes the sequence that somebody has before them, unless it is another by now. However often the same is wanted it
 * is done once: with another version the service refuses it, and what is so already is not sent.
 */
export async function saveChange(
  { id, seen }: { id: number; seen: number },
  change: Change,
  api: Pick<SequencesApi, 'sequences' | 'changeSequence'>,
): Promise<Saved> {
  const now = await findSequence(id, api).catch(failed);
  if (!now) return { kind: 'gone' };
  if ('error' in now) return now;
  // A task can be another one in the same version: that of somebody who was removed is HR's.
  const isAsSeen = now.version === seen && (change.fits?.(now) ?? true);
  if (!isAsSeen) return compared(now, change);
  const { name, archived, tasks } = change.applyTo(now);
  return api.changeSequence({ id, version: seen, name, archived, tasks }).then(
    (sequence): Saved => ({ kind: 'saved', sequence }),
    (error: unknown) => afterFailure(error, { id, seen }, change, api),
  );
}

/** Before anything was sent. @throws what is no trouble with the service */
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

/** Makes a sequence. @param key the same for each time that the same is wanted: it is made once */
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
    // No two of a kind have the same name.
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
