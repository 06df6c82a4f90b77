import type { KnownBlock } from '@slack/types';
import { fallback, paragraph, plain } from '../../slack/blocks.ts';
import { drafts as words } from './draft-messages.ts';
import { draftActions } from './fields.ts';

interface Draft {
  id: string;
  title: string;
  savedAt: Date;
}

/** A person's drafts, each with what can be done with it. */
export function draftsList(drafts: readonly Draft[], command: string) {
  if (drafts.length === 0) return { text: words.none(command), blocks: [paragraph(words.none(command))] };
  const blocks: KnownBlock[] = drafts.slice(0, 20).flatMap((draft) => [
    paragraph(words.line(draft)),
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: draftActions.resume,
          text: plain(words.resume),
          value: draft.id,
          accessibility_label: plain(words.resumeOf(draft), 75).text,
        },
        {
          type: 'button',
          action_id: draftActions.remove,
          text: plain(words.remove),
          value: draft.id,
          accessibility_label: plain(words.removeOf(draft), 75).text,
        },
      ],
    },
  ]);
  return {
    text: fallback(words.heading(drafts.length)),
    blocks: [paragraph(words.heading(drafts.length)), ...blocks],
  };
}
