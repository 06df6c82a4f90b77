import type { ModalView } from '@slack/types';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { showInPlace } from '../../../slack/views/open-view.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { resumed } from '../drafts/drafting.ts';
import { say as sayDrafts } from '../drafts/messages.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { draftKeyOf, Metadata } from '../form/form.ts';
import { withUnseenZone } from '../form/more.ts';
import { parseNewHire } from '../form/parse.ts';
import { say as sayNewHire } from '../messages.ts';
import { planOf } from '../reminders/foretell.ts';
import { isHire } from '../request.ts';
import { doneView, pendingView } from '../result/result.ts';
import { type SendDeps, send } from '../send.ts';
import { CheckMetadata, cannotBeSent, checkPage, digestOf } from './check-page.ts';
import { secondLook } from './second-look.ts';

/** Handles "Add" on the page that asks: checks everything again, and submits the input to the ledger. */
export function receiveCheck(deps: SendDeps) {
  return async (args: FormArgs) => {
    const { ack, view, body } = args;
    const metadata = CheckMetadata.parse(JSON.parse(view.private_metadata));
    const draft = await deps.drafts.find(body.user.id, draftKeyOf(metadata));
    const kept = newHireFields.fromDraft(draft?.content);
    const values = kept && withUnseenZone(kept, metadata, deps);
    const page = values
      ? await sendOrAsk(args, { values, metadata }, deps)
      : await withoutDraft(metadata, deps);
    if (page) await ack({ response_action: 'update', view: page });
  };
}

/** @returns the page to show if it wasn't sent; undefined if the form has been answered */
async function sendOrAsk(
  args: FormArgs,
  { values, metadata }: { values: HireValues; metadata: CheckMetadata },
  deps: SendDeps,
): Promise<ModalView | undefined> {
  const cannot = (sentences: Record<string, string>) => cannotBeSent(metadata, wrong(sentences));
  const creates = deps.directory.current()?.creates;
  if (creates === 'nothing-but-administrators') {
    const about = { sentence: sayNewHire().check.mistakes, lines: [sayNewHire().onlyOldEndpoint] };
    return cannotBeSent(metadata, about);
  }
  const read = parseNewHire(values, creates === 'administrators');
  if (!read.ok) return cannot(read.errors);
  const filled = { values, payload: read.payload, form: metadata.form };
  const look = await secondLook(filled, deps);
  if (look.mistakes.length > 0)
    return cannot(Object.fromEntries(look.mistakes.map(({ field, text }) => [field, text])));
  const isNew =
    look.points.some(({ code }) => !metadata.asked.includes(code)) || metadata.digest !== digestOf(values);
  if (isNew) {
    const plan = await planOf(values, { requester: args.body.user.id, leftOut: look.leftOut }, deps);
    const { isAbove } = metadata;
    return checkPage({ metadata, values, points: look.points, ...plan, isAbove, isNew });
  }
  await send(filled, args, { ...deps, unreached: look.unreached, metadata, elsewhere: cannot });
  return undefined;
}

/** The draft is gone: an earlier press sent it, or the input is lost. */
async function withoutDraft(
  metadata: CheckMetadata,
  { ledger, settings }: Pick<SendDeps, 'ledger' | 'settings'>,
): Promise<ModalView> {
  const sent = await ledger.findSubmitted(metadata.form);
  if (!sent || !isHire(sent)) return cannotBeSent(metadata, { sentence: sayNewHire().check.gone, lines: [] });
  return sent.state === 'done' ? doneView(sent, settings()) : pendingView(sent, undefined);
}

function wrong(sentences: Record<string, string>) {
  const { check, labels } = sayNewHire();
  const known = new Map<string, string>(Object.entries(labels));
  const lines = Object.entries(sentences).map(([field, said]) =>
    check.mistake(known.get(field) ?? field, said),
  );
  return { sentence: check.mistakes, lines };
}

/** Handles "Back" where the page replaced the form: restores the form with everything in it. */
export function backToForm(deps: FormDeps & Pick<NewHireDeps, 'drafts' | 'windows'>) {
  return async (args: ButtonArgs) => {
    const { ack, body } = args;
    await ack();
    const { view: open } = originOf(body);
    if (!open) return;
    const drafts = sayDrafts(),
      { titles } = sayNewHire();
    const metadata = Metadata.parse(JSON.parse(open.private_metadata));
    const draft = await deps.drafts.find(body.user.id, draftKeyOf(metadata));
    const view = draft ? resumed(draft, deps) : noticeView(titles.form, drafts.gone);
    await showInPlace(deps.windows, args, view);
  };
}
