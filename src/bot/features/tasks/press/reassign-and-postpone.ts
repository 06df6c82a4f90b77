import { z } from 'zod';
import { longestNote, type Task } from '../../../../contract/task.ts';
import { tryWithin } from '../../../../time/clock.ts';
import { addDays, type Day, dayIn, isDay } from '../../../../time/dates.ts';
import { employeeField, noEmployees, type Offered, peopleMenu } from '../../../menus.ts';
import { openFrom, rulesOf, zoneOf } from '../../../plan/plan.ts';
import { toldAgainAt, toldAt } from '../../../plan/task-times.ts';
import { say as sayRequests } from '../../../requests/messages.ts';
import type { By } from '../../../slack/button.ts';
import { dateField, textField } from '../../../slack/forms/field.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal } from '../../../slack/modal.ts';
import { alert, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { unavailable } from '../../../slack/views/view.ts';
import { dueMessage } from '../message/due.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { aboutOf, addressOf, buttonIds, namesIn, purposeOf, TaskRef, topicOf } from '../task.ts';
import { changeTask, openTask, resultPage, saveTask, taskBlocks } from './window.ts';

export const passOnWindow = modal({
  id: buttonIds.passOn,
  role: 'members',
  metadata: TaskRef,
  kept: z.object({ version: z.int() }),
  async facts(by: By<TaskServices>, ref: TaskRef) {
    const { buttons, passOn } = say();
    const found = await openTask(ref, buttons.passOn, by);
    // Only HR decides who learns about a departure.
    const isForHr = 'task' in found && found.task.kind === 'offboarding' && by.viewer.role !== 'hr';
    return isForHr ? noticeView(buttons.passOn, passOn.toHrOnly) : found;
  },
  title: () => say().buttons.passOn,
  fields() {
    const whenUnavailable = noEmployees();
    const label = say().passOn.labels.assignee;
    return { assignee: employeeField({ label, required: true, whenUnavailable }) };
  },
  offered: (): Offered => ({ snapshot: undefined }),
  menus: { assignee: peopleMenu },
  open: ({ task }) => ({
    above: taskBlocks(task),
    below: task.kind === 'offboarding' ? [alert('warning', say().passOn.leaver)] : [],
    keep: { version: task.version },
  }),
  submit: {
    text: () => say().buttons.passOn,
    waiting: () => resultPage(say().buttons.passOn, say().wait),
    async run({ task }, { version }, { assignee: chosen }, by) {
      const { missing, isTheirs } = say().passOn;
      if (chosen?.value === unavailable) return { errors: { assignee: noEmployees() } };
      const assignee = Number(chosen?.value);
      if (!Number.isInteger(assignee)) return { errors: { assignee: missing } };
      // The assignee of an offboarding task may not know about it. HR tells them by choosing them here.
      if (task.kind === 'onboarding' && assignee === task.assignee) return { errors: { assignee: isTheirs } };
      const title = say().buttons.passOn;
      return saveTask(task, { title, version, save: () => passOn(task, assignee, by) }, by);
    },
  },
});

/** Time limit for finding the assignee in Slack, in milliseconds: the window waits for it. */
const patience = 500;

async function passOn(
  task: Task,
  assignee: number,
  by: By<TaskServices>,
): Promise<{ task: Task; said: string }> {
  const { service, taskStore, viewer, clock, settings } = by;
  const noted = { what: 'passed on', detail: { to: assignee, before: task.assignee } };
  const changed = await changeTask(task, { action: 'pass_on', assignee }, noted, by);
  // After the service has accepted it, because this lets the new assignee read about the departure.
  const pass = { service: service.name(), task: task.id, employee: assignee };
  await taskStore.passed({ ...pass, by: viewer.userId, byHr: viewer.role === 'hr' });
  await tellNow(changed, by);
  const [now, rules] = [clock.now(), rulesOf(settings())];
  const zone = zoneOf(changed.timezone, rules);
  const when = say().sentWhen(openFrom(now, zone, rules), zone, now);
  const name = escapeMrkdwn(namesIn(by)(assignee));
  const found = await tryWithin(clock, patience, by.findEmployee(assignee));
  const why = found && 'why' in found ? sayRequests().unreached[found.why] : undefined;
  const { saved, unreached } = say().passOn;
  return { task: changed, said: why === undefined ? saved(name, when) : unreached(name, why) };
}

async function tellNow(task: Task, { service, ledger, settings, clock }: TaskServices): Promise<void> {
  const about = aboutOf(task, service.name());
  const onItsDay = purposeOf(about);
  const isOnItsDay = toldAt(task, rulesOf(settings())) <= clock.now();
  const isTold = (await ledger.wantedSince([onItsDay])).has(onItsDay);
  const purpose = isOnItsDay && !isTold ? onItsDay : `${onItsDay}:${task.version}`;
  const { recipient } = addressOf(task);
  await ledger.enqueue(dueMessage.message({ purpose, recipient, topic: topicOf(about) }, about));
}

/** Limit for postponing, in days from today. */
const furthest = 365;

export const postponeWindow = modal({
  id: buttonIds.postpone,
  role: 'members',
  metadata: TaskRef,
  kept: z.object({ version: z.int() }),
  facts: (by: By<TaskServices>, ref) => openTask(ref, say().buttons.postpone, by),
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

function wrongDay(day: Day | undefined, { due_day, timezone }: Task, { clock }: TaskServices) {
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
  by: By<TaskServices>,
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
async function tellAgain(task: Task, due: Date, { service, ledger, clock }: TaskServices) {
  const about = aboutOf(task, service.name());
  const onItsDay = purposeOf(about);
  const wanted = (await ledger.wantedSince([onItsDay])).get(onItsDay);
  const isOver = wanted !== undefined && wanted <= clock.now();
  const purpose = isOver ? `${onItsDay}:${task.version}` : onItsDay;
  const address = { ...addressOf(task), purpose, topic: topicOf(about), due, planned: true } as const;
  await ledger.schedule([dueMessage.message(address, about)]);
}
