import type { FeatureDeps } from '../../feature.ts';
import { noticeView } from '../../slack/answer.ts';
import { alert } from '../../slack/blocks.ts';
import { openView } from '../../slack/open-view.ts';
import { originOf } from '../../slack/origin.ts';
import { withTop } from '../../slack/view.ts';
import { DraftContent, draftOf, prefillFromDraft } from './draft.ts';
import { draftsList, draftsToList } from './draft-list.ts';
import { drafts as words } from './draft-messages.ts';
import { Metadata } from './form.ts';
import { personName, titles } from './messages.ts';
import { type ButtonArgs, freshForm } from './open.ts';

/** "Save draft": everything in the form is kept, and the form stays open. */
export function saveDraft({ drafts }: FeatureDeps) {
  return async ({ body, client, ack }: ButtonArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const metadata = Metadata.parse(JSON.parse(open.private_metadata));
    const content = draftOf(body.view.state.values);
    const draft = { id: metadata.draft, title: titleOf(content), content };
    const id = await drafts.save(body.user.id, draft);
    const view = withTop(open, [alert('success', words.saved)]);
    const private_metadata = JSON.stringify({ ...metadata, draft: id } satisfies Metadata);
    await client.views.update({ view_id: open.id, view: { ...view, private_metadata } });
  };
}

/** "Resume", in App Home or beside the command: the form with everything in it. */
export function resumeDraft(deps: FeatureDeps) {
  return async ({ body, action, client, ack }: ButtonArgs) => {
    await ack();
    const draft = await deps.drafts.find(body.user.id, action.value ?? '');
    const content = DraftContent.safeParse(draft?.content);
    const view =
      draft && content.success
        ? freshForm(deps, { draft: draft.id, prefill: prefillFromDraft(content.data) })
        : noticeView(titles.form, words.gone);
    await openView(client, body.trigger_id, view);
  };
}

/** "Delete": App Home follows by itself, the list beside the command is written anew. */
export function deleteDraft({ drafts, commands }: FeatureDeps) {
  return async ({ body, action, ack, respond }: ButtonArgs) => {
    await ack();
    await drafts.remove(body.user.id, action.value ?? '');
    if (body.view) return;
    const list = draftsList(await drafts.list(body.user.id, draftsToList), commands.newhire);
    await respond({ response_type: 'ephemeral', replace_original: true, ...list });
  };
}

function titleOf(content: DraftContent): string {
  return personName(content) || content.email || words.untitled;
}
