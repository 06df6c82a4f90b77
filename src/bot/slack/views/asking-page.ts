import type { KnownBlock } from '@slack/types';
import { say } from '../messages.ts';
import { plain } from './blocks.ts';

interface AskingPage {
  callbackId: string;
  title: string;
  /** Whether the form is still open below the page, or was replaced by it and has to be restored. */
  metadata: { isAbove: boolean };
}

/** Frame of such a page. Closing it leads back to the form if that is open below. */
export function askingPage({ callbackId, title, metadata }: AskingPage) {
  const { back, cancel } = say();
  return {
    type: 'modal',
    callback_id: callbackId,
    private_metadata: JSON.stringify(metadata),
    title: plain(title),
    close: plain(metadata.isAbove ? back : cancel),
  } as const;
}

/**
 * Back button, if closing the page doesn't lead back.
 * @param action_id of the button
 */
export function backRow({ isAbove }: { isAbove: boolean }, action_id: string): KnownBlock[] {
  if (isAbove) return [];
  return [{ type: 'actions', elements: [{ type: 'button', action_id, text: plain(say().back) }] }];
}
