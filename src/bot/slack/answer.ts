import type { AllMiddlewareArgs, AnyMiddlewareArgs, RespondFn } from '@slack/bolt';
import type { AlertBlock, ModalView } from '@slack/types';
import { alert, plain } from './blocks.ts';
import { close } from './messages.ts';
import { originOf } from './origin.ts';
import { withTop } from './view.ts';

export type AnyArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

/** A small window with one text. */
export function noticeView(title: string, mrkdwn: string): ModalView {
  return {
    type: 'modal',
    title: plain(title, 24),
    close: plain(close),
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: mrkdwn } }],
  };
}

/**
 * Says something to the person of a payload, where they are looking and only to them: in the form (which keeps
 * everything typed), beside the command, in a window, or by direct message.
 */
export async function answerPrivately(args: AnyArgs, title: string, mrkdwn: string): Promise<void> {
  const { kind, userId, triggerId, view } = originOf(args.body);
  if (kind === 'view_submission' && view)
    return acknowledge(args, {
      response_action: 'update',
      view: withTop(view, [inMrkdwn(alert('error', mrkdwn))]),
    });
  if (kind === 'block_suggestion') return acknowledge(args, { options: [] });
  // Commands and shortcuts were acknowledged first of all, see `acknowledgeFirst`.
  if (kind === 'block_actions') await acknowledge(args, undefined);
  if ('respond' in args && args.respond) return respondPrivately(args.respond, mrkdwn);
  if (triggerId && (await shown(args, triggerId, noticeView(title, mrkdwn), view?.type === 'modal'))) return;
  await args.client.chat.postMessage({ channel: userId, text: mrkdwn });
}

/** With mentions as mentions. */
function inMrkdwn({ text, ...block }: AlertBlock): AlertBlock {
  return { ...block, text: { type: 'mrkdwn', text: text.text } };
}

/** Acknowledges once more or for the first time; a second one is harmless and reports itself as an error. */
async function acknowledge(args: AnyArgs, answer: unknown): Promise<void> {
  if (!('ack' in args) || !args.ack) return;
  const ack: (answer: never) => Promise<void> = args.ack;
  await ack(answer as never).catch(() => {});
}

async function respondPrivately(respond: RespondFn, text: string): Promise<void> {
  await respond({ response_type: 'ephemeral', replace_original: false, text });
}

/** A window over a window has to be pushed: Slack takes another `views.open` and shows nothing. */
async function shown(
  { client }: AnyArgs,
  trigger: string,
  view: ModalView,
  overModal: boolean,
): Promise<boolean> {
  try {
    const window = { trigger_id: trigger, view };
    await (overModal ? client.views.push(window) : client.views.open(window));
    return true;
  } catch {
    // The trigger lives three seconds; a direct message always arrives.
    return false;
  }
}
