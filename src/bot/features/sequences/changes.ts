import type { Problem } from '../../../contract/problem.ts';
import type { FullSequence, NewSequence, SequenceTask } from '../../../contract/sequence.ts';
import type { ServiceAdditions } from '../../onboarding/additions.ts';
import { KeyUsed, OnboardingFailure, Refused } from '../../onboarding/client/errors.ts';
import { say as sayOnboarding } from '../../onboarding/messages.ts';
import { explain, isServiceTrouble } from '../../onboarding/outage.ts';

/** All sequences, or why they can't be read now. */
export interface Known {
  all?: readonly FullSequence[];
  trouble?: Error;
}

export function readSequences(api: ServiceAdditions): Promise<Known> {
  return known(async () => ({ all: await api.sequences() }));
}

/** Failures of the service, or of the way to it, are a result; bugs are thrown. */
export async function known<Found extends object>(
  read: () => Promise<Found>,
): Promise<Partial<Found> & { trouble?: Error }> {
  try {
    return await read();
  } catch (error) {
    if (!isServiceTrouble(error)) throw error;
    return { trouble: error } as Partial<Found> & { trouble: Error };
  }
}

type Content = Pick<FullSequence, 'name' | 'archived' | 'tasks'>;

interface Change {
  /** Changes the latest state: the last one wins where two people change the same. */
  applyTo(now: Content): Partial<Content>;
  /** Whether the sequence has the change already, so that a repeat changes nothing. */
  isIn(now: Content): boolean;
}

function isSameTask(one: SequenceTask, other: SequenceTask): boolean {
  const { day, owner, person, text } = one;
  return day === other.day && owner === other.owner && person === other.person && text === other.text;
}

export function placeOf({ tasks }: Pick<Content, 'tasks'>, task: SequenceTask | null): number {
  return task === null ? -1 : tasks.findIndex((one) => isSameTask(one, task));
}

/** Replaces `before` by `task`; adds it at the end if `before` is null, or gone. */
export function withTask(task: SequenceTask, before: SequenceTask | null): Change {
  return {
    applyTo: ({ tasks }) => {
      const at = placeOf({ tasks }, before);
      return { tasks: at === -1 ? [...tasks, task] : tasks.with(at, task) };
    },
    isIn: (now) =>
      placeOf(now, task) !== -1 &&
      (before === null || isSameTask(before, task) || placeOf(now, before) === -1),
  };
}

export function withoutTask(task: SequenceTask): Change {
  return {
    applyTo: ({ tasks }) => ({ tasks: tasks.toSpliced(placeOf({ tasks }, task), 1) }),
    isIn: (now) => placeOf(now, task) === -1,
  };
}

export function named(name: string): Change {
  return { applyTo: () => ({ name }), isIn: (now) => now.name === name };
}

export function archived(isArchived: boolean): Change {
  return { applyTo: () => ({ archived: isArchived }), isIn: (now) => now.archived === isArchived };
}

type NotSaved =
  | { kind: 'refused'; problem: Problem }
  | { kind: 'failed'; error: Error }
  /** Outcome without an answer: a repeat is harmless. */
  | { kind: 'unknown' };

/** `wasChanged`: the person's change was made to a newer version than they saw. */
export type Saved = { kind: 'saved'; sequence: FullSequence; wasChanged?: boolean } | NotSaved;

/** Attempts, if the sequence changes again and again between reading and saving. */
const mostAttempts = 3;

/** Changes the latest state of a sequence. `seen` is the version that the person saw. */
export async function saveChange(
  { id, seen }: { id: number; seen: number },
  change: Change,
  { all, trouble }: Known,
  api: ServiceAdditions,
  left = mostAttempts,
): Promise<Saved | { kind: 'gone' }> {
  if (trouble) return { kind: 'failed', error: trouble };
  const now = all?.find((one) => one.id === id);
  if (!now) return { kind: 'gone' };
  if (change.isIn(now)) return { kind: 'saved', sequence: now };
  const { name, archived: isArchived, tasks } = { ...now, ...change.applyTo(now) };
  const wanted = { id, version: now.version, name, archived: isArchived, tasks };
  try {
    return { kind: 'saved', sequence: await api.changeSequence(wanted), wasChanged: now.version !== seen };
  } catch (error) {
    const failed = failure(error);
    const isBeaten = failed.kind === 'refused' && 'version' in failed.problem && left > 1;
    if (!isBeaten && failed.kind !== 'unknown') return failed;
    const again = await readSequences(api);
    if (isBeaten) return saveChange({ id, seen }, change, again, api, left - 1);
    const after = again.all?.find((one) => one.id === id);
    return after && change.isIn(after) ? { kind: 'saved', sequence: after } : failed;
  }
}

/** Creates a sequence. Repeats with the same idempotency key create it once. */
export async function makeSequence(
  wanted: NewSequence,
  key: string,
  api: ServiceAdditions,
): Promise<Saved | { kind: 'madeBefore' }> {
  try {
    return { kind: 'saved', sequence: await api.addSequence(wanted, key) };
  } catch (error) {
    if (error instanceof KeyUsed) return { kind: 'madeBefore' };
    const failed = failure(error);
    if (failed.kind !== 'unknown') return failed;
    const { all = [] } = await readSequences(api);
    // Names are unique per kind.
    const sequence = all.find(({ name, kind }) => name === wanted.name.trim() && kind === wanted.kind);
    return sequence ? { kind: 'saved', sequence } : failed;
  }
}

function failure(error: unknown): NotSaved {
  if (!isServiceTrouble(error)) throw error;
  if (error instanceof Refused && error.reason === 'invalid')
    return { kind: 'refused', problem: error.problem };
  const isUnknown = error instanceof OnboardingFailure && error.outcomeUnknown;
  return isUnknown ? { kind: 'unknown' } : { kind: 'failed', error };
}

/** The reason why nothing was saved: the service's sentence or Frontdesk's. */
export function whyNot(saved: Exclude<NotSaved, { kind: 'unknown' }>): string {
  if (saved.kind === 'failed') return explain(saved.error);
  return sayOnboarding().rejectedElsewhere(saved.problem, () => undefined) ?? '';
}

/** The service's sentences at the form's fields; undefined if one belongs to none of them. */
export function atFields<Field extends string>(
  saved: Saved | { kind: 'gone' },
  fields: readonly Field[],
): Partial<Record<Field, string>> | undefined {
  if (saved.kind !== 'refused') return undefined;
  const said = Object.entries(saved.problem);
  if (said.length === 0 || said.some(([name]) => !fields.some((field) => field === name))) return undefined;
  const errors = said.map(([name, sentences]) => [name, sayOnboarding().declined(sentences)]);
  return Object.fromEntries(errors) as Partial<Record<Field, string>>;
}
