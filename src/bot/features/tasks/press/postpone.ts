import { longestNote, type Task } from '../../../../contract/additions/tasks.ts';
import { addDays, type Day, dayIn, isDay } from '../../../../time/dates.ts';
import { rulesOf, zoneOf } from '../../../plan/plan.ts';
import { toldAgainAt } from '../../../tasks/when.ts';
import { employeeOf } from '../access.ts';
import { aboutOf, addressOf, purposeOf, topicOf } from '../message/due.ts';
import { say } from '../messages.ts';
import { postponeForm, postponeForms } from './forms.ts';
import type { TaskForm } from './on-forms.ts';
import type { PressDeps } from './press-deps.ts';

/** Limit for postponing, in days from today. */
const furthest = 365;

interface Entered {
  day: Day;
  note: string | null;
}

/** "Not yet": moves the task to another day. */
export function postponing(deps: PressDeps): TaskForm<Entered> {
  return {
    name: 'postpone',
    view: (about) => postponeForm(about),
    read(args) {
      const { missing, long } = say().postpone;
      const form = postponeForms();
      const { day, note } = form.read(args.view.state.values);
      const errors = form.errors({
        day: day === undefined || !isDay(day) ? missing : undefined,
        note: (note?.length ?? 0) > longestNote ? long(longestNote) : undefined,
      });
      return errors || day === undefined
        ? { errors: errors ?? {} }
        : { entered: { day, note: note ?? null } };
    },
    wrong({ day }, { due_day, timezone }) {
      const { past, far, same } = say().postpone;
      const today = dayIn(timezone, deps.clock.now());
      const sentence =
        day < today
          ? past(today)
          : day > addDays(today, furthest)
            ? far
            : day === due_day
              ? same(day)
              : undefined;
      return postponeForms().errors({ day: sentence });
    },
    async save({ day, note }, task, { userId }) {
      const by = (await employeeOf(userId, deps)) ?? null;
      const { id, version, person } = task;
      const change = { action: 'postpone', id, version, by, due_day: day, note } as const;
      const changed = await deps.service.change(change);
      const detail = { task: id, person, day, before: task.due_day };
      await deps.taskStore.note({ by: userId, what: 'postponed', detail });
      const { postpone, sentWhen } = say();
      const [now, rules] = [deps.clock.now(), rulesOf(deps.settings())];
      const at = toldAgainAt(changed, now, rules);
      await tellAgain(changed, at, deps);
      const when = sentWhen(at, zoneOf(changed.timezone, rules), now);
      return { task: changed, said: postpone.saved(changed.due_day, when) };
    },
  };
}

/** Schedules the message for the new day; under a new purpose if that day's message was already sent or dropped. */
async function tellAgain(task: Task, due: Date, { service, ledger, clock, messages }: PressDeps) {
  const about = aboutOf(task, service.name());
  const onItsDay = purposeOf(about);
  const wanted = (await ledger.wantedSince([onItsDay])).get(onItsDay);
  const isOver = wanted !== undefined && wanted <= clock.now();
  const purpose = isOver ? `${onItsDay}:${task.version}` : onItsDay;
  const address = { ...addressOf(task), purpose, topic: topicOf(about), due, planned: true } as const;
  await ledger.schedule([messages.due.message(address, about)]);
}
