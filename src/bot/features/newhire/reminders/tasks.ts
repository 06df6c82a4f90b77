import { within } from '../../../../time/clock.ts';
import { dayIn } from '../../../../time/dates.ts';
import { employeeLabel } from '../../../menus.ts';
import { rulesOf } from '../../../plan/plan.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/view.ts';
import {
  type Asked,
  type ForetoldTask,
  foretoldTasks,
  type Owner,
  type TaskPart,
  taskPart,
} from '../../../tasks/foretell-tasks.ts';
import { say as sayTasks } from '../../../tasks/messages.ts';
import type { SequenceTask } from '../../../tasks/plan-tasks.ts';
import { newcomer } from '../../../tasks/rehearse-tasks.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import type { HireValues } from '../form/fields.ts';
import { personName } from '../request.ts';
import { say } from './messages.ts';

/** Time limit in milliseconds, and the maximum number of people, for finding task owners in Slack. */
const patience = 300;
const mostLookedFor = 10;

export async function tasksOf(
  values: HireValues,
  deps: FormDeps & Pick<NewHireDeps, 'findEmployee'>,
): Promise<TaskPart | undefined> {
  const asked = askedOf(values, deps.clock.now(), deps);
  if (asked.chosen.length === 0) return undefined;
  const known = await deps.sequenceTasks.lately(asked.chosen.map(({ id }) => id));
  const { notes } = sayTasks();
  const tasks = foretoldTasks(known, asked);
  const left = await unreachable(tasks === 'unknown' ? [] : tasks, deps);
  const further = [
    notes.elseHr,
    ...(values.start_day === undefined ? [notes.noDay] : []),
    ...left.map(({ name }) => notes.unreachable(cut(name, 80))),
  ];
  const ownerOf = (task: SequenceTask): Owner => {
    const owner = asked.ownerOf(task);
    const isLeft = left.some(({ assignee }) => assignee === owner.assignee);
    return isLeft ? { ...owner, reader: sayTasks().hr } : owner;
  };
  return taskPart(known, { ...asked, ownerOf }, { further });
}

export async function formTasks(
  values: HireValues,
  { since }: { since: Date },
  deps: FormDeps,
): Promise<ForetoldTask[] | 'unknown'> {
  const asked = askedOf(values, since, deps);
  if (asked.chosen.length === 0) return [];
  const known = await deps.sequenceTasks.lately(asked.chosen.map(({ id }) => id));
  return foretoldTasks(known, asked);
}

function askedOf(values: HireValues, now: Date, deps: FormDeps): Asked {
  const rules = rulesOf(deps.settings());
  const { sequences = [], start_day, timezone } = values;
  return {
    // Sequences are only accepted for new hires.
    chosen:
      Number(values.role ?? 0) === 0
        ? sequences.map((entry) => ({ id: Number(entry.value), name: labelOf(entry) }))
        : [],
    anchor: start_day ?? dayIn(rules.timezone, now),
    zone: timezone?.value,
    now,
    rules,
    ownerOf: (task) => ownerOf(task, values, deps),
  };
}

/** Owner the service gives a task; HR if nobody has the role. */
function ownerOf({ owner, person }: SequenceTask, values: HireValues, deps: FormDeps): Owner {
  const { hr, newHire, nobody } = sayTasks();
  const ofHr = (reader: string): Owner => ({ reader, assignee: null, name: hr });
  if (owner === 'hire') {
    const { first_name = '', last_name = '' } = values;
    const name = personName(first_name, last_name);
    return { reader: newHire(escapeMrkdwn(cut(name, 80))), assignee: newcomer, name };
  }
  if (owner === 'manager' || owner === 'buddy') {
    const entry = values[owner];
    if (!entry || !/^\d+$/.test(entry.value)) return ofHr(nobody[owner]);
    const name = labelOf(entry);
    const reader = say().asCompanion(escapeMrkdwn(cut(name, 80)), [owner]);
    return { reader, assignee: Number(entry.value), name };
  }
  if (owner === 'hr' || person === null) return ofHr(hr);
  const name = employeeLabel(person, { snapshot: deps.directory.current() });
  return { reader: escapeMrkdwn(cut(name, 80)), assignee: person, name };
}

async function unreachable(
  tasks: readonly ForetoldTask[],
  { findEmployee, clock }: Pick<NewHireDeps, 'findEmployee' | 'clock'>,
): Promise<Owner[]> {
  const owners = new Map(tasks.map(({ owner }) => [owner.assignee, owner]));
  const employees = [...owners].filter(([id]) => id !== null && id !== newcomer).slice(0, mostLookedFor);
  const found = employees.map(async ([id, owner]) => {
    // A failed lookup isn't reported: it's retried on the day.
    const inSlack = await within(clock, patience, findEmployee(id ?? newcomer)).catch(() => undefined);
    return inSlack && 'why' in inSlack && inSlack.why !== 'cannotLookUp' ? [owner] : [];
  });
  return (await Promise.all(found)).flat();
}
