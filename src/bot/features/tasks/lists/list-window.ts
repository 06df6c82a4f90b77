import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Task } from '../../../../contract/task.ts';
import { dayIn } from '../../../../time/dates.ts';
import type { By } from '../../../slack/button.ts';
import { modal, type Page, page } from '../../../slack/modal.ts';
import { header, note, paragraph, row } from '../../../slack/views/blocks.ts';
import { taskButtons } from '../message/task-message.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { isOverdue, namesIn } from '../task.ts';
import { notShown } from './recent.ts';
import { askedOf, handled, Scope } from './scope.ts';

const onOnePage = 20;

const Place = z.object({ scope: Scope, from: z.int().min(0) });

/** A page of a task list. */
export const listWindow = modal({
  id: 'task_list',
  role: 'members',
  metadata: Place,
  openers: ['more'],
  async facts(
    by: By<TaskServices>,
    { scope, from },
  ): Promise<{ title: string; blocks: KnownBlock[] } | Page> {
    const { lists, titles } = say();
    const asked = await askedOf(scope, by);
    if (!asked) return page(titles.list, [paragraph(lists.gone)]);
    const { title } = asked;
    const recent = await by.recent.page(asked.query);
    if (typeof recent === 'string') return { title, blocks: [paragraph(notShown(recent))] };
    const isOwn = scope.of === 'own';
    const listed = isOwn ? await handled(recent.tasks, by) : recent.tasks.filter(asked.isShown);
    const all = inOrder(listed);
    const shown = all.slice(from, from + onOnePage);
    const may = isOwn ? shown : await handled(shown, by);
    const rows = { handled: new Set(may), withNames: !isOwn };
    const more = recent.total - recent.tasks.length + Math.max(0, all.length - from - onOnePage);
    return {
      title,
      blocks: [
        ...(shown.length === 0 ? [paragraph(lists.none)] : taskRows(shown, rows, by)),
        ...(more > 0 ? [note(lists.more(more))] : []),
        ...turning({ scope, from }, all.length),
      ],
    };
  },
  title: () => say().titles.list,
  open: ({ title, blocks }) => ({ above: [header(title), ...blocks] }),
});

function inOrder(tasks: readonly Task[]): Task[] {
  const isOpen = ({ done_at }: Task) => done_at === null;
  return [...tasks.filter(isOpen), ...tasks.filter((task) => !isOpen(task))];
}

function turning({ scope, from }: z.infer<typeof Place>, count: number): KnownBlock[] {
  const { buttons } = say();
  const to = (text: string, place: number): Button =>
    listWindow.opener('more')({ scope, from: place }, { text });
  if (count > from + onOnePage) return row(to(buttons.next, from + onOnePage));
  return from > 0 ? row(to(buttons.first, 0)) : [];
}

export function listButton(scope: Scope, text: string): Button {
  return listWindow.button({ scope, from: 0 }, { text });
}

interface Rows {
  handled: ReadonlySet<Task>;
  withNames: boolean;
}

export function taskRows(tasks: readonly Task[], rows: Rows, deps: TaskServices): KnownBlock[] {
  return tasks.flatMap((task): KnownBlock[] => {
    const line = paragraph(lineOf(task, rows, deps));
    if (!rows.handled.has(task)) return [line];
    return [line, ...row(...taskButtons(task, deps.service.name()))];
  });
}

function lineOf(task: Task, { withNames }: Rows, deps: TaskServices): string {
  const { line, doneLine, lists } = say();
  const nameOf = namesIn(deps);
  if (task.done_at !== null) {
    const by = task.done_by === null ? undefined : nameOf(task.done_by);
    return doneLine(task, dayIn(task.timezone, new Date(task.done_at)), by);
  }
  const name = task.assignee === null ? lists.hr : nameOf(task.assignee);
  return line(task, {
    isOverdue: isOverdue(task, deps.clock.now()),
    name: withNames ? name : undefined,
  });
}
