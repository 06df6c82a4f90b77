import type { ButtonArgs } from '../../../slack/incoming/listeners.ts';
import { viewerOf } from '../../../slack/incoming/origin.ts';
import { openView } from '../../../slack/views/open-view.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { formOfDraft } from '../form/windows.ts';
import { draftsList, endDraft } from './draft-notice.ts';

export function resumeDraft(deps: FormDeps & Pick<NewHireDeps, 'drafts'>) {
  return async (args: ButtonArgs) => {
    await args.ack();
    await openView(args, await formOfDraft(args.action.value ?? '', { ...deps, viewer: viewerOf(args) }));
  };
}

/** Handles "Delete": App Home and the messages update, and the list after the command is rewritten. */
export function deleteDraft(deps: Pick<NewHireDeps, 'drafts' | 'commands' | 'ledger'>) {
  return async ({ body, action, ack, respond }: ButtonArgs) => {
    await ack();
    await endDraft(body.user.id, action.value ?? '', 'deleted', deps);
    if (!body.container.is_ephemeral) return;
    const list = await draftsList(body.user.id, deps);
    await respond({ response_type: 'ephemeral', replace_original: true, ...list });
  };
}
