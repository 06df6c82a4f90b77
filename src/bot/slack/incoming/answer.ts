import type { AllMiddlewareArgs, AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { inLanguage } from '../../../language.ts';
import type { Log } from '../../../log.ts';
import { systemClock } from '../../../time/clock.ts';
import { say } from '../messages.ts';
import { mrkdwn } from '../views/blocks.ts';
import { hasRoomAbove, page } from '../views/view.ts';
import { arrivalOf, languageIn, type OpenView, originOf } from './arrival.ts';

export type AnyArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

/** @param text in mrkdwn */
export function noticeView(title: string, text: string): ModalView {
  return page(title, [mrkdwn(text)]);
}

/**
 * Answers where the person is looking: over the form (which keeps their input), beside the command, in a
 * modal, or by direct message.
 */
export async function answerPrivately(args: AnyArgs, title: string, text: string): Promise<void> {
  const { kind, userId, triggerId, view } = originOf(args.body);
  const notice = () => noticeView(title, text);
  if (kind === 'block_suggestion') return void (await acknowledge(args, { options: [] }));
  if (kind === 'view_submission' && view) {
    if (await answeredForm(args, view, { notice: notice(), sentence: text })) return;
  } else {
    // Commands and shortcuts are already acknowledged, see `acknowledgeFirst`.
    if (kind === 'block_actions') await acknowledge(args, undefined);
    if ('respond' in args && args.respond)
      return void (await args.respond({ response_type: 'ephemeral', replace_original: false, text }));
    if (triggerId && (await shown(args, triggerId, notice(), view?.type === 'modal'))) return;
  }
  await args.client.chat.postMessage({ channel: userId, text });
}

/** Shows the notice over the form, or as an error at its first field where Slack shows no more windows. */
export function overForm(form: OpenView, notice: ModalView, sentence: string) {
  if (hasRoomAbove(form)) return { response_action: 'push', view: notice };
  const field = form.blocks.find(({ type }) => type === 'input')?.block_id;
  return field
    ? { response_action: 'errors', errors: { [field]: sentence } }
    : // No input on this page: it is a page above the form.
      { response_action: 'update', view: notice };
}

/** Replaces a page ("Trying …") shown in the form's place. Returns false if neither is visible. */
async function answeredForm(
  args: AnyArgs,
  form: OpenView,
  { notice, sentence }: { notice: ModalView; sentence: string },
): Promise<boolean> {
  const { given, isInTime } = arrivalOf(args.context);
  if (given === undefined) return (await acknowledge(args, overForm(form, notice, sentence))) && isInTime;
  if (given.response_action !== 'update') return false;
  return succeeds(args.client.views.update({ view_id: form.id, view: notice }));
}

/**
 * Acknowledges a payload.
 * @returns whether it was sent; a second one is harmless and counts as failed
 */
export async function acknowledge(args: AnyArgs, answer: unknown): Promise<boolean> {
  if (!('ack' in args) || !args.ack) return false;
  const ack: (answer: never) => Promise<void> = args.ack;
  return succeeds(ack(answer as never));
}

/** Pushes onto an open modal: Slack accepts another `views.open` there and shows nothing. */
function shown({ client }: AnyArgs, trigger_id: string, view: ModalView, overModal: boolean) {
  const window = { trigger_id, view };
  // The trigger expires after three seconds; the caller falls back to a direct message.
  return succeeds(overModal ? client.views.push(window) : client.views.open(window));
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

const Page = z.object({ response_action: z.literal('update'), view: z.custom<ModalView>() });

/**
 * Answers in time when handling takes too long. The outcome is then unknown; the page that was to replace the
 * form is shown once it is ready.
 */
export function answerInTime(log: Log): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    const { kind, view } = originOf(args.body);
    if (kind !== 'view_submission' && kind !== 'block_suggestion') return args.next();
    // Slack's deadline is in real time: tests may move the bot's clock.
    const cancel = systemClock.after(
      arrivalOf(args.context).left,
      () => void inLanguage(languageIn(args.context), () => tooLong(args, view)),
    );
    await args.next().finally(cancel);
  };

  async function tooLong(args: AnyMiddlewareArgs & AllMiddlewareArgs, form: OpenView | undefined) {
    const arrival = arrivalOf(args.context);
    if (arrival.given) return;
    const { title, text, atField } = say().notSaved;
    const answer = form ? overForm(form, noticeView(title, text), atField) : { options: [] };
    const told = acknowledge(args, answer);
    arrival.end(async (late) => {
      const page = Page.safeParse(late).data;
      if (form && page) await args.client.views.update({ view_id: form.id, view: page.view });
    });
    log.warn({ isForm: form !== undefined, isTold: await told }, 'an answer took too long');
  }
}
