import { z } from 'zod';
import { PeopleImported } from '../../contract/additions/people.ts';
import { FullSequence, Starter } from '../../contract/additions/sequences.ts';
import { Task, TaskPage } from '../../contract/additions/tasks.ts';
import { roles } from '../../contract/employee.ts';
import { Detail } from '../../contract/problem.ts';
import { SequenceKind } from '../../contract/sequence.ts';
import { personChangeFields } from '../people/change-person.ts';
import { importFields } from '../people/import-people.ts';
import { newSequenceFields, sequenceChangeFields } from '../sequences/sequence-fields.ts';
import { TaskChangeBody } from '../tasks/change-task.ts';
import { newHireFields, newUserFields, offboardingFields } from '../validation/request-fields.ts';

/** Bodies of requests and answers, by their names in the API description. */
export const schemas = {
  NewUser: z.object(newUserFields),
  NewHire: z.object(newHireFields),
  Offboarding: z.object(offboardingFields),
  /** The created object: every field of the request, filled in, and the id (specification 2.1). */
  CreatedUser: z.object({ id: z.int(), ...newUserFields }).required(),
  Employee: z.object({
    id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.email(),
    role: z.literal(roles.map(({ value }) => value)),
  }),
  Sequence: z.object({ id: z.int(), name: z.string(), kind: SequenceKind }),
  PeopleImport: z.object(importFields),
  PeopleImported,
  PersonChange: z.object(personChangeFields),
  ChangedPerson: z.object({
    user: z.int(),
    start_day: z.iso.date(),
    termination_date: z.iso.date().nullable(),
  }),
  NewSequence: z.object(newSequenceFields),
  SequenceChange: z.object(sequenceChangeFields),
  FullSequence,
  Starter,
  Task,
  TaskPage,
  TaskChange: TaskChangeBody,
  /** The body of a 400: sentences by field; for a list's items, by position. */
  Problem: z.record(z.string(), z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])),
  Detail,
};
