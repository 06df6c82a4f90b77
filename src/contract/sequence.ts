import { z } from 'zod';

export const SequenceKind = z.enum(['onboarding', 'offboarding']);
export type SequenceKind = z.infer<typeof SequenceKind>;

/** An entry of `GET /api/sequences/`. Only our service adds `kind`; other deployments omit it. */
export const Sequence = z.object({
  id: z.int(),
  name: z.string().nullish(),
  kind: SequenceKind.nullish().catch(null),
});
export type Sequence = z.infer<typeof Sequence>;

export const SequenceList = listOf(Sequence);

/**
 * A plain array, or a page `{ count, next, previous, results }`: the specification leaves this open (section
 * 4, open points).
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  const page = z.object({ next: z.string().nullish(), results: z.array(item) });
  return z.union([
    z.array(item).transform((items) => ({ items, next: null })),
    page.transform(({ results, next }) => ({ items: results, next: next ?? null })),
  ]);
}

/** Owner of a task. `hr` means everyone with the administrator role; `person` is a specific employee. */
export const TaskOwner = z.enum(['hire', 'manager', 'buddy', 'hr', 'person']);
export type TaskOwner = z.infer<typeof TaskOwner>;

/** Maximum distance from the day in days, text length, number of tasks, and name length. */
export const sequenceLimits = { days: 365, text: 500, tasks: 100, name: 240 } as const;

export const SequenceTask = z.object({
  /** Days after the start day (onboarding) or the last day (offboarding); negative before it. */
  day: z.int().min(-sequenceLimits.days).max(sequenceLimits.days),
  owner: TaskOwner,
  /** Id of the employee if the owner is `person`; null otherwise. */
  person: z.int().nullable(),
  text: z.string().trim().min(1).max(sequenceLimits.text),
});
export type SequenceTask = z.infer<typeof SequenceTask>;

/** Sequences made on the command line may exceed the limits of forms. */
const AnyTask = SequenceTask.extend({ day: z.int(), text: z.string() });

export const FullSequence = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  kind: SequenceKind,
  archived: z.boolean(),
  /** Number of people with open tasks of it. */
  in_use: z.int(),
  /** Earliest first. Tasks of removed people go to HR. */
  tasks: z.array(AnyTask),
});
export type FullSequence = z.infer<typeof FullSequence>;

/** A new sequence. A duplicate of name and kind, even an archived one, is refused at `name`. */
export type NewSequence = Pick<FullSequence, 'name' | 'kind' | 'tasks'>;

/** Changes future assignments; tasks already assigned stay. An outdated version is refused at `version`. */
export type SequenceChange = Omit<FullSequence, 'kind' | 'in_use'>;

export const FullSequences = z.array(FullSequence);

/** A starter sequence; `added` is the id of the existing sequence with its name and kind, or null. */
export const Starter = z.object({
  key: z.string(),
  name: z.string(),
  kind: SequenceKind,
  tasks: z.array(SequenceTask),
  added: z.int().nullable(),
});
export type Starter = z.infer<typeof Starter>;

export const Starters = z.array(Starter);
