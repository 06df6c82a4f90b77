import type { Button, ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import { within } from '../../../time/clock.ts';
import { Refused } from '../../onboarding/client/errors.ts';
import { explain } from '../../onboarding/explain.ts';
import type { ButtonArgs } from '../../slack/incoming/args.ts';
import { type OpenView, originOf } from '../../slack/incoming/origin.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { paragraph, plain } from '../../slack/views/blocks.ts';
import { type Opened, showAbove, showInPlace } from '../../slack/views/open-view.ts';
import { orSimpler } from '../../slack/views/simpler-view.ts';
import { words as slackWords } from '../../slack/words.ts';
import type { SequencesDeps } from './deps.ts';
import { views } from './ids.ts';
import { isTrouble } from './submit.ts';
import { words } from './words.ts';

type ShowDeps = Pick<SequencesDeps, 'windows' | 'clock'>;

/** How long a window keeps its content while the next page is read, in milliseconds. */
const patience = 1_500;

/**
 * Shows a page read from the service. Updates the button's window if it belongs to sequences; otherwise opens a new
 * one at once, because a trigger id lasts only three seconds.
 * @param isAbove opens a new window in any case, which keeps typed input below it
 */
export async function showRead(
  args: ButtonArgs,
  read: () => Promise<ModalView>,
  deps: ShowDeps,
  { isAbove = false } = {},
): Promise<void> {
  const language = languageIn(args.context);
  const page = read().catch((error: unknown) => notReadPage(error, args.action, language));
  const { view: open } = originOf(args.body);
  const own = !isAbove && isOwn(open) ? open : undefined;
  const early = own && (await within(deps.clock, patience, page));
  if (early) return showInPlace(deps.windows, args, early);
  const window = await showWaiting(args, own, deps);
  if (window) await follow(window, await page, language, deps);
}

function isOwn(open: OpenView | undefined): open is OpenView {
  return open?.type === 'modal' && Object.values<string>(views).includes(open.callback_id);
}

async function showWaiting(args: ButtonArgs, own: Opened | undefined, deps: ShowDeps) {
  const language = languageIn(args.context);
  const waiting = betweenPage(words[language].reading, language);
  if (!own) return showAbove(deps.windows, args, waiting);
  return (await follow(own, waiting, language, deps)) === 'shown' ? own : undefined;
}

function follow(window: Opened, view: ModalView, language: Language, { windows }: ShowDeps) {
  return orSimpler(view, language, (one) => windows.follow(window, one));
}

/** A page shown while waiting, with a single text. */
export function betweenPage(text: string, language: Language): ModalView {
  return {
    type: 'modal',
    callback_id: views.between,
    title: plain(words[language].titles.list),
    close: plain(slackWords[language].close),
    blocks: [paragraph(text)],
  };
}

/** @param pressed the button to repeat with "Try again" */
function notReadPage(error: unknown, pressed: ButtonArgs['action'], language: Language): ModalView {
  if (!isTrouble(error)) throw error;
  const { notRead, notOffered, tryAgain } = words[language];
  const isMissing = error instanceof Refused && error.reason === 'missing';
  const page = betweenPage(isMissing ? notOffered : notRead(explain(error, language)), language);
  const again: Button = {
    type: 'button',
    action_id: pressed.action_id,
    text: plain(tryAgain),
    ...(pressed.value !== undefined && { value: pressed.value }),
  };
  return { ...page, blocks: [...page.blocks, { type: 'actions', elements: [again] }] };
}
