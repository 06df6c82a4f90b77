import type { Context } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { originOf } from '../incoming/origin.ts';
import { languageIn } from '../incoming/reader.ts';
import { orSimpler } from './simpler-view.ts';
import type { WindowUpdates } from './window-updates.ts';

/** What a person did, as Slack tells it. Slack takes the trigger once, for three seconds. */
interface Did {
  client: WebClient;
  body: { trigger_id: string };
  context: Context;
}

/**
 * Opens a modal. Where Slack does not take it as it is, it opens with what it was filled in with as text.
 * @throws what Slack's client throws
 */
export async function openView({ client, body, context }: Did, view: ModalView): Promise<void> {
  const { trigger_id } = body;
  await orSimpler(view, languageIn(context), (one) =>
    // As text: an object is walked through by Slack's client for a log line that nobody reads, a tenth of the wait.
    client.apiCall('views.open', { trigger_id, view: JSON.stringify(one) }),
  );
}

/**
 * Shows a view where somebody pressed a button: in the place of the window that the button stands in, or in a window
 * of its own. One that shows something else by now keeps it, with the view above.
 * @throws what Slack's client throws
 */
export async function showInPlace(windows: WindowUpdates, did: Did, view: ModalView): Promise<void> {
  const { client, body, context } = did;
  const { view: open } = originOf(body);
  if (open?.type !== 'modal') return openView(did, view);
  const language = languageIn(context);
  if ((await orSimpler(view, language, (one) => windows.update(open, one))) === 'shown') return;
  await orSimpler(view, language, (one) => client.views.push({ trigger_id: body.trigger_id, view: one }));
}
