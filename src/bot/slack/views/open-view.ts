import type { Context } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type OpenView, originOf } from '../incoming/origin.ts';
import { languageIn } from '../incoming/reader.ts';
import { slackCode } from '../posting/slack-failure.ts';
import { orSimpler } from './simpler-view.ts';
import { hasRoomAbove } from './view.ts';
import type { WindowUpdates } from './window-updates.ts';

/** What a person did, as Slack tells it. Slack takes the trigger once, for three seconds. */
interface Did {
  client: WebClient;
  body: { trigger_id: string };
  context: Context;
}

/** A window that was opened, and which state of it. */
export type Opened = Pick<OpenView, 'id' | 'hash'>;

const Opened = z.object({ view: z.object({ id: z.string(), hash: z.string() }) });

/**
 * Opens a modal. Where Slack does not take it as it is, it opens with what it was filled in with as text.
 * @returns the window, where Slack tells it
 * @throws what Slack's client throws
 */
export async function openView(did: Did, view: ModalView): Promise<Opened | undefined> {
  return shownBy(did, 'views.open', view);
}

async function shownBy({ client, body, context }: Did, method: 'views.open' | 'views.push', view: ModalView) {
  const { trigger_id } = body;
  const answer = await orSimpler(view, languageIn(context), (one) =>
    // As text: an object is walked through by Slack's client for a log line that nobody reads, a tenth of the wait.
    client.apiCall(method, { trigger_id, view: JSON.stringify(one) }),
  );
  return Opened.safeParse(answer).data?.view;
}

/** Above the window in which somebody pressed a button: nothing where they closed it meanwhile, since they went on. */
async function pushed(did: Did, view: ModalView): Promise<Opened | undefined> {
  try {
    return await shownBy(did, 'views.push', view);
  } catch (error) {
    if (slackCode(error) !== 'not_found') throw error;
    return undefined;
  }
}

/**
 * Shows a view in a window of its own: above the window in which somebody pressed a button, or in its place where Slack
 * shows no more of them.
 * @returns the window; undefined where it shows something else by now, or was closed
 * @throws what Slack's client throws
 */
export async function showAbove(
  windows: WindowUpdates,
  did: Did,
  view: ModalView,
): Promise<Opened | undefined> {
  const { view: open } = originOf(did.body);
  if (open?.type !== 'modal') return openView(did, view);
  if (hasRoomAbove(open)) return pushed(did, view);
  const became = await orSimpler(view, languageIn(did.context), (one) => windows.follow(open, one));
  return became === 'shown' ? open : undefined;
}

/**
 * Shows a view where somebody pressed a button: in the place of the window that the button stands in, or in a window
 * of its own. One that shows something else by now keeps it, with the view above; who closed it sees nothing more.
 * @throws what Slack's client throws
 */
export async function showInPlace(windows: WindowUpdates, did: Did, view: ModalView): Promise<void> {
  const { view: open } = originOf(did.body);
  if (open?.type !== 'modal') return void (await openView(did, view));
  const became = await orSimpler(view, languageIn(did.context), (one) => windows.update(open, one));
  if (became === 'changed') await pushed(did, view);
}
