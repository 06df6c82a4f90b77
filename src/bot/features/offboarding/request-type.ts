import { Offboarding } from '../../../contract/employee.ts';
import { paths } from '../../../contract/paths.ts';
import { defineRequest } from '../../requests/define-request.ts';
import { say as sayRequests } from '../../requests/messages.ts';
import { caveatOf } from '../../requests/unconfirmed.ts';
import { offboardingAnnouncements } from './announcements.ts';
import { approvalAnnouncements } from './approval/announcements.ts';
import { offboardingFields, offboardingForms } from './fields.ts';
import { say } from './messages.ts';
import { lastDay } from './reminders/calendar.ts';
import { plannedExample, planOffboarding } from './reminders/plan.ts';
import { kind, OffboardingContext } from './request.ts';
import { doneView, rejectedView } from './result.ts';

export const offboardingRequest = defineRequest<Offboarding, OffboardingContext>({
  kind,
  payload: Offboarding,
  context: OffboardingContext,
  subject: ({ user }) => String(user),
  bounds: 'end',
  day: ({ termination_date }) => termination_date,
  email: ({ personEmail }) => personEmail,
  title: () => say().requestTitle,
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
  },
  weekly: 'hr',
  upcoming: {
    state: (request, today) => say().upcoming.state(request, today),
    line: (request) => say().upcoming.line(request),
    open: (request) => say().upcoming.open(request),
  },
  afterwards: {
    outcome: 'offboarding.outcome',
    announcedBy: ['offboarding.started'],
    words: () => say().afterwards,
  },
  details: (request) =>
    offboardingForms().entered(request, {
      offered: { snapshot: undefined },
      day: sayRequests().dayEntered,
    }),
  caveat: caveatOf,
  question: (request, question) => say().questionWords(request, question),
  ended: offboardingAnnouncements,
  approval: approvalAnnouncements,
  calendar: lastDay,
  plan: { of: planOffboarding, examples: [plannedExample] },
  doneView: (request, _settings) => doneView(request),
  rejectedView,
  gone(request, refused, snapshot) {
    const values = offboardingFields.fromRequest(request, { snapshot });
    return offboardingFields.gone(refused, values, { snapshot });
  },
});
