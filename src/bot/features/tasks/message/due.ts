import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Task } from '../../../../contract/task.ts';
import { type Day, dayIn } from '../../../../time/dates.ts';
import type { Held, NewMessage, Recipient, Wording } from '../../../ledger/outbox/message.ts';
import { isServiceTrouble } from '../../../onboarding/outage.ts';
import { heldUntilOpen, rulesOf, zoneOf } from '../../../plan/plan.ts';
import { isNews, startOfToday } from '../../../plan/task-times.ts';
import { defineMessageWith, type MessageContext } from '../../../requests/define-message.ts';
import { employeeOf } from '../../../requests/employees.ts';
import { isPerson } from '../../../slack/ids.ts';
import { header, listed, note, paragraph, row } from '../../../slack/views/blocks.ts';
import { mayBeOwnLeaving, mayRead } from '../access.ts';
import { listButton } from '../lists/list-window.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { isOverdue, isWanted, namesIn, orUnknown, TaskAbout } from '../task.ts';
import { taskMessage } from './task-message.ts';

/**
 * How long a message waits for the service, in milliseconds, rather than reporting a task that may be done already.
 */
const patience = 60_000;

function later(now: Date): Held {
  return { later: new Date(now.getTime() + patience) };
}

export const dueMessage = defineMessageWith({
  name: 'task.due',
  label: () => say().labels.due,
  about: TaskAbout,
  async build(about, { now, target }, deps: TaskServices) {
    if (about.service !== deps.service.name()) return { dropped: 'another service' };
    const task = await orUnknown(deps.service.find(about.task));
    if (task === 'unknown') return later(now);
    if (!isWanted(task, about)) return { dropped: 'outdated' };
    const rules = rulesOf(deps.settings());
    const held = heldUntilOpen(now, zoneOf(task.timezone, rules), rules);
    if (held) return held;
    const isForHr = about.assignee === null || about.why !== undefined;
    if (!isForHr && !(await mayRead(task, target, deps))) return { toHr: 'confidential' };
    if (!isForHr && (await isMuted(task, target, deps))) return { dropped: 'muted' };
    return taskMessage(await standingOf(task, about, now, deps));
  },
});

export const updateMessage = defineMessageWith({
  name: 'task.update',
  about: TaskAbout,
  async build(about, { now }, deps: TaskServices) {
    const task = await deps.service.find(about.task);
    return taskMessage(await standingOf(task, about, now, deps));
  },
});

/** Whether the reader stopped task messages about this person. @throws database errors */
async function isMuted(task: Task, reader: string, { behind, ledger }: TaskServices): Promise<boolean> {
  const found = await behind(task);
  return found !== undefined && ledger.isMuted(found.request.id, reader, 'tasks');
}

async function standingOf(task: Task | undefined, about: TaskAbout, now: Date, deps: TaskServices) {
  const { assignee, service } = about;
  const isSomebodys = task !== undefined && assignee !== null;
  const pass = isSomebodys ? await deps.taskStore.passTo(service, task.id, assignee) : undefined;
  const isHandedOn = about.why === 'confidential' && pass?.byHr === true;
  const passedBy = pass && about.why === undefined ? pass.by : undefined;
  return { task, about, now, passedBy, isHandedOn, nameOf: namesIn(deps) };
}

const shown = 20;

const About = z.object({ service: z.string(), day: z.string(), reader: z.int().nullable() });
type About = z.infer<typeof About>;

/** Reminder of overdue tasks: one message a day per reader. */
export const overdueMessage = defineMessageWith({
  name: 'task.overdue',
  label: () => say().labels.overdue,
  about: About,
  async build(about, context, deps: TaskServices) {
    const held = heldBack(about, context.now, deps);
    if (held) return held;
    // Readers can't be checked before employees are loaded.
    if (!deps.directory.current()) return later(context.now);
    try {
      return await wordingOf(about, context, deps);
    } catch (error) {
      if (isServiceTrouble(error)) return later(context.now);
      throw error;
    }
  },
});

function heldBack({ service, day }: About, now: Date, deps: TaskServices): Held | undefined {
  if (service !== deps.service.name()) return { dropped: 'another service' };
  const rules = rulesOf(deps.settings());
  if (dayIn(rules.timezone, now) !== day) return { dropped: 'outdated' };
  return heldUntilOpen(now, rules.timezone, rules);
}

async function wordingOf(
  about: About,
  { now, target }: MessageContext,
  deps: TaskServices,
): Promise<Wording | undefined> {
  const due_by = startOfToday(now, deps.settings()).toISOString();
  const late = await readableFor(target, about, await tasksFor(about, due_by, deps), now, deps);
  if (late.length === 0) return undefined;
  const overdue = { due_by, state: 'open', limit: 1 } as const;
  const all = about.reader === null ? (await deps.additions.tasks(overdue)).total : undefined;
  return {
    text: say().overdue.summary(late.length),
    blocks: blocksOf(late, { all, about }),
  };
}

/** HR gets unassigned onboarding tasks, and all offboarding tasks, whose assignees may not know about the departure. */
async function tasksFor({ reader }: About, due_by: string, { service }: TaskServices): Promise<Task[]> {
  const overdue = { due_by, state: 'open' } as const;
  if (reader !== null) return service.all({ ...overdue, assignee: reader });
  const unassigned = await service.all({ ...overdue, unassigned: true, kind: 'onboarding' });
  const leavers = await service.all({ ...overdue, kind: 'offboarding' });
  return [...unassigned, ...leavers].toSorted((one, other) => (one.due_at < other.due_at ? -1 : 1));
}

async function readableFor(
  target: string,
  { service, reader }: About,
  tasks: readonly Task[],
  now: Date,
  deps: TaskServices,
): Promise<Task[]> {
  const watch = await deps.taskStore.watchOf(service);
  const late = tasks.filter((task) => isOverdue(task, now) && watch !== undefined && isNews(task, watch));
  const isDirect = isPerson(target) && reader === null;
  const self = isDirect ? await employeeOf(target, deps) : undefined;
  const mayBeOwn = (task: Task) => isDirect && mayBeOwnLeaving(task, self, deps);
  const readable: Task[] = [];
  const isForThem = async (task: Task) =>
    (await mayRead(task, target, deps)) && !(await isMuted(task, target, deps));
  for (const task of late) if (reader === null ? !mayBeOwn(task) : await isForThem(task)) readable.push(task);
  return readable;
}

function blocksOf(
  late: readonly Task[],
  { all, about }: { all: number | undefined; about: About },
): KnownBlock[] {
  const { overdue, line } = say();
  const lines = late.slice(0, shown).map((task) => line(task, { isOverdue: true, name: undefined }));
  const scope = about.reader === null ? ({ of: 'overdue' } as const) : ({ of: 'own' } as const);
  return [
    header(overdue.title),
    ...listed(lines),
    ...(late.length > shown ? [paragraph(overdue.more(late.length - shown))] : []),
    ...(all !== undefined && all > late.length ? [note(overdue.ofAll(all))] : []),
    ...row(listButton(scope, say().buttons.list)),
  ];
}

/** A reader's reminder for a day. @param reader employee id, or null for HR */
export function overdueOf(service: string, reader: number | null, day: Day, due: Date): NewMessage {
  const recipient: Recipient = reader === null ? { hr: true } : { employee: reader, confidential: true };
  const purpose = `tasks overdue:${service}:${reader ?? 'hr'}:${day}`;
  return overdueMessage.message({ purpose, recipient, planned: true, due }, { service, day, reader });
}
