import { paths } from '../../../contract/paths.ts';
import { defineRequest } from '../../requests/define-request.ts';
import { offboardingAnnouncements } from './announcements.ts';
import { questionWords, title, upcoming } from './request-messages.ts';
import { doneView, refusedView } from './result.ts';

/** The requests to start an offboarding. */
export const offboardingRequest = defineRequest<'offboarding'>({
  kind: 'offboarding',
  title,
  path: paths.offboarding,
  async deliver({ payload, idempotencyKey }, { client }) {
    await client.startOffboarding(payload, idempotencyKey ?? undefined);
    return { kind: 'done', employeeId: payload.user, confirmed: true };
  },
  // No list tells who is leaving, and a repeat sends the leaver's mails a second time.
  reconcile: async () => ({ kind: 'undecided', question: { kind: 'isItThere' } }),
  worked: ({ payload }) => ({ kind: 'done', employeeId: payload.user, confirmed: false }),
  mayBeOwnEffect: () => false,
  managersDecide: true,
  keptFrom: ({ payload }) => payload.user,
  upcoming: {
    heading: upcoming.heading,
    line: ({ payload, context }) => upcoming.line(payload.termination_date, context.personName),
  },
  question: questionWords,
  ended: offboardingAnnouncements,
  doneView,
  refusedView,
});
