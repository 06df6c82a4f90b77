import { z } from 'zod';
import { TaskOwner } from '../../contract/additions/sequences.ts';
import { SequenceKind } from '../../contract/sequence.ts';
import type { Held, Wording } from '../ledger/outbox/message.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { Foretold } from '../plan/foretell.ts';
import { say as sayPlan } from '../plan/messages.ts';
import { mostRehearsed, rehearsed, saidOfRehearsal } from '../plan/rehearse.ts';
import type { MessageContext, MessageDefinition } from '../requests/define-message.ts';
import type { ForetoldTask } from './foretell-tasks.ts';
import { say } from './messages.ts';
import type { TaskPlace } from './plan-tasks.ts';

/** Name of a rehearsed task's message, which is never stored. */
export const foretoldTask = 'task.foretold';

export const ForetoldAbout = z.object({
  person_name: z.string(),
  day: z.string().nullable(),
  kind: SequenceKind,
  sequence: z.string(),
  owner: TaskOwner,
  /** Employee id and name, and why HR gets it instead. */
  assignee: z.int().nullable(),
  name: z.string(),
  why: z.string().optional(),
  text: z.string(),
  due_day: z.string(),
  due_at: z.string(),
  timezone: z.string(),
});

/** Placeholder id for a new hire, who has none yet. */
export const newcomer = 0;

/** Tasks to rehearse: those with a message, up to a limit. */
export function toRehearse(tasks: readonly ForetoldTask[] | 'unknown') {
  const isUnknown = tasks === 'unknown';
  const told = isUnknown ? [] : tasks.filter((one) => one.told !== 'never');
  return { shown: told.slice(0, mostRehearsed), all: told.length, isUnknown };
}

function tellsAt({ told }: ForetoldTask): number {
  return told instanceof Date ? told.getTime() : 0;
}

interface Part {
  key: string | number;
  index: number;
  task?: TaskPlace;
}

export function inOrder(moments: readonly Foretold[], tasks: readonly ForetoldTask[]): Part[] {
  const timed = [
    ...moments.map(({ at }, index) => ({ at, part: { key: index, index } })),
    ...tasks.map((one) => ({
      at: tellsAt(one),
      part: { key: partOf(one.place), index: 0, task: one.place },
    })),
  ];
  return timed.toSorted((one, other) => one.at - other.at).map(({ part }) => part);
}

/** Key without the version, so that each task is rehearsed once per page. */
function partOf({ sequence, at }: TaskPlace): string {
  return `task ${sequence} ${at}`;
}

export function saidOf(moments: number, { shown, all, isUnknown }: ReturnType<typeof toRehearse>): string[] {
  const { tooMany } = sayPlan().rehearsal;
  const cut = all > shown.length ? [tooMany(shown.length, all)] : [];
  return saidOfRehearsal(moments + shown.length > 0, isUnknown ? [say().notes.unknown] : cut);
}

/** Retry interval while the sequences are unknown, and when to give up, in milliseconds. */
const patience = { again: 5_000, over: 10 * 60_000 };

/** Builds a task's message for its rehearsal; undefined if the sequence was changed meanwhile or never read. */
export async function rehearsedTask(
  tasks: readonly ForetoldTask[] | 'unknown',
  { task, since, ...whose }: { task: TaskPlace; since: string; personName: string; to: string },
  definitions: readonly MessageDefinition[],
  context: MessageContext & { request: Request },
): Promise<Wording | Held | undefined> {
  if (tasks !== 'unknown') return rehearsed(momentOf(tasks, task, whose), definitions, context);
  const waited = context.now.getTime() - new Date(since).getTime();
  return waited < patience.over ? { later: new Date(context.now.getTime() + patience.again) } : undefined;
}

function momentOf(
  tasks: readonly ForetoldTask[],
  place: TaskPlace,
  { personName, to }: { personName: string; to: string },
): Foretold | undefined {
  const found = tasks.find(
    ({ place: { sequence, version, at } }) =>
      sequence === place.sequence && version === place.version && at === place.at,
  );
  if (!found) return undefined;
  const { task, from, owner, anchor, zone, due_day, due_at, told, line } = found;
  const about: z.infer<typeof ForetoldAbout> = {
    ...{ person_name: personName, day: anchor, kind: from.kind, sequence: from.name, owner: task.owner },
    ...{ assignee: owner.assignee, name: owner.name, ...(owner.why !== undefined && { why: owner.why }) },
    ...{ text: task.text, due_day, due_at, timezone: zone },
  };
  const recipient = { channel: to, confidential: true as const };
  const message = { name: foretoldTask, purpose: foretoldTask, recipient, about };
  return {
    line,
    at: tellsAt(found),
    messages: [{ ...message, ...(told instanceof Date && { due: told }) }],
  };
}
