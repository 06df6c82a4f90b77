import { z } from 'zod';
import { defineMessage } from '../../../requests/define-message.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import type { NewHireDeps } from '../deps.ts';
import { words } from '../words.ts';
import { draftButtons } from './draft-list.ts';

/** To somebody who closed a form: where it is. */
export function closedMessage({ drafts, ledger }: Pick<NewHireDeps, 'drafts' | 'ledger'>) {
  return defineMessage({
    name: 'newhire.draft',
    label: (language) => words[language].drafts.label,
    about: z.object({ draft: z.string(), form: z.string() }),
    async build({ draft: id, form }, { target: owner, language }) {
      const draft = await drafts.find(owner, id);
      // Somebody who saved the draft knows where it is.
      if (!draft?.byItself || (await ledger.isSubmitted(form))) return undefined;
      const text = words[language].drafts.closed(draft);
      return { text, blocks: [paragraph(text), draftButtons(draft, language)] };
    },
  });
}

/** In its place, once there is nothing to resume. */
export const endedMessage = defineMessage({
  name: 'newhire.draft_ended',
  label: (language) => words[language].drafts.label,
  about: z.object({ how: z.enum(['sent', 'deleted']) }),
  build({ how }, { language }) {
    const text = words[language].drafts.ended[how];
    return { text, blocks: [paragraph(text)] };
  },
});

/** Ends a draft, and the messages about it: nothing is left there to press. */
export async function endDraft(
  owner: string,
  id: string,
  how: 'sent' | 'deleted',
  { drafts, ledger }: Pick<NewHireDeps, 'drafts' | 'ledger'>,
): Promise<void> {
  await drafts.remove(owner, id);
  // A message that is built from here on finds no draft.
  for (const purpose of await ledger.purposesAbout(topicOf(id)))
    await ledger.enqueue(
      endedMessage.message({ purpose: `${purpose} ended`, recipient: { inPlaceOf: purpose } }, { how }),
    );
}

/** Everything in a form was cleared. @param at when, as Slack writes instants */
export async function clearDraft(
  owner: string,
  id: string,
  at: string,
  deps: Pick<NewHireDeps, 'drafts' | 'ledger'>,
): Promise<void> {
  if (await deps.drafts.clear(owner, id, at)) await endDraft(owner, id, 'deleted', deps);
}

/** All messages about a draft have it. */
export function topicOf(draft: string): string {
  return `draft ${draft}`;
}
