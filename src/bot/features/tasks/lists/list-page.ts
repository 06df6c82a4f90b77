import type { Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Task } from '../../../../contract/additions/tasks.ts';
import type { Viewer } from '../../../feature.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { header, listedMarkup, note, paragraph, plain } from '../../../slack/views/blocks.ts';
import type { TaskDeps } from '../deps.ts';
import { actions, views } from '../ids.ts';
import { say as sayTasks } from '../messages.ts';

import { Scope } from './list-button.ts';
import { askedOf, handled } from './scope.ts';
import { taskRows } from './task-rows.ts';

/** Tasks per page; each takes two blocks. */
const onOnePage = 20;

/** `private_metadata` of the page, and value of the paging button. */
export const ListPlace = z.object({ scope: Scope, from: z.int().min(0) });
export type ListPlace = z.infer<typeof ListPlace>;

/**
 * A page of a task list.
 * @param said result of a press, in mrkdwn
 * @throws errors from Slack's client or the database
 */
export async function listPage(
  { scope, from }: ListPlace,
  viewer: Viewer,
  deps: TaskDeps,
  said?: string,
): Promise<ModalView> {
  const { lists, titles } = sayTasks();
  const asked = await askedOf(scope, viewer, deps);
  const top = said === undefined ? [] : listedMarkup([said]);
  const body = asked ? await bodyOf(asked, { scope, from }, viewer, deps) : [paragraph(lists.gone)];
  return {
    type: 'modal',
    callback_id: views.list,
    private_metadata: JSON.stringify({ scope, from } satisfies ListPlace),
    title: plain(titles.list, 24),
    close: plain(saySlack().close),
    blocks: [...top, ...body],
  };
}

async function bodyOf(
  asked: NonNullable<Awaited<ReturnType<typeof askedOf>>>,
  { scope, from }: ListPlace,
  viewer: Viewer,
  deps: TaskDeps,
): Promise<KnownBlock[]> {
  const { lists } = sayTasks();
  const recent = await deps.lists.recent.page(asked.query);
  if (recent === 'looking') return [header(asked.title), paragraph(lists.looking)];
  if (recent === 'unknown') return [header(asked.title), paragraph(lists.unknown)];
  const isOwn = scope.of === 'own';
  const listed = isOwn ? await handled(recent.tasks, viewer, deps) : recent.tasks.filter(asked.isShown);
  const all = inOrder(listed);
  const shown = all.slice(from, from + onOnePage);
  const may = isOwn ? shown : await handled(shown, viewer, deps);
  const rows = { handled: new Set(may), withNames: !isOwn };
  const more = recent.total - recent.tasks.length + Math.max(0, all.length - from - onOnePage);
  return [
    header(asked.title),
    ...(shown.length === 0 ? [paragraph(lists.none)] : taskRows(shown, rows, deps)),
    ...(more > 0 ? [note(lists.more(more))] : []),
    ...turning({ scope, from }, all.length),
  ];
}

function inOrder(tasks: readonly Task[]): Task[] {
  const isOpen = ({ done_at }: Task) => done_at === null;
  return [...tasks.filter(isOpen), ...tasks.filter((task) => !isOpen(task))];
}

function turning({ scope, from }: ListPlace, count: number): KnownBlock[] {
  const { buttons } = sayTasks();
  const to = (text: string, place: number): Button => ({
    type: 'button',
    action_id: actions.more,
    text: plain(text),
    value: JSON.stringify({ scope, from: place } satisfies ListPlace),
  });
  if (count > from + onOnePage) return [{ type: 'actions', elements: [to(buttons.next, from + onOnePage)] }];
  return from > 0 ? [{ type: 'actions', elements: [to(buttons.first, 0)] }] : [];
}
