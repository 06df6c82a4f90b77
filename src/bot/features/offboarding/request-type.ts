import { Offboarding } from '../../../contract/offboarding.ts';
import { paths } from '../../../contract/paths.ts';
import { defineRequest } from '../../requests/define-request.ts';
import { ofSequences } from '../../requests/messages.ts';
import { offboardingAnnouncements } from './announcements.ts';
import { kind, OffboardingContext } from './request.ts';
import { questionWords, title, upcoming } from './request-messages.ts';
import { doneView, rejectedView } from './result.ts';

/** The requests to start an offboarding. */
export const offboardingRequest = defineRequest<Offboarding, OffboardingContext>({
  kind,
  payload: Offboarding,
  context: OffboardingContext,
  subject: ({ user }) => String(user),
  day: ({ termination_date }) => termination_date,
  title,
  path: paths.offboarding,
  async deliver({ payload, idempotencyKey }, { client }) {
    await client.startOffboarding(payload, idempotencyKey ?? undefined);
    return { kind: 'done', resultId: payload.user, confirmed: true };
  },
  // No list tells who is leaving, and a repeat sends the leaver's mails a second time.
  reconcile: async () => ({ kind: 'needs_review', question: { kind: 'isItThere' } }),
  worked: ({ payload }) => ({ kind: 'done', resultId: payload.user, confirmed: false }),
  mistaken: () => {
    throw new Error('Nothing is ever found of an offboarding.');
  },
  mayBeOwnEffect: () => false,
  managersDecide: true,
  /** Whoever planned what it changes. */
  concerns: ({ context }, { userId }) => context.earlier?.knownTo.includes(userId) === true,
  keptFrom: ({ payload }) => payload.user,
  upcoming: {
    heading: upcoming.heading,
    line: ({ payload, context }) => upcoming.line(payload.termination_date, context.personName),
  },
  caveat: ofSequences,
  question: questionWords,
  ended: offboardingAnnouncements,
  doneView,
  rejectedView,
});
