import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { defineMessage } from '../../../requests/define-message.ts';
import type { Message } from '../../../requests/result-views.ts';
import type { ButtonArgs } from '../../../slack/incoming/listeners.ts';
import { cut, fallback, paragraph, plain, row } from '../../../slack/views/blocks.ts';
import type { ListedDraft } from '../../../storage/drafts.ts';
import type { NewHireDeps } from '../deps.ts';
import { draftActions } from '../form/fields.ts';
import { say } from './messages.ts';

/** Message to a person who closed a form, with the draft it was saved as. */
export function closedMessage({ drafts, ledger }: NewHireDeps) {
  return defineMessage({
    name: 'newhire.draft',
    label: () => say().label,
    about: z.object({ draft: z.string(), form: z.string() }),
    async build({ draft: id, form }, { target: owner }) {
      const draft = await drafts.find(owner, id);
      // A person who saved the draft themselves knows where it is.
      if (!draft?.byItself || (await ledger.isSubmitted(form))) return undefined;
      const text = say().closed(draft);
      return { text, blocks: [paragraph(text), ...draftButtons(draft)] };
    },
  });
}

/** Replaces the message about a draft when there is nothing left to resume. */
export const endedMessage = defineMessage({
  name: 'newhire.draft_ended',
  label: () => say().label,
  about: z.object({ how: z.enum(['sent', 'deleted']) }),
  build({ how }) {
    const text = say().ended[how];
    return { text, blocks: [paragraph(text)] };
  },
});

/** Ends a draft and replaces the messages about it, so no dead button remains. */
export async function endDraft(
  owner: string,
  id: string,
  how: 'sent' | 'deleted',
  { drafts, ledger }: NewHireDeps,
): Promise<void> {
  await drafts.remove(owner, id);
  // Messages built after this find no draft.
  for (const purpose of await ledger.purposesAbout(topicOf(id)))
    await ledger.enqueue(
      endedMessage.message({ purpose: `${purpose} ended`, recipient: { inPlaceOf: purpose } }, { how }),
    );
}

/** Ends a draft after everything in its form was cleared. @param at Slack timestamp of the change */
export async function clearDraft(owner: string, id: string, at: string, deps: NewHireDeps): Promise<void> {
  if (await deps.drafts.clear(owner, id, at)) await endDraft(owner, id, 'deleted', deps);
}

/** Topic of all messages about a draft. */
export function topicOf(draft: string): string {
  return `draft ${draft}`;
}

/** Drafts per message, two blocks each. */
const most = 20;

export async function draftsList(owner: string, { drafts, commands }: NewHireDeps): Promise<Message> {
  const { none, heading } = say();
  const own = await drafts.list(owner, most + 1);
  const text = own.length === 0 ? none(commands.newhire) : heading(own.length, most);
  return { text: fallback(text), blocks: [paragraph(text), ...draftBlocks(own.slice(0, most))] };
}

export function draftBlocks(drafts: readonly ListedDraft[]): KnownBlock[] {
  const { line } = say();
  return drafts.flatMap((draft) => [paragraph(line(draft)), ...draftButtons(draft)]);
}

function draftButtons(draft: ListedDraft): KnownBlock[] {
  const { resume, resumeOf, remove, removeOf } = say();
  return row(
    button(draftActions.resume, resume, resumeOf(draft), draft.id),
    button(draftActions.remove, remove, removeOf(draft), draft.id),
  );
}

function button(action_id: string, text: string, label: string, value: string): Button {
  return { type: 'button', action_id, text: plain(text), value, accessibility_label: cut(label, 75) };
}

/** Handles "Delete": App Home and the messages update, and the list after the command is rewritten. */
export function deleteDraft(deps: NewHireDeps) {
  return async ({ body, action, ack, respond }: ButtonArgs) => {
    await ack();
    await endDraft(body.user.id, action.value ?? '', 'deleted', deps);
    if (!body.container.is_ephemeral) return;
    const list = await draftsList(body.user.id, deps);
    await respond({ response_type: 'ephemeral', replace_original: true, ...list });
  };
}
