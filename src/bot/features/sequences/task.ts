import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Problem } from '../../../contract/problem.ts';
import {
  FullSequence,
  type SequenceKind,
  type SequenceTask,
  sequenceLimits,
  TaskOwner,
} from '../../../contract/sequence.ts';
import type { Bot } from '../../bot.ts';
import { employeeEntry, employeeField, type Offered, peopleMenu } from '../../menus.ts';
import { say as sayOnboarding } from '../../onboarding/messages.ts';
import { numberField, selectField, textField } from '../../slack/forms/field.ts';
import type { ValuesOf } from '../../slack/forms/form.ts';
import { modal } from '../../slack/modal.ts';
import { note, row } from '../../slack/views/blocks.ts';
import { option } from '../../slack/views/view.ts';
import { type Known, readSequences, saveChange, withoutTask, withTask } from './changes.ts';
import { say } from './messages.ts';
import { changedSequence, offeredBy, shownAfter } from './sequence.ts';
import { goneList, notReadPage, places, savingPage } from './windows.ts';

interface TaskOffered extends Offered {
  kind: SequenceKind;
}

interface Facts extends Known {
  offered: TaskOffered;
}

/** `before` is the task as the person saw it; null for a new one. */
const kept = z.object({ before: FullSequence.shape.tasks.element.nullable() });

/** A task of a sequence: a new one, or one to change or remove. */
export const taskWindow = modal({
  ...places.task.window,
  kept,
  async facts(by: Bot, { kind }: { kind: SequenceKind }): Promise<Facts> {
    return { ...(await readSequences(by.additions)), offered: { ...offeredBy(by), kind } };
  },
  title: () => say().titles.task,
  fields: () => taskTable(),
  offered: (facts: Facts) => facts.offered,
  menus: { person: peopleMenu },
  open(facts, metadata, typed) {
    const { id, seen, at, name } = metadata;
    const sequence = facts.all?.find((one) => one.id === id);
    const current = sequence?.version === seen && at !== null ? sequence.tasks[at] : undefined;
    const before = metadata.before === undefined ? (current ?? null) : metadata.before;
    if (!typed) {
      if (facts.trouble) return notReadPage(facts.trouble, places.task.button(metadata, say().tryAgain));
      if (!sequence) return goneList(facts);
      if (at !== null && !current) return changedSequence(facts, id);
    }
    return {
      above: [note(say().task.of(name))],
      values: before ? toValues(before, facts.offered) : {},
      below: buttonRow({ id, isNew: before === null }),
      keep: { before },
    };
  },
  submit: {
    text: () => say().task.save,
    waiting: savingPage,
    async run(facts, { id, seen, before }, values, by) {
      const read = toTask(values, before);
      if ('errors' in read) return read;
      const saved = await saveChange({ id, seen }, withTask(read.task, before), facts, by.additions);
      const errors = saved.kind === 'refused' && atTaskFields(saved.problem);
      if (errors) return { errors };
      return shownAfter(saved, { facts, done: say().sequence.taskSaved, task: read.task, values }, by);
    },
  },
  actions: {
    async remove(facts, { id, seen, before }, { values }, by) {
      if (!before) return { again: [], values };
      const saved = await saveChange({ id, seen }, withoutTask(before), facts, by.additions);
      const { unknownButton: unknown } = say().outcome;
      return shownAfter(saved, { facts, done: say().sequence.taskRemoved, unknown, values }, by);
    },
  },
});

function buttonRow({ id, isNew }: { id: number; isNew: boolean }): KnownBlock[] {
  const { back, remove, confirm } = say().task;
  const removes = taskWindow.actionButton('remove', { text: remove, asks: confirm, isDanger: true });
  return row(places.sequence.button({ id }, back), ...(isNew ? [] : [removes]));
}

/** Field limits. Wider than for new tasks, because tasks made on the service's command line may exceed those. */
const widest = { days: 3_650, text: 1_000 };

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

type TaskValues = ValuesOf<ReturnType<typeof taskTable>>;
type TaskErrors = Partial<Record<keyof TaskValues, string | undefined>>;

function toValues(task: SequenceTask, offered: Offered): TaskValues {
  const { day, owner, person, text } = task;
  return {
    days: String(Math.abs(day)),
    side: day < 0 ? 'before' : 'after',
    owner,
    ...(person !== null && { person: employeeEntry(person, undefined, offered) }),
    text,
  };
}

/** Values of `before`, the task being changed, that exceed the limits may be kept. */
function toTask(
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
  return person ? taskTable().person.check?.(person) : say().task.personMissing;
}

const fieldNames: Record<string, keyof TaskValues> = {
  day: 'days',
  owner: 'owner',
  person: 'person',
  text: 'text',
};

/**
 * Returns undefined if there are errors about something else. Each sentence begins with the name of the
 * task's field.
 */
function atTaskFields({ tasks, ...others }: Problem): TaskErrors | undefined {
  if (!tasks || Object.keys(others).length > 0) return undefined;
  const said = tasks.map((sentence) => {
    const [, part = '', rest = sentence] = /^(\w+): (.*)$/.exec(sentence) ?? [];
    const field = fieldNames[part] ?? 'text';
    return [field, field === 'person' ? say().task.personGone : sayOnboarding().declined([rest])] as const;
  });
  return Object.fromEntries(said);
}
