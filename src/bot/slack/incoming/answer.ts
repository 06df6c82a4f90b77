import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import { mrkdwn, plain } from '../views/blocks.ts';
import { hasRoomAbove } from '../views/view.ts';
import { words } from '../words.ts';
import { acknowledgementOf } from './acknowledgement.ts';
import { type OpenView, originOf } from './origin.ts';
import { languageIn } from './reader.ts';

export type AnyArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

/** A small window with one text. @param text in mrkdwn */
export function noticeView(title: string, text: string, language: Language): ModalView {
  return {
    type: 'modal',
    title: plain(title, 24),
    close: plain(words[language].close),
    blocks: [mrkdwn(text)],
  };
}

/**
 * Says something to the person of a payload, where they are looking and only to them: over the form (which keeps
 * everything typed), beside the command, in a window, or by direct message.
 */
export async function answerPrivately(args: AnyArgs, title: string, text: string): Promise<void> {
  const { kind, userId, triggerId, view } = originOf(args.body);
  const notice = () => noticeView(title, text, languageIn(args.context));
  if (kind === 'block_suggestion') return void (await acknowledge(args, { options: [] }));
  if (kind === 'view_submission' && view) {
    if (await answeredForm(args, view, { notice: notice(), sentence: text })) return;
  } else {
    // Commands and shortcuts were acknowledged first of all, see `acknowledgeFirst`.
    if (kind === 'block_actions') await acknowledge(args, undefined);
    if ('respond' in args && args.respond)
      return void (await args.respond({ response_type: 'ephemeral', replace_original: false, text }));
    if (triggerId && (await shown(args, triggerId, notice(), view?.type === 'modal'))) return;
  }
  await args.client.chat.postMessage({ channel: userId, text });
}

/** Over the form, which stays as it is below; where Slack shows no more windows, at its first field. */
export function overForm(form: OpenView, notice: ModalView, sentence: string) {
  if (hasRoomAbove(form)) return { response_action: 'push', view: notice };
  const field = form.blocks.find(({ type }) => type === 'input')?.block_id;
  return field
    ? { response_action: 'errors', errors: { [field]: sentence } }
    : // A page on which nothing was entered: the form is below it.
      { response_action: 'update', view: notice };
}

/**
 * Over the form, which stays as it is below; a form that has become a page already ("Trying …") has nothing to lose,
 * and the notice takes its place.
 * @returns false when neither can be seen: the answer comes too late, or the window is closed
 */
async function answeredForm(
  args: AnyArgs,
  form: OpenView,
  { notice, sentence }: { notice: ModalView; sentence: string },
): Promise<boolean> {
  const { given, isInTime } = acknowledgementOf(args.context);
  if (given === undefined) return (await acknowledge(args, overForm(form, notice, sentence))) && isInTime;
  if (given.response_action !== 'update') return false;
  return succeeds(args.client.views.update({ view_id: form.id, view: notice }));
}

/** @returns whether it went out; a second acknowledgement is harmless and reports itself as an error */
export async function acknowledge(args: AnyArgs, answer: unknown): Promise<boolean> {
  if (!('ack' in args) || !args.ack) return false;
  const ack: (answer: never) => Promise<void> = args.ack;
  return succeeds(ack(answer as never));
}

/** A window over a window has to be pushed: Slack takes another `views.open` and shows nothing. */
function shown({ client }: AnyArgs, trigger_id: string, view: ModalView, overModal: boolean) {
  const window = { trigger_id, view };
  // The trigger lives three seconds; a direct message always arrives.
  return succeeds(overModal ? client.views.push(window) : client.views.open(window));
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
