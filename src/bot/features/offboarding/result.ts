import type { Button, KnownBlock, ModalView } from '@slack/types';
import { calendarButtons } from '../../calendar/entry.ts';
import type { Approval } from '../../ledger/approvals.ts';
import { declinedBy, type Request } from '../../ledger/requests/request.ts';
import type { Audience, Declined } from '../../requests/define-request.ts';
import { requestButtonOf } from '../../requests/request-button.ts';
import {
  correctButtonFor,
  type Message,
  messageOf,
  outcomePage,
  pageOf,
  pendingPage,
  referenceNote,
} from '../../requests/result-views.ts';
import type { Viewer } from '../../slack/incoming/arrival.ts';
import { alert, listed, markedNote, mrkdwn, paragraph, row } from '../../slack/views/blocks.ts';
import { say as sayApproval } from './approval/messages.ts';
import { actions, offboardingForms } from './fields.ts';
import { say } from './messages.ts';
import { isOffboarding, mayKnow, type OffboardingRequest } from './request.ts';

export function doneView(request: OffboardingRequest, settings: Audience): ModalView {
  const calendar = row(...calendarButtons(request, settings));
  return pageOf(say().titles.done(request), 'success', doneMessage(request, { calendar }));
}

export function pendingView(request: OffboardingRequest, trouble: Error | undefined): ModalView {
  if (request.state !== 'awaiting_approval') return pendingPage(request, trouble, say());
  const { title, what, next } = sayApproval().waiting;
  const blocks = [alert('info', what(request)), paragraph(next), referenceNote(request)];
  return outcomePage(title, blocks);
}

export function rejectedView(request: OffboardingRequest, declined: Declined): ModalView {
  return pageOf(say().titles.refused(request), 'error', rejectedMessage(request, declined));
}

interface Around {
  /** HR's decision, for the requester. */
  approval?: Approval | undefined;
  /** Upcoming starts whose manager or buddy is the person who leaves, for HR. */
  starts?: readonly Request[];
  calendar?: readonly KnownBlock[];
}

export function doneMessage(
  request: OffboardingRequest,
  { approval, starts = [], calendar = [] }: Around = {},
): Message {
  const { started, aboutSequences } = say();
  return messageOf(
    started(request),
    ...decisionLine(approval),
    paragraph(`${offboardingForms().summary(request).join('\n')}\n${aboutSequences(request)}`),
    ...listed(companionPoints(starts).map((point) => point.text)),
    ...calendar,
    ...notes(request),
  );
}

function decisionLine(approval: Approval | undefined): KnownBlock[] {
  return approval?.decided ? [mrkdwn(sayApproval().decided(approval.decided))] : [];
}

/** Most starts listed in one place. */
const mostStarts = 10;

/** Points about the starts whose manager or buddy is the person who leaves. */
export function companionPoints(starts: readonly Request[]): { code: string; text: string }[] {
  const { companion } = say().check.points;
  return starts
    .slice(0, mostStarts)
    .flatMap(({ id, day, context }) =>
      day === null ? [] : [{ code: `companion-${id}`, text: companion(context.personName, day) }],
    );
}

function notes(request: OffboardingRequest): KnownBlock[] {
  const { earlier } = request.context;
  const reference = referenceNote(request);
  if (!earlier || earlier.calledOff) return [reference];
  return [markedNote(say().changedBy(request, earlier)), reference];
}

export function rejectedMessage(
  request: OffboardingRequest,
  { problem, gone }: Declined,
  approval?: Approval,
): Message {
  const { notStarted, everySentence } = say();
  return messageOf(
    notStarted(request),
    ...decisionLine(approval),
    paragraph(everySentence(problem, declinedBy(request), gone)),
    ...row(...correctButtons(request)),
    referenceNote(request),
  );
}

/** Button to correct the input; none if the service has no offboarding (404), since other input wouldn't help. */
export function correctButtons(request: OffboardingRequest): Button[] {
  const { outcome } = request;
  if (outcome?.kind === 'rejected' && outcome.status === 404) return [];
  return [correctButtonFor(request, actions.correct)];
}

export function changeButtons(request: Request, viewer: Viewer): Button[] {
  if (!isOffboarding(request) || request.state !== 'done' || !mayKnow(request, viewer)) return [];
  const { title, changeDay } = say();
  return [requestButtonOf(actions.change, request, request.calledOffAt === null ? changeDay : title)];
}
