import type { FullSequence, TaskOwner } from '../../contract/sequence.ts';
import type { Task } from '../../contract/task.ts';
import { type Day, dayIn, dueFrom } from '../../time/dates.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { KnownSequences, ReadSequences } from '../onboarding/additions.ts';
import { canBePlanned, type PlanRules, zoneOf } from '../plan/plan.ts';
import { toldAt, windowOf } from '../plan/task-times.ts';
import type { RequestType } from '../requests/define-request.ts';
import type { Moment } from '../slack/timeline.ts';
import { cut, escapeMrkdwn } from '../slack/views/blocks.ts';
import { say } from './messages.ts';

/** Above `tasks`, tasks are grouped by day and reader; at most `lines` groups are shown. */
const most = { tasks: 25, lines: 30 };
/** Age from which the list's age is shown, in milliseconds. */
const oldAfter = 60_000;

/** Placeholder ids: a new hire has none yet, and only the service knows a leaver's manager and buddy. */
const ids = { newHire: 0, somebody: -1 };

export interface PreviewedTask {
  /** As the service will make it; without an id. */
  task: Task;
  /** Time of the message to its owner: a future morning, the next working hours, or never. */
  told: Date | 'soon' | 'never';
  owner: Owner;
}

interface Owner {
  /** Person in the list, in mrkdwn. */
  reader: string;
  /** Employee id and name, and why HR gets the message instead. */
  assignee: number | null;
  name: string;
  why?: 'confidential';
}

interface TaskFacts {
  request: Request;
  type: RequestType;
  known: KnownSequences;
  rules: PlanRules;
  now: Date;
  /** The requester's employee id, and how the list names them in mrkdwn; undefined for the reader. */
  requester: { employee: number | undefined; shownAs: string | undefined };
  nameOf(employee: number): string;
}

/** Tasks that the request's sequences will create, ordered by due time; `unknown` before the sequences were read. */
export function previewedTasks(facts: TaskFacts): PreviewedTask[] | 'unknown' {
  const { request, type, known, rules, now } = facts;
  const chosen = type.tasks?.sequencesOf(request) ?? [];
  if (known === 'notOffered' || chosen.length === 0) return [];
  if (known === 'unknown') return known;
  const anchor = request.day ?? dayIn(rules.timezone, now);
  if (!canBePlanned(anchor)) return [];
  const timezone = zoneOf(type.tasks?.zoneOf?.(request), rules);
  const { due_after: tooLongAgo } = windowOf(now, rules);
  const toldOf = (task: Task) => {
    if (task.due_at <= tooLongAgo) return 'never';
    const told = toldAt(task, rules);
    return told > now ? told : 'soon';
  };
  const tasks = chosen
    .flatMap(({ id }) => known.byId.get(id) ?? [])
    .filter((sequence) => !isGone(sequence))
    .flatMap(({ name: sequence, kind, tasks: ofOne }) =>
      ofOne.map((one): PreviewedTask => {
        const owner = ownerOf(one, facts);
        const { assignee } = owner;
        const task = {
          ...{ ...noTask, ...dueFrom(anchor, one.day, timezone), timezone, kind, sequence, assignee },
          ...{ person_name: request.context.personName, day: anchor, owner: one.owner, text: one.text },
        };
        return { task, told: toldOf(task), owner };
      }),
    );
  return tasks.toSorted((one, other) => Date.parse(one.task.due_at) - Date.parse(other.task.due_at));
}

const noTask = {
  ...{ id: 0, version: 0, person: ids.newHire, person_email: '' },
  ...{ note: null, done_at: null, done_by: null },
};

/** An archived offboarding sequence still applies to its people when their last day moves. */
function isGone({ archived, kind }: FullSequence): boolean {
  return archived && kind === 'onboarding';
}

/**
 * Owner that the service gives a task; HR if nobody has the role. Departures are confidential: HR gets the message
 * unless the requester is the owner.
 */
function ownerOf({ owner, person }: { owner: TaskOwner; person: number | null }, facts: TaskFacts): Owner {
  const { request, type, requester } = facts;
  const { hr, you, tasks } = say();
  const leaver = type.keptFrom?.(request);
  const found = employeeIn(owner, person, facts);
  if (found === undefined) {
    const isMissing = leaver === undefined && (owner === 'manager' || owner === 'buddy');
    return { reader: isMissing ? tasks.nobody[owner] : hr, assignee: null, name: hr };
  }
  const { assignee, name } = found;
  if (leaver === undefined) return { reader: escapeMrkdwn(cut(name, 80)), ...found };
  const own = requester.employee === leaver ? undefined : requester.employee;
  if (assignee === own) return { reader: requester.shownAs ?? you, ...found };
  const isUnknown = assignee === ids.somebody && own !== undefined;
  const reader =
    isUnknown && (owner === 'manager' || owner === 'buddy')
      ? tasks.ifTheirs(owner, requester.shownAs)
      : tasks.insteadOf(escapeMrkdwn(cut(name, 80)));
  return { reader, assignee, name, why: 'confidential' };
}

