import type { z } from 'zod';
import { sequenceLimits, TaskOwner } from '../../contract/additions/sequences.ts';
import { SequenceKind } from '../../contract/sequence.ts';
import { findPeople } from '../people/find-people.ts';
import type { Problem } from '../refusal.ts';
import type { Queries } from '../storage/tables.ts';
import * as fields from '../validation/field-types.ts';
import { messages } from '../validation/messages.ts';

/** As much as files of the command line may hold, so that what came from one can be changed: more than forms offer. */
export const widest = { days: 3_650, text: 1_000, tasks: 1_000 } as const;

const taskFields = {
  day: fields.integer(-widest.days, widest.days),
  owner: fields.choice(TaskOwner.options),
  person: fields.personIdOrNobody().optional(),
  text: fields.text({ max: widest.text }),
};

const name = fields.text({ max: sequenceLimits.name });
const tasks = fields.listOf(taskFields, { max: widest.tasks });

/** The body of a new sequence. */
export const newSequenceFields = { name, kind: fields.choice(SequenceKind.options), tasks };

/** The body of a change: all of the sequence but its kind. */
export const sequenceChangeFields = {
  id: fields.personId(),
  version: fields.integer(0, Number.MAX_SAFE_INTEGER),
  name,
  archived: fields.flag(),
  tasks,
};

type GivenTask = z.output<typeof tasks>[number];

/** A task as it is stored. */
export interface TaskRow {
  day: number;
  owner: TaskOwner;
  person_id: number | null;
  text: string;
}

/** What is stored of the tasks; a person is named only where the task is theirs. */
export function taskRows(given: readonly GivenTask[]): TaskRow[] {
  return given.map(({ day, owner, person = null, text }) => ({
    day,
    owner,
    person_id: owner === 'person' ? person : null,
    text,
  }));
}

/** What the database says against the tasks: a person who is not there, or none where one is needed. */
export async function problemOfTasks(queries: Queries, rows: readonly TaskRow[]): Promise<Problem> {
  const named = rows.flatMap(({ person_id }) => person_id ?? []);
  const known = await findPeople(queries, [...new Set(named)]);
  const wrong = rows.flatMap(({ owner, person_id }, position): [number, string[]][] => {
    if (owner !== 'person') return [];
    if (person_id === null) return [[position, [`person: ${messages.required}`]]];
    return known.has(person_id) ? [] : [[position, [`person: ${messages.unknownId(person_id)}`]]];
  });
  return wrong.length > 0 ? { tasks: Object.fromEntries(wrong) } : {};
}
