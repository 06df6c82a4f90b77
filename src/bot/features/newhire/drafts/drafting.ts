import type { AlertBlock, ModalView } from '@slack/types';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../../slack/incoming/listeners.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { alert, fallback } from '../../../slack/views/blocks.ts';
import { openView } from '../../../slack/views/open-view.ts';
import { rootOf } from '../../../slack/views/view.ts';
import type { Draft } from '../../../storage/drafts.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { draftRow, newHireFields } from '../form/fields.ts';
import { type FormWindows, Metadata, valuesIn } from '../form/form.ts';
import { followed } from '../form/on-field-change.ts';
import { isProposal } from '../form/propose-zone.ts';
import { say as sayNewHire } from '../messages.ts';
import { freshForm } from '../open-modal.ts';
import { keepDraft } from './autosave.ts';
import { draftsList, endDraft } from './draft-notice.ts';
import { say } from './messages.ts';

type SaveDeps = FormDeps & Pick<NewHireDeps, 'drafts' | 'ledger' | 'commands' | 'people' | 'windows'>;

/** Handles "Save draft": stores the input. The form stays open and says so above the button. */
export function saveDraft(deps: SaveDeps, forms: FormWindows) {
  return async ({ body, action, client, ack }: ButtonArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const metadata = Metadata.parse(JSON.parse(open.private_metadata));
    const values = valuesIn(body.view, deps);
    const entered = { at: action.action_ts, byItself: false, rootView: rootOf(open) };
    const shown = newHireFields.read(body.view.state.values);
    const saved = await keepDraft(body.user.id, metadata, { values: shown, entered }, { ...deps });
    const sentences = say();
    const said = saved === 'alreadySent' ? sentences.alreadySent : sentences.saved(deps.commands.newhire);
    const answer = alert(saved === 'alreadySent' ? 'warning' : 'success', said);
    // Supersedes updates for earlier changes: this view includes them.
    forms.newest(open.id);
    const pickedZone = !isProposal(open.blocks, values.timezone);
    const view = await followed(open, values, { ...deps, forms, pickedZone });
    const became = await deps.windows.follow(open, aboveButton(view, answer));
    // If another process changed the form, the answer goes to a direct message, unless an earlier press has been
    // answered.
    if (became === 'changed' && saved !== 'sameAsBefore')
      await client.chat.postMessage({ channel: body.user.id, text: fallback(said) });
  };
}

function aboveButton(view: ModalView, answer: AlertBlock): ModalView {
  const others = view.blocks.filter(({ block_id }) => block_id !== draftRow.answer);
  const button = others.findIndex(({ block_id }) => block_id === draftRow.button);
  return { ...view, blocks: others.toSpliced(button, 0, { ...answer, block_id: draftRow.answer }) };
}

export function resumeDraft(deps: FormDeps & Pick<NewHireDeps, 'drafts'>) {
  return async (args: ButtonArgs) => {
    const { body, action, ack } = args;
    await ack();
    const drafts = say(),
      { titles } = sayNewHire();
    const draft = await deps.drafts.find(body.user.id, action.value ?? '');
    const view = draft ? resumed(draft, deps) : noticeView(titles.form, drafts.gone);
    await openView(args, view);
  };
}

export function resumed({ id, content }: Draft, deps: FormDeps): ModalView {
  const values = newHireFields.fromDraft(content);
  const filling = values ? { prefill: values } : { notice: say().unreadable };
  return freshForm(deps, { draft: id, ...filling });
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
