import type { ModalView } from '@slack/types';
import type { Language } from '../../../../language.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { showInPlace } from '../../../slack/views/open-view.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { resumed } from '../drafts/drafting.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { draftKeyOf, Metadata } from '../form/form.ts';
import { withUnseenZone } from '../form/more.ts';
import { parseNewHire } from '../form/parse.ts';
import { planOf } from '../reminders/foretell.ts';
import { isHire } from '../request.ts';
import { doneView, pendingView } from '../result/result.ts';
import { type SendDeps, send } from '../send.ts';
import { words } from '../words.ts';
import { CheckMetadata, cannotBeSent, checkPage, digestOf } from './check-page.ts';
import { secondLook } from './second-look.ts';

/** Handles "Add" on the page that asks: checks everything again, and submits the input to the ledger. */
export function receiveCheck(deps: SendDeps) {
  return async (args: FormArgs) => {
    const { ack, view, body, context } = args;
    const metadata = CheckMetadata.parse(JSON.parse(view.private_metadata));
    const draft = await deps.drafts.find(body.user.id, draftKeyOf(metadata));
    const kept = newHireFields.fromDraft(draft?.content);
    const values = kept && withUnseenZone(kept, metadata, deps);
    const language = languageIn(context);
    const page = values
      ? await sendOrAsk(args, { values, metadata }, deps)
      : await withoutDraft(metadata, deps, language);
    if (page) await ack({ response_action: 'update', view: page });
  };
}

/** @returns the page to show if it wasn't sent; undefined if the form has been answered */
async function sendOrAsk(
  args: FormArgs,
  { values, metadata }: { values: HireValues; metadata: CheckMetadata },
  deps: SendDeps,
): Promise<ModalView | undefined> {
  const language = languageIn(args.context);
  const cannot = (sentences: Record<string, string>) =>
    cannotBeSent(metadata, wrong(sentences, language), language);
  const creates = deps.directory.current()?.creates;
  if (creates === 'nothing-but-administrators') {
    const about = { sentence: words[language].check.mistakes, lines: [words[language].onlyOldEndpoint] };
    return cannotBeSent(metadata, about, language);
  }
  const read = parseNewHire(values, creates === 'administrators', language);
  if (!read.ok) return cannot(read.errors);
  const filled = { values, payload: read.payload, form: metadata.form };
  const look = await secondLook(filled, deps, language);
  if (look.mistakes.length > 0)
    return cannot(Object.fromEntries(look.mistakes.map(({ field, text }) => [field, text])));
  const isNew =
    look.points.some(({ code }) => !metadata.asked.includes(code)) || metadata.digest !== digestOf(values);
  if (isNew) {
    const plan = await planOf(
      values,
      { requester: args.body.user.id, language, leftOut: look.leftOut },
      deps,
    );
    const { isAbove } = metadata;
    return checkPage({ metadata, values, points: look.points, ...plan, isAbove, isNew }, language);
  }
  await send(filled, args, { ...deps, unreached: look.unreached, metadata, elsewhere: cannot });
  return undefined;
}

/** The draft is gone: an earlier press sent it, or the input is lost. */
async function withoutDraft(
  metadata: CheckMetadata,
  { ledger, settings }: Pick<SendDeps, 'ledger' | 'settings'>,
  language: Language,
): Promise<ModalView> {
  const sent = await ledger.findSubmitted(metadata.form);
  if (!sent || !isHire(sent))
    return cannotBeSent(metadata, { sentence: words[language].check.gone, lines: [] }, language);
  return sent.state === 'done'
    ? doneView(sent, settings(), language)
    : pendingView(sent, undefined, language);
}

function wrong(sentences: Record<string, string>, language: Language) {
  const { check, labels } = words[language];
  const known = new Map<string, string>(Object.entries(labels));
  const lines = Object.entries(sentences).map(([field, said]) =>
    check.mistake(known.get(field) ?? field, said),
  );
  return { sentence: check.mistakes, lines };
}

/** Handles "Back" where the page replaced the form: restores the form with everything in it. */
export function backToForm(deps: FormDeps & Pick<NewHireDeps, 'drafts' | 'windows'>) {
  return async (args: ButtonArgs) => {
    const { ack, body, context } = args;
    await ack();
    const { view: open } = originOf(body);
    if (!open) return;
    const language = languageIn(context);
    const { titles, drafts } = words[language];
    const metadata = Metadata.parse(JSON.parse(open.private_metadata));
    const draft = await deps.drafts.find(body.user.id, draftKeyOf(metadata));
    const view = draft ? resumed(draft, deps, language) : noticeView(titles.form, drafts.gone, language);
    await showInPlace(deps.windows, args, view);
  };
}
