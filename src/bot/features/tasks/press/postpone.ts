import { z } from 'zod';
import { longestNote, type Task } from '../../../../contract/task.ts';
import { addDays, type Day, dayIn, isDay } from '../../../../time/dates.ts';
import { rulesOf, zoneOf } from '../../../plan/plan.ts';
import { toldAgainAt } from '../../../plan/task-times.ts';
import type { By } from '../../../slack/button.ts';
import { dateField, textField } from '../../../slack/forms/field.ts';
import { modal } from '../../../slack/modal.ts';
import { say } from '../messages.ts';
import type { PressServices } from '../services.ts';
import { aboutOf, addressOf, purposeOf, TaskRef, topicOf } from '../task.ts';
import { changeTask, openTask, resultPage, saveTask, taskBlocks } from './window.ts';

/** Limit for postponing, in days from today. */
const furthest = 365;

export const postponeWindow = modal({
  id: 'task_postpone',
  role: 'members',
  metadata: TaskRef,
  kept: z.object({ version: z.int() }),
  facts: (by: By<PressServices>, ref) => openTask(ref, say().buttons.postpone, by),
  title: () => say().buttons.postpone,
  fields() {
    const { labels, hint } = say().postpone;
    return {
      day: dateField({ label: labels.day, required: true }),
      note: textField({ label: labels.note, hint, most: longestNote, multiline: true }),
    };
  },
  open: ({ task }) => ({ above: taskBlocks(task), keep: { version: task.version } }),
  submit: {
    text: () => say().postpone.save,
    waiting: () => resultPage(say().buttons.postpone, say().wait),
    async run({ task }, { version }, { day, note = null }, by) {
      const mistake = wrongDay(day, task, by);
      if (mistake !== undefined || day === undefined) return { errors: { day: mistake } };
      if ((note?.length ?? 0) > longestNote) return { errors: { note: say().postpone.long(longestNote) } };
      const title = say().buttons.postpone;
      return saveTask(task, { title, version, save: () => postpone(task, { day, note }, by) }, by);
    },
  },
});

function wrongDay(day: Day | undefined, { due_day, timezone }: Task, { clock }: PressServices) {
  const { missing, past, far, same } = say().postpone;
  if (day === undefined || !isDay(day)) return missing;
  const today = dayIn(timezone, clock.now());
  if (day < today) return past(today);
  if (day > addDays(today, furthest)) return far;
  return day === due_day ? same(day) : undefined;
}

async function postpone(
  task: Task,
  { day, note }: { day: Day; note: string | null },
  by: By<PressServices>,
): Promise<{ task: Task; said: string }> {
  const { clock, settings } = by;
  const noted = { what: 'postponed', detail: { day, before: task.due_day } };
  const changed = await changeTask(task, { action: 'postpone', due_day: day, note }, noted, by);
  const [now, rules] = [clock.now(), rulesOf(settings())];
  const at = toldAgainAt(changed, now, rules);
  await tellAgain(changed, at, by);
  const when = say().sentWhen(at, zoneOf(changed.timezone, rules), now);
  return { task: changed, said: say().postpone.saved(changed.due_day, when) };
}

/** Schedules the message for the new day; under a new purpose if that day's message was already sent or dropped. */
async function tellAgain(task: Task, due: Date, { service, ledger, clock, messages }: PressServices) {
  const about = aboutOf(task, service.name());
  const onItsDay = purposeOf(about);
  const wanted = (await ledger.wantedSince([onItsDay])).get(onItsDay);
  const isOver = wanted !== undefined && wanted <= clock.now();
  const purpose = isOver ? `${onItsDay}:${task.version}` : onItsDay;
  const address = { ...addressOf(task), purpose, topic: topicOf(about), due, planned: true } as const;
  await ledger.schedule([messages.due.message(address, about)]);
}
