import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { dayIn } from '../../../time/dates.ts';
import type { Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { explain } from '../../onboarding/outage.ts';
import { mayDecide } from '../../requests/may-see.ts';
import { type By, button, buttonOf } from '../../slack/button.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import { confirmation, paragraph, row } from '../../slack/views/blocks.ts';
import { openView } from '../../slack/views/open-view.ts';
import { say } from './messages.ts';
import { findFor, type PageServices } from './services.ts';

export const requestWindowId = 'home_request';

export function requestBlocks(
  request: Request,
  viewer: Viewer,
  services: PageServices,
  isReplaced = false,
): KnownBlock[] {
  const buttons = requestButtons(request, viewer, services);
  const notes = notesOf(request, viewer, services);
  const section = paragraph([...linesOf(request, services, isReplaced), ...notes].join('\n'));
  const details = detailsButton(request);
  if (buttons.length === 0) return [{ ...section, accessory: details }];
  return [section, ...row(...buttons, details)];
}

/** Kind and person, then state. A replaced request has a later one about the same person. */
export function linesOf(
  request: Request,
  { settings, clock, typeOf }: Pick<PageServices, 'settings' | 'clock' | 'typeOf'>,
  isReplaced: boolean,
): string[] {
  const { requestLine, requestState } = say();
  const { timezone } = settings();
  const submitted = dayIn(timezone, new Date(request.createdAt));
  const { title, upcoming } = typeOf(request);
  const done = isReplaced ? undefined : upcoming.state(request, dayIn(timezone, clock.now()));
  return [requestLine(request, title()), requestState(request, submitted, done)];
}

export function notesOf(
  request: Request,
  viewer: Viewer,
  { features }: Pick<PageServices, 'features'>,
): string[] {
  return features.flatMap((feature) => feature.requestNote?.(request, viewer) ?? []);
}

export function requestButtons(request: Request, viewer: Viewer, services: PageServices): Button[] {
  const ofFeatures = services.features.flatMap((feature) => feature.requestButtons?.(request, viewer) ?? []);
  const may = mayDecide(request, services.typeOf(request), viewer);
  return [...ofFeatures, ...(may ? ownButtons(request, viewer) : [])];
}

function ownButtons(request: Request, { userId }: Viewer): Button[] {
  const { state, requester } = request;
  const awaitsApproval = state === 'awaiting_approval';
  // Approvers decline with a reason instead of cancelling.
  if (request.outcome || (awaitsApproval && requester !== userId)) return [];
  const { confirm } = say().requests;
  const stop = {
    ...cancel.show(request, labelled('cancel', request)),
    confirm: confirmation({ ...confirm, text: confirm.text(request) }),
  };
  const isWaiting = state === 'needs_review' || awaitsApproval;
  return isWaiting ? [stop] : [retry.show(request, labelled('retry', request)), stop];
}

export function detailsButton(request: Request): Button {
  return buttonOf(requestWindowId, { id: request.id }, labelled('details', request));
}

function labelled(name: 'retry' | 'cancel' | 'details', request: Request) {
  const { [name]: text, spokenOf } = say().requests;
  return { text, spoken: spokenOf(text, request) };
}

export const retry = decision('retry');
export const cancel = decision('cancel');

function decision(what: 'retry' | 'cancel') {
  const decided = button({
    id: `home_${what}`,
    role: 'managers',
    value: z.object({ id: z.string() }),
    async press({ id }, by: By<PageServices>, args) {
      const { ledger, typeOf, requestPages, viewer } = by;
      const request = await findFor(viewer, id, by);
      const may = request && mayDecide(request, typeOf(request), viewer);
      const decision = may ? await ledger[what](id, viewer.userId) : { kind: 'gone' as const };
      const { title, decisions } = say();
      const isTaken = decision.kind === 'taken';
      const answer = isTaken ? waitsFor(what, by) : decisions[decision.kind];
      if (await requestPages.showAgain(args, id, answer)) return;
      if (answer !== undefined) await openView(args, noticeView(title, answer));
    },
  });
  const show = ({ id }: Request, text: Parameters<typeof decided.show>[1]) => decided.show({ id }, text);
  return { ...decided, show };
}

/** Explains why a retry has no effect during an outage; undefined if there is none. */
function waitsFor(what: 'retry' | 'cancel', { ledger }: Pick<PageServices, 'ledger'>): string | undefined {
  const trouble = what === 'retry' ? ledger.outage() : undefined;
  return trouble && say().triedAgain(explain(trouble));
}
