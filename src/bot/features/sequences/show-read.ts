import type { Button, ModalView } from '@slack/types';
import { within } from '../../../time/clock.ts';
import { Refused } from '../../onboarding/client/errors.ts';
import { explain } from '../../onboarding/outage.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import { type OpenView, originOf } from '../../slack/incoming/origin.ts';
import { say as saySlack } from '../../slack/messages.ts';
import { paragraph, plain } from '../../slack/views/blocks.ts';
import { type Opened, orSimpler, showAbove, showInPlace } from '../../slack/views/open-view.ts';
import { isTrouble } from './change.ts';
import type { SequencesDeps } from './deps.ts';
import { views } from './fields.ts';
import { say } from './messages.ts';

type ShowDeps = Pick<SequencesDeps, 'windows' | 'clock'>;

/** How long a window keeps its content while the next page is read, in milliseconds. */
const patience = 1_500;

/**
 * Shows a page read from the service. A new window opens at once, because a trigger id lasts only three
 * seconds; `isAbove` keeps typed input below it.
 */
export async function showRead(
  args: ButtonArgs,
  read: () => Promise<ModalView>,
  deps: ShowDeps,
  { isAbove = false } = {},
): Promise<void> {
  const page = read().catch((error: unknown) => notReadPage(error, args.action));
  const { view: open } = originOf(args.body);
  const own = !isAbove && isOwn(open) ? open : undefined;
  const early = own && (await within(deps.clock, patience, page));
  if (early) return showInPlace(deps.windows, args, early);
  const window = await showWaiting(args, own, deps);
  if (window) await follow(window, await page, deps);
}

function isOwn(open: OpenView | undefined): open is OpenView {
  return open?.type === 'modal' && Object.values<string>(views).includes(open.callback_id);
}

async function showWaiting(args: ButtonArgs, own: Opened | undefined, deps: ShowDeps) {
  const waiting = betweenPage(say().reading);
  if (!own) return showAbove(deps.windows, args, waiting);
  return (await follow(own, waiting, deps)) === 'shown' ? own : undefined;
}

function follow(window: Opened, view: ModalView, { windows }: ShowDeps) {
  return orSimpler(view, (one) => windows.follow(window, one));
}

export function betweenPage(text: string): ModalView {
  return {
    type: 'modal',
    callback_id: views.between,
    title: plain(say().titles.list),
    close: plain(saySlack().close),
    blocks: [paragraph(text)],
  };
}

function notReadPage(error: unknown, pressed: ButtonArgs['action']): ModalView {
  if (!isTrouble(error)) throw error;
  const { notRead, notOffered, tryAgain } = say();
  const isMissing = error instanceof Refused && error.reason === 'missing';
  const page = betweenPage(isMissing ? notOffered : notRead(explain(error)));
  const again: Button = {
    type: 'button',
    action_id: pressed.action_id,
    text: plain(tryAgain),
    ...(pressed.value !== undefined && { value: pressed.value }),
  };
  return { ...page, blocks: [...page.blocks, { type: 'actions', elements: [again] }] };
}
