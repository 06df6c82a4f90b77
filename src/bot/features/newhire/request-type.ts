import { defineRequest } from '../../requests/define-request.ts';
import { questionWords, title, upcoming } from './request-messages.ts';
import { newHireAnnouncements, unreachedAnnouncement } from './result/announcements.ts';
import { profileOf } from './result/profile.ts';
import { doneView, refusedView } from './result/result.ts';

/** The requests to add somebody. */
export const newHire = defineRequest<'newhire'>({
  kind: 'newhire',
  title,
  managersDecide: false,
  /** A manager or a buddy sees the hires that they are there for. */
  concerns({ payload, context }, { email, employee }) {
    const isChosen = employee !== undefined && [payload.manager, payload.buddy].includes(employee);
    return isChosen || (email !== '' && [context.managerEmail, context.buddyEmail].includes(email));
  },
  upcoming: {
    heading: upcoming.heading,
    line: ({ payload, context }, today) =>
      upcoming.line(payload.start_day ?? today, context.personName, payload.position),
  },
  question: questionWords,
  ended: newHireAnnouncements,
  unreached: unreachedAnnouncement,
  doneView: (request, { profileUrl }) => doneView(request, profileOf(request, profileUrl)),
  refusedView,
});
