import type { Interactions } from '../../payloads/interactions.ts';
import { type Client, type OpenView, topView } from '../client.ts';
import { type Handler, type HandlerParts, refused } from '../perform.ts';

type Parts = Pick<HandlerParts, 'interactions' | 'views'>;

/** Presses Cancel: the top view goes, or all of them where it says `clear_on_close`. */
export function closeHandler({ interactions, views }: Parts): Handler<'close'> {
  return async (client, verb) => {
    const open = topView(client);
    if (!open || open.id !== verb.viewId) return refused('This view is already closed.');
    const clears = open.view.type === 'modal' && (open.view.clear_on_close ?? false);
    views.drop(client, clears ? [...client.views] : [open]);
    await tell(interactions, client, open, clears);
    return { outcome: 'closed' };
  };
}

/** Presses the X: every view goes, and the app hears of the root view. */
export function closeAllHandler({ interactions, views }: Parts): Handler<'closeAll'> {
  return async (client) => {
    const [root] = client.views;
    if (!root) return refused('There is no view to close.');
    views.drop(client, [...client.views]);
    await tell(interactions, client, root, true);
    return { outcome: 'closed' };
  };
}

/** A missed `view_closed` is missed; nobody sees that. */
async function tell(
  interactions: Interactions,
  { person }: Client,
  open: OpenView,
  isCleared: boolean,
): Promise<void> {
  if (open.view.type !== 'modal' || !open.view.notify_on_close) return;
  await interactions.viewClosed(person, open, isCleared);
}
