import { z } from 'zod';
import { tasksPerPage } from '../../contract/additions/tasks.ts';
import { SequenceKind } from '../../contract/sequence.ts';
import { type Problem, refuseIfAny } from '../refusal.ts';
import * as fields from '../validation/field-types.ts';
import { messages } from '../validation/messages.ts';
import { validateFields } from '../validation/validate-fields.ts';

const mostIds = 100;

const instant = z
  .string(messages.badInstant)
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, messages.badInstant)
  // As stored: in UTC, with milliseconds.
  .transform((text) => new Date(text).toISOString());

/** End of a page, as `nextAfter` writes it. */
const place = z
  .string(messages.badCursor)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,10}$/, messages.badCursor)
  .transform((text) => ({ due_at: text.slice(0, 24), id: Number(text.slice(25)) }));

/** Query parameters for tasks, as text. */
export const taskQueryFields = {
  ids: z
    .preprocess(
      (text) => (typeof text === 'string' ? text.split(',') : text),
      z.array(fields.personId(), messages.badIds).max(mostIds, messages.tooMany(mostIds)),
    )
    .optional(),
  person: fields.personId().optional(),
  assignee: fields.personId().optional(),
  unassigned: z.literal('true', messages.onlyTrue).optional(),
  kind: fields.choice(SequenceKind.options).optional(),
  due_by: instant.optional(),
  due_after: instant.optional(),
  state: fields.choice(['open', 'done', 'all']).optional(),
  after: place.optional(),
  limit: fields.integer(1, tasksPerPage).optional(),
};

export type TaskQuery = z.output<z.ZodObject<typeof taskQueryFields>>;

/**
 * Validates a query string. An unknown parameter is refused: ignoring it would return other tasks than intended.
 * @throws Refusal 400
 */
export function readTaskQuery(query: unknown): TaskQuery {
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(query ?? {}));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(taskQueryFields, name));
  const wrong: Problem = Object.fromEntries(unknown.map((name) => [name, [messages.unknownParameter]]));
  const { values, problem } = validateFields(taskQueryFields, given);
  refuseIfAny({ ...wrong, ...problem });
  return values;
}

/** Cursor of the page after that task. */
export function nextAfter({ due_at, id }: { due_at: string; id: number }): string {
  return `${due_at}_${id}`;
}
