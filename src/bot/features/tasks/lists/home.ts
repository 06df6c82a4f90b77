import type { KnownBlock } from '@slack/types';
import type { HomePart, RequestPart, Viewer } from '../../../feature.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { escapeMrkdwn, header, paragraph } from '../../../slack/views/blocks.ts';
import { employeeOf } from '../access.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { isOverdue } from '../task.ts';
import { lineOf, listButton, taskRows } from './list-window.ts';
import { handled, overdueQuery, queryFor, totalOf } from './scope.ts';

const shown = { home: 5, page: 10 };
const asked = 2 * shown.home;

/** The viewer's own open tasks, regardless of role. @throws errors from Slack's client or the database */
export async function ownTasks(viewer: Viewer, deps: TaskServices): Promise<KnownBlock[]> {
  if (!(await deps.lists.recent.isOffered())) return [];
  const employee = await employeeOf(viewer.userId, deps);
  if (employee === undefined) return [];
  const { lists, buttons } = say();
  const recent = await deps.lists.recent.page({ assignee: employee, state: 'open', limit: asked });
  if (typeof recent === 'string')
    return [header(lists.own), paragraph(recent === 'looking' ? lists.looking : lists.unknown)];
  const first = await handled(recent.tasks, viewer, deps);
  const page = first.slice(0, shown.home);
  if (page.length === 0) return [];
  const rows = { handled: new Set(page), withNames: false };
  const isAll = recent.total <= page.length;
  return [
    header(lists.own),
    ...taskRows(page, rows, deps),
    ...(isAll ? [] : [{ type: 'actions' as const, elements: [listButton({ of: 'own' }, buttons.all)] }]),
  ];
}

/** App Home part: the viewer's own tasks, and for HR the number of overdue ones. */
export async function homePart(viewer: Viewer, deps: TaskServices): Promise<HomePart> {
  const own = await ownTasks(viewer, deps);
  const late = viewer.role === 'hr' ? await overdueBlocks(deps) : [];
  return { blocks: [...own, ...late] };
}

async function overdueBlocks(deps: TaskServices): Promise<KnownBlock[]> {
  if (!(await deps.lists.recent.isOffered())) return [];
  const total = totalOf(await deps.lists.recent.page({ ...overdueQuery(deps), limit: 1 }));
  if (total === undefined || total === 0) return [];
  const { lists, buttons } = say();
  return [
    paragraph(lists.overdueOfAll(total)),
    { type: 'actions', elements: [listButton({ of: 'overdue' }, buttons.allOverdue)] },
  ];
}

export async function requestPart(request: Request, deps: TaskServices): Promise<RequestPart> {
  const query = queryFor(request, deps);
  if (!query || !(await deps.lists.recent.isOffered())) return {};
  const { lists, buttons } = say();
  const recent = await deps.lists.recent.page(query);
  if (typeof recent === 'string') return { lines: [recent === 'looking' ? lists.looking : lists.unknown] };
  const kind = deps.typeOf(request).tasks?.kind;
  const tasks = recent.tasks.filter((task) => task.kind === kind);
  if (tasks.length === 0) return {};
  const open = tasks.filter(({ done_at }) => done_at === null);
  const late = open.filter((task) => isOverdue(task, deps.clock.now())).length;
  const how = { withNames: true };
  const lines = open.slice(0, shown.page).map((task) => escapeMrkdwn(lineOf(task, how, deps)));
  return {
    lines: [lists.counts(open.length, late, tasks.length - open.length), ...lines],
    buttons: [listButton({ of: 'request', id: request.id }, buttons.ofPerson)],
  };
}
