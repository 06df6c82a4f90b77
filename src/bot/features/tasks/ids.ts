import { z } from 'zod';

export const actions = {
  done: 'task_done',
  reopen: 'task_reopen',
  postpone: 'task_postpone',
  passOn: 'task_pass_on',
  list: 'task_list',
  more: 'task_list_more',
} as const;

/** The windows' `callback_id`; also the prefix of their fields' ids. */
export const views = {
  postpone: 'task_postpone_form',
  passOn: 'task_pass_on_form',
  list: 'task_list_page',
} as const;

/** A task by its service's name and its id there. */
export const TaskRef = z.object({ service: z.string(), task: z.int() });
export type TaskRef = z.infer<typeof TaskRef>;

/** Service name in rehearsals, where no task exists: its buttons do nothing. */
export const rehearsal = 'rehearsal';
