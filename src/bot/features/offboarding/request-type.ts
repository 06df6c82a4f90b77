import { defineRequest } from '../../requests/define-request.ts';
import { offboardingAnnouncements } from './announcements.ts';
import { questionWords, title, upcoming } from './request-messages.ts';
import { doneView, refusedView } from './result.ts';

/** The requests to start an offboarding. */
export const offboardingRequest = defineRequest<'offboarding'>({
  kind: 'offboarding',
  title,
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
