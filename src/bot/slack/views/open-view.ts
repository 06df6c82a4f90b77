import type { Context } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type OpenView, originOf } from '../incoming/origin.ts';
import { slackCode } from '../posting/slack-failure.ts';
import { orSimpler } from './simpler-view.ts';
import { hasRoomAbove } from './view.ts';
import type { WindowUpdates } from './window-updates.ts';

/** A person's action. Slack accepts the trigger once, within three seconds. */
export interface Did {
  client: WebClient;
  body: { trigger_id: string };
  context: Context;
}

export type Opened = Pick<OpenView, 'id' | 'hash'>;

const Opened = z.object({ view: z.object({ id: z.string(), hash: z.string() }) });

/**
 * Opens a modal; if Slack refuses it, opens an empty one with the values as text.
 * @returns the window, if Slack returns it
 * @throws what Slack's client throws
 */
export async function openView(did: Did, view: ModalView): Promise<Opened | undefined> {
  return shownBy(did, 'views.open', view);
}

async function shownBy({ client, body }: Did, method: 'views.open' | 'views.push', view: ModalView) {
  const { trigger_id } = body;
  const answer = await orSimpler(view, (one) =>
    // As a string: Slack's client would walk an object for a log line that nobody reads, a tenth of the wait.
    client.apiCall(method, { trigger_id, view: JSON.stringify(one) }),
  );
  return Opened.safeParse(answer).data?.view;
}

/** Pushes onto the window with the pressed button; does nothing if that was closed meanwhile. */
async function pushed(did: Did, view: ModalView): Promise<Opened | undefined> {
  try {
    return await shownBy(did, 'views.push', view);
  } catch (error) {
    if (slackCode(error) !== 'not_found') throw error;
    return undefined;
  }
}

/**
 * Opens a view above the window with the pressed button, or replaces that window if Slack shows no more.
 * @returns the window; undefined if it shows something else by now, or was closed
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
  const became = await orSimpler(view, (one) => windows.follow(open, one));
  return became === 'shown' ? open : undefined;
}

/**
 * Replaces the window with the pressed button, or opens a modal if it wasn't pressed in one. If the window shows
 * something else by now, the view opens above it; if it was closed, nothing is shown.
 * @throws what Slack's client throws
 */
export async function showInPlace(windows: WindowUpdates, did: Did, view: ModalView): Promise<void> {
  const { view: open } = originOf(did.body);
  if (open?.type !== 'modal') return void (await openView(did, view));
  const became = await orSimpler(view, (one) => windows.update(open, one));
  if (became === 'changed') await pushed(did, view);
}
