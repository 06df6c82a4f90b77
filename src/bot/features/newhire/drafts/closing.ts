import type { By } from '../../../slack/button.ts';
import type { OpenView } from '../../../slack/incoming/origin.ts';
import { rootOf } from '../../../slack/views/view.ts';
import type { NewHireDeps } from '../deps.ts';
import { type Autosave, draftKeyOf, type FormKey } from './autosave.ts';
import { closedMessage, topicOf } from './draft-notice.ts';

/** Time for other processes to store the last input, in milliseconds. */
const settling = 1_500;

/** Tells a person who closed a form where its draft is. */
export async function offerDraft(
  key: FormKey,
  open: OpenView,
  by: By<Pick<NewHireDeps, 'changes' | 'clock' | 'drafts' | 'ledger'> & { autosave: Autosave }>,
): Promise<void> {
  const owner = by.viewer.userId;
  await by.autosave.flush(key);
  // Closing with X reports the lowest window, which may be a form that was already sent, with another form above it.
  const own = draftKeyOf(key);
  const draft = (await by.drafts.idIn(owner, rootOf(open))) ?? own;
  const form = draft === own ? key.form : draft;
  const due = new Date(by.clock.now().getTime() + settling);
  const address = {
    purpose: `draft in ${open.id}`,
    topic: topicOf(draft),
    recipient: { channel: owner },
    due,
  };
  await by.ledger.enqueue(closedMessage(by).message(address, { draft, form }));
  by.changes.tell();
}
