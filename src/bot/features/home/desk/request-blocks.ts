import type { Button, KnownBlock } from '@slack/types';
import { dayIn } from '../../../../time/dates.ts';
import type { Viewer } from '../../../feature.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { mayDecide } from '../../../requests/may-see.ts';
import { requestButton } from '../../../requests/result-views.ts';
import { confirmation, paragraph, row } from '../../../slack/views/blocks.ts';
import type { PageDeps } from '../deps.ts';
import { say } from '../messages.ts';

/** Action ids. Don't change them: App Homes published by earlier versions use them. */
export const actions = {
  /** Buttons of a request; the value is its reference. */
  retry: 'home_retry',
  cancel: 'home_cancel',
  details: 'home_details',
} as const;

export function requestBlocks(
  request: Request,
  viewer: Viewer,
  deps: PageDeps,
  isReplaced = false,
): KnownBlock[] {
  const buttons = requestButtons(request, viewer, deps);
  const notes = notesOf(request, viewer, deps);
  const section = paragraph([...linesOf(request, deps, isReplaced), ...notes].join('\n'));
  const details = detailsButton(request);
  if (buttons.length === 0) return [{ ...section, accessory: details }];
  return [section, ...row(...buttons, details)];
}

/** Kind and person, then state. A replaced request has a later one about the same person. */
export function linesOf(
  request: Request,
  { settings, clock, typeOf }: PageDeps,
  isReplaced: boolean,
): string[] {
  const { requestLine, requestState } = say();
  const { timezone } = settings();
  const submitted = dayIn(timezone, new Date(request.createdAt));
  const { title, upcoming } = typeOf(request);
  const done = isReplaced ? undefined : upcoming.state(request, dayIn(timezone, clock.now()));
  return [requestLine(request, title()), requestState(request, submitted, done)];
}

export function notesOf(request: Request, viewer: Viewer, { above, below }: PageDeps): string[] {
  return [...above, ...below].flatMap((feature) => feature.requestNote?.(request, viewer) ?? []);
}

export function requestButtons(request: Request, viewer: Viewer, deps: PageDeps): Button[] {
  const ofFeatures = [...deps.above, ...deps.below].flatMap(
    (feature) => feature.requestButtons?.(request, viewer) ?? [],
  );
  const may = mayDecide(request, deps.typeOf(request), viewer);
  return [...ofFeatures, ...(may ? ownButtons(request, viewer) : [])];
}

function ownButtons(request: Request, { userId }: Viewer): Button[] {
  const { state, requester } = request;
  const awaitsApproval = state === 'awaiting_approval';
  // Approvers decline with a reason instead of cancelling.
  if (request.outcome || (awaitsApproval && requester !== userId)) return [];
  const { retry, retryOf, cancel, cancelOf, confirm } = say().requests;
  const again = requestButton(request, actions.retry, retry, retryOf(request));
  const stop = {
    ...requestButton(request, actions.cancel, cancel, cancelOf(request)),
    confirm: confirmation({ ...confirm, text: confirm.text(request) }),
  };
  return state === 'needs_review' || awaitsApproval ? [stop] : [again, stop];
}

export function detailsButton(request: Request): Button {
  const { details, detailsOf } = say().requests;
  return requestButton(request, actions.details, details, detailsOf(request));
}
