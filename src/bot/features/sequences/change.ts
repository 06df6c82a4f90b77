import type { AlertBlock } from '@slack/types';
import type { FullSequence, NewSequence, SequenceTask } from '../../../contract/additions/sequences.ts';
import type { Problem } from '../../../contract/problem.ts';
import { NotConnected } from '../../onboarding/client/client.ts';
import { KeyUsed, OnboardingFailure, Refused } from '../../onboarding/client/errors.ts';
import { say as sayOnboarding } from '../../onboarding/messages.ts';
import { explain } from '../../onboarding/outage.ts';
import type { SequencesApi } from './deps.ts';
import { say } from './messages.ts';

type Content = Pick<FullSequence, 'name' | 'archived' | 'tasks'>;

export interface Change {
  /** Whether the parts to be changed still exist. Defaults to true. */
  fits?(sequence: Content): boolean;
  applyTo(sequence: Content): Content;
  /** Whether the sequence contains the change already, no matter who made it. */
  isIn(sequence: Content): boolean;
}

export function isSameTask(one: SequenceTask, other: SequenceTask): boolean {
  const { day, owner, person, text } = one;
  return day === other.day && owner === other.owner && person === other.person && text === other.text;
}

export function hasTask({ tasks }: Pick<Content, 'tasks'>, task: SequenceTask): boolean {
  return tasks.some((one) => isSameTask(one, task));
}

export function withTask(task: SequenceTask, before: SequenceTask | null): Change {
  return {
    fits: (sequence) => before === null || hasTask(sequence, before),
    applyTo: (sequence) => ({ ...sequence, tasks: replaced(sequence.tasks, before, [task]) }),
    isIn: (sequence) =>
      hasTask(sequence, task) && (before === null || isSameTask(before, task) || !hasTask(sequence, before)),
  };
}

export function withoutTask(task: SequenceTask): Change {
  return {
    fits: (sequence) => hasTask(sequence, task),
    applyTo: (sequence) => ({ ...sequence, tasks: replaced(sequence.tasks, task, []) }),
    isIn: (sequence) => !hasTask(sequence, task),
  };
}

export function named(name: string): Change {
  return {
    applyTo: (sequence) => ({ ...sequence, name }),
    isIn: (sequence) => sequence.name === name,
  };
}

export function archived(isArchived: boolean): Change {
  return {
    applyTo: (sequence) => ({ ...sequence, archived: isArchived }),
    isIn: (sequence) => sequence.archived === isArchived,
  };
}

function replaced(tasks: readonly SequenceTask[], task: SequenceTask | null, by: readonly SequenceTask[]) {
  const at = task === null ? -1 : tasks.findIndex((one) => isSameTask(one, task));
  return at === -1 ? [...tasks, ...by] : tasks.toSpliced(at, 1, ...by);
}

export type Saved =
  | { kind: 'saved'; sequence: FullSequence }
  | { kind: 'changed'; sequence: FullSequence }
  | { kind: 'gone' }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'failed'; error: Error }
  /** No answer. `sequence` is its current state, if it could be read. */
  | { kind: 'unknown'; sequence: FullSequence | undefined };

export type Made =
  | Extract<Saved, { kind: 'saved' | 'refused' | 'failed' | 'unknown' }>
  | { kind: 'madeBefore' };

type Api = Pick<SequencesApi, 'sequences'>;

export async function findSequence(id: number, api: Api): Promise<FullSequence | undefined> {
  return (await api.sequences()).find((one) => one.id === id);
}

/** True for failures of the service or the way to it, as opposed to bugs. */
export function isTrouble(error: unknown): error is Error {
  return error instanceof NotConnected || error instanceof OnboardingFailure;
}

/** Applies a change, unless the sequence has changed since `seen`. Safe to repeat. */
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

type NotSaved = Extract<Saved, { kind: 'refused' | 'failed' }>;
type Unsure = Extract<Saved, { kind: 'unknown' }>;

export function whyNot(saved: NotSaved): string {
  if (saved.kind === 'failed') return explain(saved.error);
  return sayOnboarding().rejectedElsewhere(saved.problem, () => undefined) ?? '';
}

interface Trouble<Field extends string> {
  errors?: Partial<Record<Field, string>>;
  trouble: string;
  level: NonNullable<AlertBlock['level']>;
}

export function troubleOf<Field extends string>(
  saved: NotSaved | Unsure,
  fields: Readonly<Record<string, Field>>,
): Trouble<Field> {
  const { outcome } = say();
  if (saved.kind === 'unknown') return { trouble: outcome.unknown, level: 'warning' };
  const all = { trouble: outcome.notSaved(whyNot(saved)), level: 'error' } as const;
  if (saved.kind === 'failed') return all;
  const said = Object.entries(saved.problem).map(([name, sentences]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return { field, sentence: sayOnboarding().declined(sentences) };
  });
  if (said.length === 0 || said.some(({ field }) => field === undefined)) return all;
  const errors = Object.fromEntries(said.map(({ field, sentence }) => [field, sentence]));
  return { ...all, errors: errors as Partial<Record<Field, string>> };
}
