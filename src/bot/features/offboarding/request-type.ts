import { Offboarding } from '../../../contract/employee.ts';
import { paths } from '../../../contract/paths.ts';
import { calendarRow } from '../../calendar/entry.ts';
import type { NewMessage } from '../../ledger/outbox/message.ts';
import { asReply, defineRequestMessage } from '../../requests/define-message.ts';
import { defineRequest } from '../../requests/define-request.ts';
import { approvalAnnouncements, unapprovedAnnouncements } from './approval/announcements.ts';
import { offboardingFields, offboardingForms } from './fields.ts';
import { say } from './messages.ts';
import { lastDay, planOffboarding } from './reminders.ts';
import {
  addressesOf,
  isChange,
  isOffboarding,
  kind,
  OffboardingContext,
  type OffboardingRequest,
  othersTold,
} from './request.ts';
import { doneMessage, doneView, rejectedMessage, rejectedView } from './result.ts';

export const offboardingRequest = defineRequest<Offboarding, OffboardingContext>({
  kind,
  payload: Offboarding,
  context: OffboardingContext,
  subject: ({ user }) => String(user),
  bounds: 'end',
  day: ({ termination_date }) => termination_date,
  email: ({ personEmail }) => personEmail,
  title: () => say().requestTitle,
  facts: ({ context: { earlier } }) => ({ previousDay: isChange(earlier) ? earlier.day : undefined }),
  path: paths.offboarding,
  async deliver({ payload, idempotencyKey }, { client }) {
    await client.startOffboarding(payload, idempotencyKey ?? undefined);
    return { kind: 'done', resultId: payload.user, confirmed: true };
  },
  // The service has no list of leavers, and a repeat would send the leaver's emails again, so a person has to check.
  reconcile: async () => ({ kind: 'needs_review', question: { kind: 'isItThere' } }),
  worked: ({ payload }) => ({ kind: 'done', resultId: payload.user, confirmed: false }),
  mistaken: () => {
    throw new Error('Nothing is ever found of an offboarding.');
  },
  mayBeOwnEffect: () => false,
  managersDecide: true,
  /** People who planned the offboarding that this one changes. */
  concerns: ({ context }) => (context.earlier?.knownTo ?? []).map((user) => ({ user })),
  keptFrom: ({ payload }) => payload.user,
  tasks: {
    kind: 'offboarding',
    subjectOf: ({ id }) => String(id),
    personOf: ({ payload }) => payload.user,
    sequencesOf: ({ payload, context: { sequenceNames } }) =>
      payload.sequences.map((id, at) => ({ id, name: sequenceNames[at] ?? '' })),
    isChange: ({ context }) => isChange(context.earlier),
  },
  weekly: 'hr',
  upcoming: () => say().upcoming,
  afterwards: {
    outcome: 'offboarding.outcome',
    announcedBy: ['offboarding.started'],
    words: () => say().afterwards,
  },
  details: (request) => offboardingForms().entered(request, { snapshot: undefined }),
  question: (request, question) => say().questionWords(request, question),
  ended: offboardingAnnouncements,
  approval: approvalAnnouncements,
  calendar: lastDay,
  plan: { of: planOffboarding },
  doneView,
  rejectedView,
  gone: (request, refused, snapshot) => offboardingFields.gone(request, refused, { snapshot }),
});

const outcome = defineRequestMessage(
  'offboarding.outcome',
  isOffboarding,
  async (request, context) => {
    const { outcome: end } = request;
    const approval = await context.approvalOf(request.id);
    if (end?.kind === 'rejected')
      return rejectedMessage(request, await context.declinedOf(request, end.problem), approval);
    if (end?.kind !== 'done') return undefined;
    return doneMessage(request, { approval, calendar: await calendarRow(request, context) });
  },
  () => say().messageLabels.outcome,
);

const started = defineRequestMessage(
  'offboarding.started',
  isOffboarding,
  async (request, context) =>
    doneMessage(request, {
      starts: await context.startsWith(request.payload.user),
      calendar: await calendarRow(request, context),
    }),
  () => say().messageLabels.started,
);

export const offboardingMessages = [outcome, asReply(started)];

/**
 * Recipients are the requester, earlier requesters and HR (in the private channel, if usable): departures are
 * confidential.
 */
function offboardingAnnouncements(request: OffboardingRequest): NewMessage[] {
  const { requester, context, outcome: end } = request;
  const { toUser, toHr } = addressesOf(request);
  if (end?.kind === 'cancelled' && end.why) return unapprovedAnnouncements(request, end.why);
  const toRequester = outcome.message(toUser('requester', requester), {});
  if (end?.kind !== 'done') return [toRequester];
  // Earlier requesters get it as a change to their plan.
  const others = othersTold(context.earlier, requester);
  return [
    toRequester,
    ...others.map((user) => started.message(toUser(`earlier:${user}`, user), {})),
    started.message(toHr('private', others), {}),
  ];
}
