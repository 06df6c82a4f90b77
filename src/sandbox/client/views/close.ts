import { viewClosedPayload } from '../../payloads/interaction.ts';
import type { Slack } from '../../slack.ts';
import type { Outcome } from '../../verbs.ts';
import { type Client, type OpenView, topView } from '../client.ts';
import { dropViews } from './open-views.ts';

/** Presses Cancel: the top view goes, or all of them where it says `clear_on_close`. */
export async function closeTop(slack: Slack, client: Client, verb: { viewId: string }): Promise<Outcome> {
  const open = topView(client);
  if (!open || open.id !== verb.viewId)
    return { outcome: 'refused', text: 'There is no such view to close.' };
  const clears = open.view.type === 'modal' && (open.view.clear_on_close ?? false);
  dropViews(slack, client, clears ? [...client.views] : [open]);
  await tell(slack, client, open, clears);
  return { outcome: 'closed' };
}

/** Presses the X: every view goes, and the app hears of the root view. */
export async function closeAll(slack: Slack, client: Client): Promise<Outcome> {
  const [root] = client.views;
  if (!root) return { outcome: 'refused', text: 'There is no view to close.' };
  dropViews(slack, client, [...client.views]);
  await tell(slack, client, root, true);
  return { outcome: 'closed' };
}

/** A missed `view_closed` is missed; nobody sees that. */
async function tell(slack: Slack, client: Client, open: OpenView, isCleared: boolean): Promise<void> {
  if (open.view.type !== 'modal' || !open.view.notify_on_close) return;
  await slack.delivery.deliver(viewClosedPayload(slack, client.person, open, isCleared));
}
