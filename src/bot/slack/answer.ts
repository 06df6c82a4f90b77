import type { AllMiddlewareArgs, AnyMiddlewareArgs, RespondFn } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { alert, plain } from './blocks.ts';
import { type OpenView, originOf } from './origin.ts';

export type AnyArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

/** A small window with one text. */
export function noticeView(title: string, mrkdwn: string): ModalView {
  return {
    type: 'modal',
    title: plain(title, 24),
    close: plain('Close'),
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: mrkdwn } }],
  };
}

/**
 * Says something to the person of a payload, where they are looking and only to them: in the form (which keeps
 * everything typed), beside the command, in a window, or by direct message.
 */
export async function answerPrivately(args: AnyArgs, title: string, mrkdwn: string): Promise<void> {
  const { kind, userId, triggerId, view } = originOf(args.body);
  if (kind === 'view_submission' && view) return acknowledge(args, withAlert(view, mrkdwn));
  if (kind === 'block_suggestion') return acknowledge(args, { options: [] });
  if (kind !== 'event_callback') await acknowledge(args, undefined);
  if ('respond' in args && args.respond) return respondPrivately(args.respond, mrkdwn);
  if (triggerId && (await opened(args, triggerId, title, mrkdwn))) return;
  await args.client.chat.postMessage({ channel: userId, text: mrkdwn });
}

/** The same form with a box on top. Ids stay, so Slack keeps what was typed. */
function withAlert(view: OpenView, text: string): { response_action: 'update'; view: ModalView } {
  const blocks = view.blocks.filter((block) => block.type !== 'alert');
  return {
    response_action: 'update',
    view: {
      type: 'modal',
      callback_id: view.callback_id,
      private_metadata: view.private_metadata,
      title: view.title,
      ...(view.submit && { submit: view.submit }),
      ...(view.close && { close: view.close }),
      blocks: [alert('error', text), ...blocks],
    },
  };
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

async function opened({ client }: AnyArgs, trigger: string, title: string, text: string): Promise<boolean> {
  try {
    await client.views.open({ trigger_id: trigger, view: noticeView(title, text) });
    return true;
  } catch {
    // The trigger lives three seconds; a direct message always arrives.
    return false;
  }
}
