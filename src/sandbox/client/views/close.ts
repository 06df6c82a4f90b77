import type { Outcome } from '../../verbs.ts';
import { type Client, type OpenView, topView } from '../client.ts';
import { type HandlerParts, refused, type VerbOf } from '../perform.ts';

type Parts = Pick<HandlerParts, 'interactions' | 'views'>;

/** Presses Cancel: closes the top view, or all views if it sets `clear_on_close`. */
export async function close(parts: Parts, client: Client, { viewId }: VerbOf<'close'>) {
  const open = topView(client);
  if (!open || open.id !== viewId) return refused('This view is already closed.');
  const clears = open.view.type === 'modal' && (open.view.clear_on_close ?? false);
  return drop(parts, client, open, clears);
}

/** Presses the X: closes all views and notifies the app about the root view. */
export async function closeAll(parts: Parts, client: Client) {
  const [root] = client.views;
  return root ? drop(parts, client, root, true) : refused('There is no view to close.');
}

/** Delivery failures of `view_closed` are ignored, as in Slack. */
async function drop(parts: Parts, client: Client, open: OpenView, isCleared: boolean): Promise<Outcome> {
  parts.views.drop(client, isCleared ? client.views : [open]);
  if (open.view.type === 'modal' && open.view.notify_on_close)
    await parts.interactions.viewClosed(client.person, open, isCleared);
  return { outcome: 'closed' };
}
