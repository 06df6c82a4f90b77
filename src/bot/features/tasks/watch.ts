import { setImmediate as breathe } from 'node:timers/promises';
import type { Task, TaskQuery } from '../../../contract/task.ts';
import { dayIn } from '../../../time/dates.ts';
import type { NewMessage } from '../../ledger/outbox/message.ts';
import { morningOf, type PlanRules, rulesOf, workingDayFrom } from '../../plan/plan.ts';
import { isNews, startOfToday, toldAt, windowOf } from '../../plan/task-times.ts';
import type { Watch } from '../../storage/tasks.ts';
import { doneEvents, emitNew, overdueEvents } from './events.ts';
import { dueMessage, overdueOf } from './message/due.ts';
import type { TaskServices } from './services.ts';
import { aboutOf, addressOf, isOverdue, purposeOf, topicOf } from './task.ts';

/** Tasks per page. Larger pages would block the event loop for too long. */
const onePage = 200;
const inOneGo = 25;

/** Done tasks are read again for this long, in milliseconds: clocks differ, and one may have just been finished. */
const overlap = 10 * 60_000;

interface Round {
  service: string;
  now: Date;
  rules: PlanRules;
  watch: Watch;
  stopping: AbortSignal;
}

/**
 * Looks for due tasks, and schedules their messages. Purposes are stable, so each message is sent once, whichever
 * process schedules it.
 */
export function createWatch(deps: TaskServices) {
  const { service, ledger, taskStore, settings, clock } = deps;
  const { webhooks } = ledger;

  const pages = (query: TaskQuery, stopping: AbortSignal) =>
    service.pages({ ...query, limit: onePage }, stopping);

  async function look(stopping: AbortSignal): Promise<void> {
    if (!(await service.isOffered())) return;
    const [name, now] = [service.name(), clock.now()];
    const watch = (await taskStore.watchOf(name)) ?? (await begin(name, now, stopping));
    if (!watch) return;
    const round = { service: name, now, rules: rulesOf(settings()), watch, stopping };
    const late = new Set<number | null>();
    for await (const tasks of pages({ ...windowOf(now, round.rules), state: 'open' }, stopping)) {
      for (const reader of await write(tasks, round)) late.add(reader);
      await tellOverdue(tasks, round);
    }
    if (!stopping.aborted && service.name() === name) await remind([...late], round);
    await tellDone(round);
  }

  async function tellOverdue(tasks: readonly Task[], { service: name, now, watch }: Round): Promise<void> {
    const news = tasks.filter((task) => isNews(task, watch) && isOverdue(task, now));
    if (news.length > 0 && (await webhooks.wantedSince('task.overdue')))
      await emitNew(
        news.flatMap((task) => overdueEvents(task, name, deps)),
        ledger,
      );
  }

  /** Tells other systems of done tasks since the last look, or since one of them wants that. */
  async function tellDone({ service: name, now, stopping }: Round): Promise<void> {
    const wanted = await webhooks.wantedSince('task.done');
    if (!wanted) return;
    const told = (await taskStore.toldUntil(name))?.getTime() ?? 0;
    const done_after = new Date(Math.max(told - overlap, wanted.getTime())).toISOString();
    for await (const tasks of pages({ done_after, state: 'done' }, stopping)) {
      const events = tasks.flatMap((task) => doneEvents(task, name, deps));
      await emitNew(events, ledger);
    }
    if (!stopping.aborted && service.name() === name) await taskStore.told(name, now);
  }

  /** On the first run, don't announce tasks that are already due. */
  async function begin(name: string, now: Date, stopping: AbortSignal): Promise<Watch | undefined> {
    let highest = 0;
    for await (const tasks of pages({ due_by: now.toISOString(), state: 'open' }, stopping))
      highest = Math.max(highest, ...tasks.map(({ id }) => id));
    return stopping.aborted ? undefined : taskStore.watch(name, highest);
  }

  /**
   * Writes in small steps, yielding in between. Returns the readers to remind of tasks they got before today;
   * null is HR.
   */
  async function write(tasks: readonly Task[], round: Round): Promise<(number | null)[]> {
    const news = tasks.slice(0, onePage).filter((task) => isNews(task, round.watch));
    const readers: (number | null)[] = [];
    for (let at = 0; at < news.length && !round.stopping.aborted; at += inOneGo) {
      await breathe();
      readers.push(...(await writeSome(news.slice(at, at + inOneGo), round)));
    }
    return readers;
  }

  async function writeSome(news: readonly Task[], round: Round): Promise<(number | null)[]> {
    const { now, rules } = round;
    const planned = news.map((task) => ({ task, message: messageFor(task, round) }));
    const known = await ledger.wantedSince(planned.map(({ message }) => message.purpose));
    const isNew = ({ due, purpose }: NewMessage) => {
      const wanted = known.get(purpose);
      // Reschedule upcoming messages whose time of day was changed.
      return !wanted || (due !== undefined && due > now && wanted.getTime() !== due.getTime());
    };
    const made = planned.map(({ message }) => message).filter(isNew);
    if (made.length > 0) await ledger.schedule(made);
    const today = startOfToday(now, rules);
    const isOld = (purpose: string) => (known.get(purpose) ?? now) < today;
    return planned
      .filter(({ task, message }) => isOverdue(task, now) && isOld(message.purpose))
      .flatMap(({ task: { kind, assignee } }) => (kind === 'offboarding' ? [assignee, null] : [assignee]));
  }

  function messageFor(task: Task, { service: name, rules }: Round): NewMessage {
    const about = aboutOf(task, name);
    const address = { purpose: purposeOf(about), topic: topicOf(about), due: toldAt(task, rules) };
    return dueMessage.message({ ...addressOf(task), ...address, planned: true }, about);
  }

  async function remind(readers: readonly (number | null)[], round: Round): Promise<void> {
    const { service: name, now, rules, stopping } = round;
    const today = dayIn(rules.timezone, now);
    if (workingDayFrom(today, rules) !== today) return;
    const due = morningOf(today, rules.timezone, rules);
    for (let at = 0; at < readers.length && !stopping.aborted; at += inOneGo) {
      const some = readers.slice(at, at + inOneGo);
      await ledger.schedule(some.map((reader) => overdueOf(name, reader, today, due)));
      await breathe();
    }
  }

  return look;
}
