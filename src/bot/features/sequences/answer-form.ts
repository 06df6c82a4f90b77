import type { Button, ModalView } from '@slack/types';
import { WebAPIPlatformError } from '@slack/web-api';
import { z } from 'zod';
import type { Language } from '../../../language.ts';
import { within } from '../../../time/clock.ts';
import { type InterruptedDeps, sayIfInterrupted, type WindowAddress } from '../../interrupted-window.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { answerPrivately } from '../../slack/incoming/answer.ts';
import type { FormArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { fallback, plain } from '../../slack/views/blocks.ts';
import { orSimpler } from '../../slack/views/simpler-view.ts';
import { actions } from './ids.ts';
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
const patience = 1_800;
/** When saving has come to its end in any case, in milliseconds. */
const saved = 2 * 60_000;

/** In the place of the page that says that it is being saved. */
export const interruptedSaving = defineMessage({
  name: 'sequences.window',
  about: z.object({}),
  build: (_none, { language }) => ({ text: '', blocks: [interruptedPage(language)] }),
});

function interruptedPage(language: Language): ModalView {
  const { interrupted, titles } = words[language];
  const page = betweenPage(interrupted, language);
  const list: Button = { type: 'button', action_id: actions.open, text: plain(titles.list) };
  return { ...page, blocks: [...page.blocks, { type: 'actions', elements: [list] }] };
}

/** Answers a form with what came of it. Where that takes longer than Slack waits, a page says so meanwhile. */
export async function answerForm(
  args: FormArgs,
  work: Promise<FormOutcome>,
  deps: InterruptedDeps,
): Promise<void> {
  const { ack, context } = args;
  const early = await within(deps.clock, patience, work);
  if (early?.errors) return ack({ response_action: 'errors', errors: early.errors });
  if (early) return ack({ response_action: 'update', view: early.view });
  const language = languageIn(context);
  const message = (address: WindowAddress) => interruptedSaving.message(address, {});
  const settled = await sayIfInterrupted(args.view, { name: 'sequences', after: saved, message }, deps);
  await ack({ response_action: 'update', view: betweenPage(words[language].saving, language) });
  try {
    await showLate(args, await work);
  } finally {
    await settled();
  }
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
