import type { ClosedArgs } from '../../../slack/incoming/listeners.ts';
import { rootOf } from '../../../slack/views/view.ts';
import { CheckMetadata } from '../check/on-check.ts';
import type { NewHireDeps } from '../deps.ts';
import { draftKeyOf, Metadata } from '../form/form.ts';
import type { Autosave } from './autosave.ts';
import { closedMessage, topicOf } from './draft-notice.ts';

/** Time for other processes to store the last input, in milliseconds. */
const settling = 1_500;

export function offerDraft(
  deps: Pick<NewHireDeps, 'changes' | 'clock' | 'drafts' | 'ledger'>,
  autosave: Autosave,
) {
  const message = closedMessage(deps);
  return async ({ body, view }: ClosedArgs) => {
    const owner = body.user.id;
    const metadata = Metadata.parse(JSON.parse(view.private_metadata));
    await autosave.flush(metadata);
    // Closing with X reports the lowest window, which may be a form that was already sent, with another form above
    // it.
    const own = draftKeyOf(metadata);
    const draft = (await deps.drafts.idIn(owner, rootOf(view))) ?? own;
    const form = draft === own ? metadata.form : draft;
    await deps.ledger.enqueue(
      message.message(
        {
          purpose: `draft in ${view.id}`,
          topic: topicOf(draft),
          recipient: { channel: owner },
          due: new Date(deps.clock.now().getTime() + settling),
        },
        { draft, form },
      ),
    );
    deps.changes.tell();
  };
}

/** Handles a closed page that asks. The form is closed too, unless it's below the page and reappears. */
export function offerDraftOfCheck(...deps: Parameters<typeof offerDraft>) {
  const offer = offerDraft(...deps);
  return async (args: ClosedArgs) => {
    const { isAbove } = CheckMetadata.parse(JSON.parse(args.view.private_metadata));
    if (args.body.is_cleared || !isAbove) await offer(args);
  };
}