function employeeIn(
  owner: TaskOwner,
  person: number | null,
  { request, type, nameOf }: TaskFacts,
): { assignee: number; name: string } | undefined {
  const { owners, newHire } = say().tasks;
  const leaver = type.keptFrom?.(request);
  if (owner === 'hr' || (owner === 'person' && person === null)) return undefined;
  if (owner === 'person') return { assignee: person ?? 0, name: nameOf(person ?? 0) };
  if (leaver !== undefined)
    return { assignee: owner === 'hire' ? leaver : ids.somebody, name: owners[owner] };
  if (owner === 'hire') return { assignee: ids.newHire, name: request.context.personName || newHire };
  const found = type.companionsOf?.(request).find(({ roles }) => roles.includes(owner));
  return found && { assignee: found.employee, name: nameOf(found.employee) };
}

/** Employees who get tasks, and have to be found in Slack. */
export function employeesIn(tasks: readonly PreviewedTask[]): number[] {
  const told = tasks.filter(({ owner }) => owner.why === undefined);
  const employees = told.flatMap(({ owner: { assignee } }) => assignee ?? []);
  return [...new Set(employees)].filter((id) => id > 0);
}

/** One line per task; of many tasks, one per day and reader. `more` says what is left out. */
export function taskMoments(
  tasks: readonly PreviewedTask[],
  now: Date,
): { moments: Moment[]; more: string[] } {
  const { count, line, more } = say().tasks;
  const momentOf = (text: string, { task, told, owner }: PreviewedTask): Moment => ({
    ...{ at: new Date(task.due_at), zone: task.timezone },
    text: line(text, owner.reader, toldIn({ task, told }, now)),
  });
  if (tasks.length <= most.tasks)
    return { moments: tasks.map((one) => momentOf(textOf(one.task), one)), more: [] };
  const groups = [...Map.groupBy(tasks, ({ task, owner }) => `${task.due_day} ${owner.reader}`).values()];
  const moments = groups.slice(0, most.lines).flatMap((group) => {
    const [first] = group;
    return first ? [momentOf(group.length === 1 ? textOf(first.task) : count(group.length), first)] : [];
  });
  const left = groups.slice(most.lines).flat();
  const last = left.at(-1);
  return { moments, more: last ? [more(left.length, last.task.due_day)] : [] };
}

export function textOf({ text }: Pick<Task, 'text'>): string {
  return escapeMrkdwn(cut(text.replaceAll(/\s+/g, ' '), 100));
}

function toldIn({ task, told }: Pick<PreviewedTask, 'task' | 'told'>, now: Date): string {
  const sentences = say().tasks.told;
  if (typeof told === 'string') return sentences[told];
  const day: Day = dayIn(task.timezone, told);
  return day === task.due_day ? '' : sentences.before(day, dayIn(task.timezone, now));
}

/** Sentences about sequences whose tasks are missing in the list. */
export function sequenceNotes(
  { byId }: ReadSequences,
  chosen: readonly { id: number; name: string }[],
): string[] {
  const { archived, none, unlisted } = say().notes;
  const those = (is: (sequence: FullSequence | undefined) => boolean) =>
    chosen.filter(({ id }) => is(byId.get(id))).map(({ name }) => cut(name, 80));
  const missing = those((sequence) => !sequence);
  const gone = those((sequence) => sequence !== undefined && isGone(sequence));
  const empty = those((sequence) => sequence?.tasks.length === 0 && !isGone(sequence));
  return [
    ...(gone.length > 0 ? [archived(gone)] : []),
    ...(empty.length > 0 ? [none(empty)] : []),
    ...(missing.length > 0 ? [unlisted(missing)] : []),
  ];
}

/** Sentence about the age of a list that isn't new. */
export function ageNotes({ readAt }: ReadSequences, now: Date): string[] {
  const age = now.getTime() - readAt;
  return age > oldAfter ? [say().notes.asOf(Math.round(age / 60_000))] : [];
}
