import type { KnownBlock } from '@slack/types';
import type { Language } from '../../../language.ts';
import { words } from '../words.ts';
import { plain } from './blocks.ts';

/** A page that asks before a form is sent. */
interface AskingPage {
  callbackId: string;
  title: string;
  /** What it carries unseen: whether the form stands below it, or the page took its place and brings it back. */
  metadata: { isAbove: boolean };
}

/** What is around the page's blocks. Closing it leads back to the form where that stands below. */
export function askingPage({ callbackId, title, metadata }: AskingPage, language: Language) {
  const { back, cancel } = words[language];
  return {
    type: 'modal',
    callback_id: callbackId,
    private_metadata: JSON.stringify(metadata),
    title: plain(title),
    close: plain(metadata.isAbove ? back : cancel),
  } as const;
}

/** The way back, where closing the page does not lead there. @param action_id of the button */
export function backRow(
  { isAbove }: { isAbove: boolean },
  action_id: string,
  language: Language,
): KnownBlock[] {
  if (isAbove) return [];
  return [{ type: 'actions', elements: [{ type: 'button', action_id, text: plain(words[language].back) }] }];
}
