import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { ToldMessage } from '../../ledger/outbox/message.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import type { Afterwards, RequestType } from '../../requests/define-request.ts';
import { type Message, outcomePage, referenceNote } from '../../requests/result-views.ts';
import { say as saySlack } from '../../slack/messages.ts';
import { alert, mrkdwn, paragraph, plain } from '../../slack/views/blocks.ts';
import type { Settings } from '../../storage/settings.ts';
import { dayForm, formId } from './fields.ts';
import { say } from './messages.ts';
import { mentionsOf } from './told.ts';

export const Metadata = z.object({
  id: z.string(),
  kind: z.enum(['moved', 'calledOff', 'resumed']),
  /** Number of amendments when the form was opened. */
  seen: z.int(),
});

interface About {
  request: Request;
  kind: Amendment['kind'];
  sentences: ReturnType<Afterwards['words']>['calledOff'];
  told: readonly ToldMessage[];
  settings: Settings;
  follows: boolean;
  notes: readonly string[];
}

/** Form for the new day, or a confirmation: shows the recipients, and the work left in the service. */
export function amendmentForm(
  { request, kind, sentences, told, settings, follows, notes }: About,
  { isChanged = false }: { isChanged?: boolean },
): ModalView {
  const { save, changed, notifies, titleOf } = say();
  const { id, amendments: seen, day, context } = request;
  const form = sentences.label === undefined ? undefined : dayForm(sentences.label);
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ id, kind, seen } satisfies z.infer<typeof Metadata>),
    title: plain(titleOf(sentences.title)),
    submit: plain(save),
    close: plain(saySlack().cancel),
    blocks: [
      ...(isChanged ? [alert('warning', changed)] : []),
      ...notes.map((line) => alert('warning', line)),
      paragraph(sentences.ask(context.personName, day)),
      ...(form?.blocks({ day: day ?? undefined }, undefined) ?? []),
      mrkdwn(notifies(mentionsOf(told, settings))),
      ...adviceBlocks(request, { sentences, settings, follows }),
    ],
  };
}

/** The form's last page: saved, with the work left in the service. */
export function savedPage(
  { request, sentences, told, settings, follows }: About,
  amendment: Pick<Amendment, 'day' | 'before' | 'isEnded'>,
): ModalView {
  const { notifying, titleOf } = say();
  const blocks = [
    alert('success', sentences.said(request.context.personName, amendment)),
    mrkdwn(notifying(mentionsOf(told, settings))),
    ...(amendment.isEnded ? [] : adviceBlocks(request, { sentences, settings, follows })),
    referenceNote(request),
  ];
  return outcomePage(titleOf(sentences.title), blocks);
}

/** Changes Frontdesk makes in the service, or else advice and a link. */
function adviceBlocks(
  { outcome }: Request,
  {
    sentences,
    settings: { profileUrl },
    follows,
  }: Pick<About, 'sentences' | 'follows'> & { settings: Pick<Settings, 'profileUrl'> },
): KnownBlock[] {
  const id = outcome?.kind === 'done' ? outcome.resultId : null;
  const url = id === null ? undefined : profileUrl?.replaceAll('{id}', String(id));
  return [
    paragraph(follows ? sentences.follows.asked : sentences.advice),
    ...(url === undefined ? [] : [mrkdwn(say().profile(encodeURI(url)))]),
  ];
}

/** To a person who was told about the request. */
export function amendedMessage(
  request: Request,
  amendment: Amendment & { withAdvice: boolean; follows: boolean },
  { type, settings }: { type: RequestType; settings: Pick<Settings, 'profileUrl'> },
): Message | undefined {
  const sentences = type.afterwards?.words()[amendment.kind];
  if (!sentences) return undefined;
  const text = sentences.said(request.context.personName, amendment);
  const by: KnownBlock = {
    type: 'context',
    elements: [{ type: 'mrkdwn', text: say().saidBy(amendment.by) }],
  };
  const { withAdvice, follows } = amendment;
  const advice = withAdvice ? adviceBlocks(request, { sentences, settings, follows }) : [];
  return { text, blocks: [paragraph(text), ...advice, by] };
}
