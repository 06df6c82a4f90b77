import type { ModalView } from '@slack/types';
import { WebAPIPlatformError } from '@slack/web-api';
import { within } from '../../../time/clock.ts';
import { answerPrivately } from '../../slack/incoming/answer.ts';
import type { FormArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { fallback } from '../../slack/views/blocks.ts';
import { orSimpler } from '../../slack/views/simpler-view.ts';
import type { SequencesDeps } from './deps.ts';
import { betweenPage } from './show-read.ts';
import { words } from './words.ts';

/** What a form comes to. */
export interface FormOutcome {
  /** The next page; or the form with everything typed, and what is wrong above it. */
  view: ModalView;
  /** What is wrong, by the id of its block, where the form can stay as it is. */
  errors?: Record<string, string> | undefined;
  /** What whoever has closed the window meanwhile has to know. */
  trouble?: string | undefined;
}

/** How long Slack can be left without an answer, in milliseconds: it gives three seconds for everything. */
const patience = 2_000;

/** Answers a form with what came of it. Where that takes longer than Slack waits, a page says so meanwhile. */
export async function answerForm(
  args: FormArgs,
  work: Promise<FormOutcome>,
  { clock }: Pick<SequencesDeps, 'clock'>,
): Promise<void> {
  const { ack, context } = args;
  const early = await within(clock, patience, work);
  if (early?.errors) return ack({ response_action: 'errors', errors: early.errors });
  if (early) return ack({ response_action: 'update', view: early.view });
  const language = languageIn(context);
  await ack({ response_action: 'update', view: betweenPage(words[language].saving, language) });
  await showLate(args, await work);
}

async function showLate(args: FormArgs, { view, trouble }: FormOutcome): Promise<void> {
  const language = languageIn(args.context);
  const update = (one: ModalView) => args.client.views.update({ view_id: args.view.id, view: one });
  try {
    await orSimpler(view, language, update);
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'not_found') throw error;
    // What worked stands in the list.
    if (trouble !== undefined) await answerPrivately(args, words[language].titles.list, fallback(trouble));
  }
}
