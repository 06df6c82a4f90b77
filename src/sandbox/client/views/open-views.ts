import type { AppView } from '../../block-kit/view.ts';
import type { Slack } from '../../slack.ts';
import type { Client, OpenView } from '../client.ts';
import { initialStates, keptStates } from '../elements/element-state.ts';

/** Slack stacks three modals, no more. */
export const stackLimit = 3;

/** Shows a modal with nothing below it; what was open before is gone. */
export function openView(slack: Slack, client: Client, view: AppView): OpenView {
  const id = slack.ids.next('V');
  const opened = newView(slack, view, { id, rootId: id, previousId: null });
  client.views = [opened];
  slack.changes.changed();
  return opened;
}

/**
 * A view that Slack says it opened and that nobody sees: `views.open` from inside a modal comes through on some clients,
 * at some times (slackapi/bolt-js#639, slackapi/bolt-python#481). An app must not count on that.
 */
export function unseenView(slack: Slack, view: AppView): OpenView {
  const id = slack.ids.next('V');
  return newView(slack, view, { id, rootId: id, previousId: null });
}

/** Puts a modal on top of the others. The caller has seen to the limit. */
export function pushView(slack: Slack, client: Client, view: AppView): OpenView {
  const below = client.views.at(-1);
  const id = slack.ids.next('V');
  const pushed = newView(slack, view, { id, rootId: below?.rootId ?? id, previousId: below?.id ?? null });
  client.views = [...client.views, pushed];
  slack.changes.changed();
  return pushed;
}

/** New content for a view that stays where it is. */
export function updateView(slack: Slack, open: OpenView, view: AppView): void {
  open.view = view;
  open.blocks = slack.workspace.withIds(view.blocks);
  open.elements = keptStates(open.blocks, open.elements);
  open.hash = slack.ids.hash();
  open.errors = {};
  open.problem = null;
  open.trouble = [];
  slack.changes.changed();
}

/** Shows this as the person's Home tab. */
export function publishHome(slack: Slack, client: Client, view: AppView): OpenView {
  if (client.home) updateView(slack, client.home, view);
  else {
    const id = slack.ids.next('V');
    client.home = newView(slack, view, { id, rootId: id, previousId: null });
  }
  slack.changes.changed();
  return client.home;
}

/** Takes views off the stack. */
export function dropViews(slack: Slack, client: Client, dropped: readonly OpenView[]): void {
  client.views = client.views.filter((open) => !dropped.includes(open));
  slack.changes.changed();
}

function newView(
  slack: Slack,
  view: AppView,
  place: Pick<OpenView, 'id' | 'rootId' | 'previousId'>,
): OpenView {
  const blocks = slack.workspace.withIds(view.blocks);
  return {
    ...place,
    view,
    blocks,
    elements: initialStates(blocks),
    hash: slack.ids.hash(),
    menus: new Map(),
    errors: {},
    isBusy: false,
    problem: null,
    trouble: [],
  };
}

/** Whether another view of the team has this view's external id. `replaced` is the one whose place it takes. */
export function isExternalIdTaken(slack: Slack, { external_id: id }: AppView, replaced?: OpenView): boolean {
  if (!id) return false;
  return allViews(slack).some(({ open }) => open !== replaced && open.view.external_id === id);
}

/** Every view that somebody has open, with whose it is. */
export function allViews(slack: Slack): { client: Client; open: OpenView }[] {
  return [...slack.clients.values()].flatMap((client) =>
    [...client.views, ...(client.home ? [client.home] : [])].map((open) => ({ client, open })),
  );
}
