import type { ModalView } from '@slack/types';
import { WebAPIPlatformError } from '@slack/web-api';
import { type Clock, within } from '../../../time/clock.ts';
import { answerPrivately } from '../../slack/incoming/answer.ts';
import type { FormArgs } from '../../slack/incoming/listeners.ts';
import { fallback } from '../../slack/views/blocks.ts';
import { orSimpler } from '../../slack/views/open-view.ts';
import { say } from './messages.ts';
import { betweenPage } from './show-read.ts';

export interface FormOutcome {
  view: ModalView;
  errors?: Record<string, string> | undefined;
  trouble?: string | undefined;
}

/** How long to wait before acknowledging a form, in milliseconds. Slack allows three seconds in total. */
const patience = 1_800;
/** Answers a form with its outcome. If that takes longer than Slack waits, shows a "saving" page meanwhile. */
export async function answerForm(
  args: FormArgs,
  work: Promise<FormOutcome>,
  { clock }: { clock: Clock },
): Promise<void> {
  const { ack } = args;
  const early = await within(clock, patience, work);
  if (early?.errors) return ack({ response_action: 'errors', errors: early.errors });
  if (early) return ack({ response_action: 'update', view: early.view });
  await ack({ response_action: 'update', view: betweenPage(say().saving) });
  await showLate(args, await work);
}

async function showLate(args: FormArgs, { view, trouble }: FormOutcome): Promise<void> {
  const update = (one: ModalView) => args.client.views.update({ view_id: args.view.id, view: one });
  try {
    await orSimpler(view, update);
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'not_found') throw error;
    // The window was closed. A success shows in the list; failures need a message.
    if (trouble !== undefined) await answerPrivately(args, say().titles.list, fallback(trouble));
  }
}
