import { z } from 'zod';

/** The action ids of the buttons about a task, and of those that lead to lists of them. */
export const actions = {
  done: 'task_done',
  reopen: 'task_reopen',
  postpone: 'task_postpone',
  passOn: 'task_pass_on',
  list: 'task_list',
  more: 'task_list_more',
} as const;

/** The windows' `callback_id`; the forms' fields begin with theirs. */
export const views = {
  postpone: 'task_postpone_form',
  passOn: 'task_pass_on_form',
  list: 'task_list_page',
} as const;

/** Which task it is: of which service, and its id there. */
export const TaskRef = z.object({ service: z.string(), task: z.int() });
export type TaskRef = z.infer<typeof TaskRef>;

/** In the place of the service's name, where there is no task yet: a button with it does nothing. */
export const rehearsal = 'rehearsal';
