import type { Task } from '../../../contract/task.ts';
import { addDays, instantOf } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { eventId, type NewEvent } from '../../ledger/webhooks/event.ts';
import type { EventData } from '../../webhooks/event-schema.ts';
import { personOf } from '../../webhooks/of-request.ts';
import { topicOf } from './task.ts';

function dataOf(task: Task, { directory }: Pick<Bot, 'directory'>): EventData<'task.overdue'> {
  const { id, text, kind, sequence, owner, due_day, person, person_name: name, person_email: email } = task;
  const known = task.assignee === null ? undefined : directory.current()?.people.get(task.assignee);
  return {
    ...{ task: id, text, kind, sequence, owner, due_day },
    person: { employee: person, name, email },
    assignee:
      task.assignee === null ? null : { employee: task.assignee, name: known?.name, email: known?.email },
  };
}

function eventOf(task: Task, type: string, key: string, at: string, data: object): NewEvent {
  const person = personOf(task.person_email, task.person);
  const isOfDeparture = task.kind === 'offboarding';
  return { key, type, person, at: new Date(at), data, ...(isOfDeparture && { isConfidential: true }) };
}

/** @param service see `TaskService.name` */
export function doneEvents(task: Task, service: string, deps: Pick<Bot, 'directory'>): NewEvent[] {
  const { done_at, id } = task;
  if (done_at === null) return [];
  const key = `${topicOf({ service, task: id })}:done:${done_at}`;
  return [eventOf(task, 'task.done', key, done_at, { ...dataOf(task, deps), done_at })];
}

/** A task is overdue from the end of its day on. */
export function overdueEvents(task: Task, service: string, deps: Pick<Bot, 'directory'>): NewEvent[] {
  const key = `${topicOf({ service, task: task.id })}:overdue:${task.due_day}`;
  const since = instantOf(addDays(task.due_day, 1), '00:00', task.timezone).toISOString();
  return [eventOf(task, 'task.overdue', key, since, dataOf(task, deps))];
}

/** Tells other systems of tasks, each once: also those that nobody pressed in Slack. */
export async function emitNew(events: readonly NewEvent[], { webhooks }: Bot['ledger']): Promise<void> {
  if (events.length === 0) return;
  const known = await webhooks.known(events.map(({ key }) => eventId(key)));
  await webhooks.emit(events.filter(({ key }) => !known.has(eventId(key))));
}
