import type { ActionsBlock, Button, KnownBlock } from '@slack/types';
import type { Message } from '../../../requests/result-views.ts';
import { cut, fallback, paragraph, plain } from '../../../slack/views/blocks.ts';
import type { ListedDraft } from '../../../storage/drafts.ts';
import type { NewHireDeps } from '../deps.ts';
import { draftActions } from '../form/ids.ts';
import { say } from './messages.ts';

/** Drafts per message, two blocks each. */
const most = 20;

/** Message with a person's drafts, newest first. */
export async function draftsList(
  owner: string,
  { drafts, commands }: Pick<NewHireDeps, 'drafts' | 'commands'>,
): Promise<Message> {
  const { none, heading } = say();
  const own = await drafts.list(owner, most + 1);
  const text = own.length === 0 ? none(commands.newhire) : heading(own.length, most);
  return { text: fallback(text), blocks: [paragraph(text), ...draftBlocks(own.slice(0, most))] };
}

/** Drafts with their buttons, two blocks each. */
export function draftBlocks(drafts: readonly ListedDraft[]): KnownBlock[] {
  const { line } = say();
  return drafts.flatMap((draft) => [paragraph(line(draft)), draftButtons(draft)]);
}

/** "Resume" and "Delete". */
export function draftButtons(draft: ListedDraft): ActionsBlock {
  const { resume, resumeOf, remove, removeOf } = say();
  return {
    type: 'actions',
    elements: [
      button(draftActions.resume, resume, resumeOf(draft), draft.id),
      button(draftActions.remove, remove, removeOf(draft), draft.id),
    ],
  };
}

function button(action_id: string, text: string, label: string, value: string): Button {
  return { type: 'button', action_id, text: plain(text), value, accessibility_label: cut(label, 75) };
}
