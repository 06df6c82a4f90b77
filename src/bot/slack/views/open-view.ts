import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { originOf } from '../incoming/origin.ts';
import { orSimpler } from './simpler-view.ts';
import type { WindowUpdates } from './window-updates.ts';

/**
 * Opens a modal. Where Slack does not take it as it is, it opens with what it was filled in with as text.
 * @param triggerId of what the person did; Slack takes it once, for three seconds
 * @throws what Slack's client throws
 */
export async function openView(client: WebClient, triggerId: string, view: ModalView): Promise<void> {
  await orSimpler(view, (one) =>
    // As text: an object is walked through by Slack's client for a log line that nobody reads, a tenth of the wait.
    client.apiCall('views.open', { trigger_id: triggerId, view: JSON.stringify(one) }),
  );
}

/**
 * Shows a view where somebody pressed a button: in the place of the window that the button stands in, or in a window
 * of its own. One that shows something else by now keeps it, with the view above.
 * @throws what Slack's client throws
 */
export async function showInPlace(
  windows: WindowUpdates,
  { client, body }: { client: WebClient; body: { trigger_id: string } },
  view: ModalView,
): Promise<void> {
  const { view: open } = originOf(body);
  if (open?.type !== 'modal') return openView(client, body.trigger_id, view);
  if ((await orSimpler(view, (one) => windows.update(open, one))) === 'shown') return;
  await orSimpler(view, (one) => client.views.push({ trigger_id: body.trigger_id, view: one }));
}
