import type { Button, KnownBlock } from '@slack/types';
import { cut, fallback, paragraph, plain } from '../../slack/blocks.ts';
import { drafts as words } from './draft-messages.ts';
import { draftActions } from './fields.ts';

interface Draft {
  id: string;
  title: string;
  savedAt: Date;
}

/** A person's drafts, as a message. */
export function draftsList(drafts: readonly Draft[], command: string) {
  const text = drafts.length === 0 ? words.none(command) : words.heading(drafts.length);
  return { text: fallback(text), blocks: [paragraph(text), ...draftBlocks(drafts.slice(0, 20))] };
}

/** Drafts, each with what can be done with it: two blocks each. */
export function draftBlocks(drafts: readonly Draft[]): KnownBlock[] {
  return drafts.flatMap((draft) => [
    paragraph(words.line(draft)),
    {
      type: 'actions',
      elements: [
        button(draftActions.resume, words.resume, words.resumeOf(draft), draft.id),
        button(draftActions.remove, words.remove, words.removeOf(draft), draft.id),
      ],
    },
  ]);
}

function button(action_id: string, text: string, label: string, value: string): Button {
  return { type: 'button', action_id, text: plain(text), value, accessibility_label: cut(label, 75) };
}
