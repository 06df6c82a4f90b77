import type { Task } from '../../../../contract/additions/tasks.ts';
import { openFrom, rulesOf, zoneOf } from '../../../plan/plan.ts';
import { escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { unavailable } from '../../../slack/views/inputs.ts';
import { toldAt } from '../../../tasks/when.ts';
import { employeeOf } from '../access.ts';
import { aboutOf, addressOf, namesIn, purposeOf, topicOf } from '../message/due.ts';
import { say } from '../messages.ts';
import { passOnForm, passOnForms } from './forms.ts';
import type { TaskForm } from './on-forms.ts';
import type { PressDeps } from './press-deps.ts';

interface Entered {
  assignee: number;
}

/** "Not mine": passes the task on to another employee, and tells them who did. */
export function passingOn(deps: PressDeps): TaskForm<Entered> {
  return {
    name: 'passOn',
    view(about, { role }) {
      // Only HR decides who learns about a departure.
      const isForHr = about.task.kind === 'offboarding' && role !== 'hr';
      return isForHr ? say().passOn.toHrOnly : passOnForm(about);
    },
    read(args) {
      const { missing, whenUnavailable } = say().passOn;
      const form = passOnForms();
      const { assignee } = form.read(args.view.state.values);
      const isNone = assignee?.value === unavailable;
      const id = Number(assignee?.value);
      if (assignee !== undefined && !isNone && Number.isInteger(id)) return { entered: { assignee: id } };
      return { errors: form.errors({ assignee: isNone ? whenUnavailable : missing }) ?? {} };
    },
    wrong({ assignee }, task, { role }) {
      const { isTheirs, toHrOnly } = say().passOn;
      const isLeaver = task.kind === 'offboarding';
      // The assignee of an offboarding task may not know about it. HR tells them by choosing them here.
      const isSame = !isLeaver && assignee === task.assignee;
      const sentence = isLeaver && role !== 'hr' ? toHrOnly : isSame ? isTheirs : undefined;
      return passOnForms().errors({ assignee: sentence });
    },
    async save({ assignee }, task, { userId, role }) {
      const by = (await employeeOf(userId, deps)) ?? null;
      const { id, version, person } = task;
      const changed = await deps.service.change({ action: 'pass_on', id, version, by, assignee });
      // After the service has accepted it, because this lets the new assignee read about the departure.
      const pass = { service: deps.service.name(), task: id, employee: assignee };
      await deps.taskStore.passed({ ...pass, by: userId, byHr: role === 'hr' });
      const detail = { task: id, person, to: assignee, before: task.assignee };
      await deps.taskStore.note({ by: userId, what: 'passed on', detail });
      await tellNow(changed, deps);
      const { passOn, sentWhen } = say();
      const [now, rules] = [deps.clock.now(), rulesOf(deps.settings())];
      const zone = zoneOf(changed.timezone, rules);
      const when = sentWhen(openFrom(now, zone, rules), zone, now);
      return { task: changed, said: passOn.saved(escapeMrkdwn(namesIn(deps)(assignee)), when) };
    },
  };
}

/** Sends the task to its new assignee now. If it isn't due yet, they get it again on its day. */
async function tellNow(task: Task, { service, ledger, settings, clock, messages }: PressDeps): Promise<void> {
  const about = aboutOf(task, service.name());
  const onItsDay = purposeOf(about);
  const isOnItsDay = toldAt(task, rulesOf(settings())) <= clock.now();
  const isTold = (await ledger.wantedSince([onItsDay])).has(onItsDay);
  const purpose = isOnItsDay && !isTold ? onItsDay : `${onItsDay}:${task.version}`;
  const { recipient } = addressOf(task);
  await ledger.enqueue(messages.due.message({ purpose, recipient, topic: topicOf(about) }, about));
}
