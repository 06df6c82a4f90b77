import { z } from 'zod';
import type { Task } from '../../../../contract/task.ts';
import { tryWithin } from '../../../../time/clock.ts';
import { employeeField, noEmployees, type Offered, peopleMenu } from '../../../menus.ts';
import { openFrom, rulesOf, zoneOf } from '../../../plan/plan.ts';
import { toldAt } from '../../../plan/task-times.ts';
import { say as sayRequests } from '../../../requests/messages.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal } from '../../../slack/modal.ts';
import { alert, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { unavailable } from '../../../slack/views/view.ts';
import { say } from '../messages.ts';
import type { PressServices } from '../services.ts';
import { aboutOf, addressOf, namesIn, purposeOf, TaskRef, topicOf } from '../task.ts';
import { changeTask, openTask, resultPage, saveTask, taskBlocks } from './window.ts';

export const passOnWindow = modal({
  id: 'task_pass_on',
  role: 'members',
  metadata: TaskRef,
  kept: z.object({ version: z.int() }),
  async facts(by: By<PressServices>, ref: TaskRef) {
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
  by: By<PressServices>,
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

async function tellNow(
  task: Task,
  { service, ledger, settings, clock, messages }: PressServices,
): Promise<void> {
  const about = aboutOf(task, service.name());
  const onItsDay = purposeOf(about);
  const isOnItsDay = toldAt(task, rulesOf(settings())) <= clock.now();
  const isTold = (await ledger.wantedSince([onItsDay])).has(onItsDay);
  const purpose = isOnItsDay && !isTold ? onItsDay : `${onItsDay}:${task.version}`;
  const { recipient } = addressOf(task);
  await ledger.enqueue(messages.due.message({ purpose, recipient, topic: topicOf(about) }, about));
}
