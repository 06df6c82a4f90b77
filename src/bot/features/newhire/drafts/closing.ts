import type { ClosedArgs } from '../../../slack/incoming/args.ts';
import { rootOf } from '../../../slack/views/view.ts';
import { CheckMetadata } from '../check/check-page.ts';
import type { NewHireDeps } from '../deps.ts';
import { draftKeyOf, Metadata } from '../form/form.ts';
import type { Autosave } from './autosave.ts';
import { closedMessage, topicOf } from './draft-notice.ts';

/** How long other processes may need to store what was typed last, in milliseconds. */
const settling = 1_500;

/** A form was closed, and every window above it. */
export function offerDraft(
  deps: Pick<NewHireDeps, 'changes' | 'clock' | 'drafts' | 'ledger'>,
  autosave: Autosave,
) {
  const message = closedMessage(deps);
  return async ({ body, view }: ClosedArgs) => {
    const owner = body.user.id;
    const metadata = Metadata.parse(JSON.parse(view.private_metadata));
    await autosave.flush(metadata);
    // The X names the lowest window, which may be of a form that was sent: another one stood above it.
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

/** The page that asks was closed: the form too, unless it stands below and comes back. */
export function offerDraftOfCheck(...deps: Parameters<typeof offerDraft>) {
  const offer = offerDraft(...deps);
  return async (args: ClosedArgs) => {
    const { isAbove } = CheckMetadata.parse(JSON.parse(args.view.private_metadata));
    if (args.body.is_cleared || !isAbove) await offer(args);
  };
}
