import { createHash } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { say as sayPlan } from '../../../plan/messages.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { alert, header, listed, listedMarkup, paragraph, plain } from '../../../slack/views/blocks.ts';
import { askingPage, backRow, showInPlace } from '../../../slack/views/open-view.ts';
import { type TaskPart, taskBlocks } from '../../../tasks/foretell-tasks.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { resumed } from '../drafts/drafting.ts';
import { say as sayDrafts } from '../drafts/messages.ts';
import { actions, checkId, type HireValues, newHireFields } from '../form/fields.ts';
import { draftKeyOf, Metadata, withUnseenZone } from '../form/form.ts';
import { parseNewHire } from '../form/warnings.ts';
import { say as sayNewHire } from '../messages.ts';
import { planOf } from '../reminders/foretell.ts';
import { isHire, personName } from '../request.ts';
import { doneView, pendingView } from '../result/result.ts';
import { type SendDeps, send } from '../send.ts';
import { type Point, secondLook } from './second-look.ts';

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

/** State of the page. The input is in the form's draft, since private metadata must hold no personal data. */
export const CheckMetadata = Metadata.extend({
  asked: z.array(z.string()),
  /** Hash of the input, to detect a draft that changed since. */
  digest: z.string(),
  /** Whether the page is above the form. If not, it replaced the form, and "Back" restores it. */
  isAbove: z.boolean(),
});
export type CheckMetadata = z.infer<typeof CheckMetadata>;

interface Check {
  metadata: Metadata;
  values: HireValues;
  points: readonly Point[];
  isAbove: boolean;
  /** Messages to be sent, one line per moment, in mrkdwn. */
  plan: readonly string[];
  tasks: TaskPart | undefined;
  isNew?: boolean;
}

export function checkPage({
  metadata,
  values,
  points,
  plan,
  tasks,
  isAbove,
  isNew = false,
}: Check): ModalView {
  const { check } = sayNewHire();
  const asked = points.map(({ code }) => code);
  const carried = { ...metadata, asked, digest: digestOf(values), isAbove };
  return {
    ...page(carried),
    submit: plain(check.add),
    blocks: [
      ...(isNew ? [alert('info', check.changed)] : []),
      paragraph(whoOf(values)),
      ...points.map(({ text }) => alert('warning', text)),
      header(sayPlan().title),
      ...listedMarkup(plan),
      ...taskBlocks(tasks),
      paragraph(check.ask),
      ...backRow(carried, actions.back),
    ],
  };
}

/** Replaces the page if the input can't be sent. The form keeps everything. */
export function cannotBeSent(
  metadata: CheckMetadata,
  { sentence, lines }: { sentence: string; lines: readonly string[] },
): ModalView {
  return {
    ...page(metadata),
    blocks: [alert('error', sentence), ...listed(lines), ...backRow(metadata, actions.back)],
  };
}

/** Hash of the input, so nobody confirms values they haven't seen. */
function digestOf(values: HireValues): string {
  const entered = JSON.stringify(newHireFields.toDraft(values));
  return createHash('sha256').update(entered).digest('base64url').slice(0, 22);
}

function page(metadata: CheckMetadata) {
  const { title } = sayNewHire().check;
  return { ...askingPage({ callbackId: checkId, title, metadata }), notify_on_close: true };
}

function whoOf({ first_name, last_name, email = '', start_day }: HireValues): string {
  const { check } = sayNewHire();
  const who = check.who(personName(first_name, last_name), email);
  return start_day === undefined ? who : `${who}\n${check.starts(start_day)}`;
}
