import { z } from 'zod';
import { longestNote } from '../../contract/additions/tasks.ts';
import { refuseIfAny } from '../refusal.ts';
import * as fields from '../validation/field-types.ts';
import { validateFields } from '../validation/validate-fields.ts';

const actions = ['done', 'reopen', 'postpone', 'pass_on'] as const;

const always = {
  id: fields.personId(),
  version: fields.integer(0, Number.MAX_SAFE_INTEGER),
  by: fields.personIdOrNobody(),
};
const postponed = {
  due_day: fields.day(),
  note: fields.textOrNothing({ max: longestNote }),
};
const passedOn = { assignee: fields.personIdOrNobody() };

/** Bodies by action, for the API description. */
export const TaskChangeBody = z.union([
  z.object({ ...always, action: fields.choice(['done', 'reopen']) }),
  z.object({ ...always, action: fields.choice(['postpone']), ...postponed }),
  z.object({ ...always, action: fields.choice(['pass_on']), ...passedOn }),
]);

/** All fields of a change, for `OPTIONS`; those that only some actions have are optional. */
export const taskChangeFields = {
  ...always,
  action: fields.choice(actions),
  due_day: postponed.due_day.optional(),
  note: postponed.note.optional(),
  assignee: passedOn.assignee.optional(),
};

interface Common {
  id: number;
  version: number;
  by: number | null;
}

export type Change = Common &
  (
    | { action: 'done' | 'reopen' }
    | { action: 'postpone'; due_day: string; note: string | null }
    | { action: 'pass_on'; assignee: number | null }
  );

/** Validates a body. @throws Refusal 400 with every field that is wrong on its own */
export function readChange(body: unknown): Change {
  const { values, problem } = validateFields({ ...always, action: fields.choice(actions) }, body);
  const more = validateFields(moreFields(values.action), body);
  refuseIfAny({ ...problem, ...more.problem });
  return { ...values, ...more.values } as Change;
}

function moreFields(action?: (typeof actions)[number]): Record<string, z.ZodType> {
  if (action === 'postpone') return postponed;
  return action === 'pass_on' ? passedOn : {};
}
