import { type SequenceTask, sequenceLimits, TaskOwner } from '../../../contract/additions/sequences.ts';
import { SequenceKind } from '../../../contract/sequence.ts';
import { perLanguage } from '../../../language.ts';
import { employeeEntry, employeeField, type Offered } from '../../menus.ts';
import { numberField, selectField, textField } from '../../slack/forms/field.ts';
import { Form, type ValuesOf } from '../../slack/forms/form.ts';
import { option } from '../../slack/views/view.ts';
import { say } from './messages.ts';

export const views = {
  list: 'sequences',
  sequence: 'sequences_sequence',
  task: 'sequences_task',
  make: 'sequences_make',
  rename: 'sequences_rename',
  starters: 'sequences_starters',
  starter: 'sequences_starter',
  between: 'sequences_between',
} as const;

/** Action ids. `open` and `starters` are also used in messages and App Home. */
export const actions = {
  open: 'sequences_open',
  starters: 'sequences_starters',
  previous: 'sequences_previous',
  next: 'sequences_next',
  make: 'sequences_make',
  lookAtStarter: 'sequences_starter_look',
  /** Actions on one sequence; the value is a place, see `placeValue`. */
  show: 'sequences_show',
  previousTasks: 'sequences_tasks_previous',
  nextTasks: 'sequences_tasks_next',
  rename: 'sequences_rename',
  copy: 'sequences_copy',
  archive: 'sequences_archive',
  bringBack: 'sequences_bring_back',
  addTask: 'sequences_task_add',
  changeTask: 'sequences_task_change',
  removeTask: 'sequences_task_remove',
} as const;

export interface Place {
  id: number;
  /** The sequence's version when the button was shown. */
  seen: number;
  /** Index of a task, or number of a page. */
  at: number;
}

export function placeValue({ id, seen, at = 0 }: Pick<Place, 'id' | 'seen'> & Partial<Place>): string {
  return `${id}:${seen}:${at}`;
}

export function placeIn(value: string | undefined): Place {
  const [id = -1, seen = 0, at = 0] = (value ?? '').split(':').map((part) => numberIn(part, -1));
  return { id, seen, at };
}

export function pageIn(value: string | undefined): number {
  return Math.max(numberIn(value ?? '', 0), 0);
}

function numberIn(text: string, otherwise: number): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
}

/** Field limits. Wider than for new tasks, because tasks made on the service's command line may exceed those. */
const widest = { days: 3_650, text: 1_000 };

interface TaskOffered extends Offered {
  kind: SequenceKind;
}

function taskTable() {
  const { task, owners } = say();
  return {
    days: numberField({
      label: task.days,
      hint: task.daysHint,
      required: true,
      least: 0,
      most: widest.days,
    }),
    side: selectField<TaskOffered>({
      label: task.side,
      required: true,
      preset: 'after',
      entries: ({ kind }) => [
        option(task.sides(kind).before, 'before'),
        option(task.sides(kind).after, 'after'),
      ],
    }),
    owner: selectField<TaskOffered>({
      label: task.owner,
      required: true,
      entries: ({ kind }) => TaskOwner.options.map((owner) => option(owners(kind)[owner], owner)),
    }),
    person: employeeField({
      label: task.person,
      hint: task.personHint,
      whenUnavailable: task.personUnavailable,
    }),
    text: textField({ label: task.text, required: true, most: widest.text, multiline: true }),
  };
}

export const taskForms = perLanguage(
  () => new Form<ReturnType<typeof taskTable>, TaskOffered>(views.task, taskTable()),
);

export const taskFields = taskForms();

export type TaskValues = ValuesOf<ReturnType<typeof taskTable>>;

export function toValues(task: SequenceTask, offered: TaskOffered): TaskValues {
  const { day, owner, person, text } = task;
  return {
    days: String(Math.abs(day)),
    side: day < 0 ? 'before' : 'after',
    owner,
    ...(person !== null && { person: employeeEntry(person, undefined, offered) }),
    text,
  };
}

type TaskErrors = Partial<Record<keyof TaskValues, string | undefined>>;

/** `before` is the task being changed: its values that exceed the limits may be kept. */
export function toTask(
  values: TaskValues,
  before: SequenceTask | null,
): { task: SequenceTask } | { errors: TaskErrors } {
  const { side, person, text = '' } = values;
  const owner = TaskOwner.safeParse(values.owner).data;
  const count = daysIn(values, before);
  const { daysWrong, ownerMissing, textWrong } = say().task;
  const mostText = Math.max(sequenceLimits.text, before?.text.length ?? 0);
  const errors: TaskErrors = {
    days: count === undefined ? daysWrong : undefined,
    owner: owner ? undefined : ownerMissing,
    person: owner === 'person' ? personMistake(person) : undefined,
    text: text === '' || text.length > mostText ? textWrong : undefined,
  };
  const isWrong = Object.values(errors).some((error) => error !== undefined);
  if (isWrong || !owner || count === undefined) return { errors };
  const day = side === 'before' && count > 0 ? -count : count;
  return { task: { day, owner, person: owner === 'person' ? Number(person?.value) : null, text } };
}

function daysIn({ days = '' }: TaskValues, before: SequenceTask | null): number | undefined {
  const most = Math.max(sequenceLimits.days, Math.abs(before?.day ?? 0));
  return /^\d{1,4}$/.test(days) && Number(days) <= most ? Number(days) : undefined;
}

function personMistake(person: TaskValues['person']): string | undefined {
  if (!person) return say().task.personMissing;
  return taskForms().table.person.check?.(person);
}

function nameField() {
  const { name: label, nameHint: hint } = say().make;
  return textField({ label, hint, required: true, most: sequenceLimits.name });
}

export function nameMistake(name: string | undefined): string | undefined {
  const isFine = name !== undefined && name.length <= sequenceLimits.name;
  return isFine ? undefined : say().make.nameWrong;
}

function makeTable() {
  const { kind, kinds } = say().make;
  return {
    name: nameField(),
    kind: selectField<undefined>({
      label: kind,
      required: true,
      entries: () => SequenceKind.options.map((one) => option(kinds[one], one)),
    }),
  };
}

export const makeForms = perLanguage(() => new Form(views.make, makeTable()));

export const renameForms = perLanguage(() => new Form(views.rename, { name: nameField() }));

export type MakeValues = ValuesOf<ReturnType<typeof makeTable>>;
