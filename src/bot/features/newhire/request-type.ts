import { paths } from '../../../contract/paths.ts';
import { defineRequest } from '../../requests/define-request.ts';
import { deliver } from './deliver.ts';
import { findHire } from './find-hire.ts';
import { questionWords, title, upcoming } from './request-messages.ts';
import { newHireAnnouncements, unreachedAnnouncement } from './result/announcements.ts';
import { profileOf } from './result/profile.ts';
import { doneView, refusedView } from './result/result.ts';

/** The requests to add somebody. */
export const newHire = defineRequest<'newhire'>({
  kind: 'newhire',
  title,
  path: paths.users,
  deliver,
  reconcile: (request, { directory }) => findHire(request, directory),
  worked: (_request, question) => ({
    kind: 'done',
    employeeId: question.kind === 'isItThem' ? question.employeeId : null,
    confirmed: false,
  }),
  // What now has the address can be whom an earlier attempt made.
  mayBeOwnEffect: (problem) => 'email' in problem,
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
