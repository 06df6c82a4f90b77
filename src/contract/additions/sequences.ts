import { z } from 'zod';
import { SequenceKind } from '../sequence.ts';

/** Who does a task. `hr` is everybody with the administrator role; `person` is somebody by name. */
export const TaskOwner = z.enum(['hire', 'manager', 'buddy', 'hr', 'person']);
export type TaskOwner = z.infer<typeof TaskOwner>;

/** How far from the day a task can be, in days, how long its text, how many tasks, how long a name. */
export const sequenceLimits = { days: 365, text: 500, tasks: 100, name: 240 } as const;

/** A task of a sequence. */
export const SequenceTask = z.object({
  /** Days after the start day (onboarding) or the last day (offboarding); negative before it. */
  day: z.int().min(-sequenceLimits.days).max(sequenceLimits.days),
  owner: TaskOwner,
  /** The employee who does it, where the owner is `person`; null otherwise. */
  person: z.int().nullable(),
  text: z.string().trim().min(1).max(sequenceLimits.text),
});
export type SequenceTask = z.infer<typeof SequenceTask>;

const name = z.string().trim().min(1).max(sequenceLimits.name);
const tasks = z.array(SequenceTask).max(sequenceLimits.tasks);

/** A sequence to be made. Two of one name and kind, archived or not, are refused at `name`: nobody could tell them apart. */
export const NewSequence = z.strictObject({ name, kind: SequenceKind, tasks });
export type NewSequence = z.infer<typeof NewSequence>;

/**
 * A sequence to be changed: all of it is replaced, for those who get it from now on. Who has it already keeps what was
 * planned. With another version than the newest it is refused at `version`: somebody else changed it meanwhile.
 */
export const SequenceChange = z.strictObject({
  id: z.int(),
  version: z.int(),
  name,
  archived: z.boolean(),
  tasks,
});
export type SequenceChange = z.infer<typeof SequenceChange>;

/** As a sequence has it: what was made on the command line can be longer, and further away, than forms offer. */
const AnyTask = SequenceTask.extend({ day: z.int(), text: z.string() });

/** A sequence with everything that it sets in motion. An archived one is offered to nobody any more. */
export const FullSequence = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  kind: SequenceKind,
  archived: z.boolean(),
  /** How many people have open tasks of it. */
  in_use: z.int(),
  /** Earliest first. A task of somebody who was removed is HR's. */
  tasks: z.array(AnyTask),
});
export type FullSequence = z.infer<typeof FullSequence>;

/** The whole answer of `GET …/sequences/`, ordered by id. */
export const FullSequences = z.array(FullSequence);

/** A sequence to begin with; `added` is the id of the one that has its name and kind already, or null. */
export const Starter = z.object({
  key: z.string(),
  name: z.string(),
  kind: SequenceKind,
  tasks: z.array(SequenceTask),
  added: z.int().nullable(),
});
export type Starter = z.infer<typeof Starter>;

/** The whole answer of `GET …/starters/`. */
export const Starters = z.array(Starter);
