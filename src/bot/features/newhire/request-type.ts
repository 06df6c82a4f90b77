import { paths } from '../../../contract/paths.ts';
import { roleLabel } from '../../../contract/role.ts';
import { defineRequest } from '../../requests/define-request.ts';
import { caveatOf } from '../../requests/unconfirmed.ts';
import { deliver } from './delivery/deliver.ts';
import { findHire } from './delivery/find-hire.ts';
import { refusals } from './delivery/stored-messages.ts';
import { addressTaken, HireContext, type HirePayload, kind, StoredHire } from './request.ts';
import { newHireAnnouncements, unreachedAnnouncement } from './result/announcements.ts';
import { doneView, rejectedView } from './result/result.ts';
import { words } from './words.ts';

/** The requests to add somebody. */
export const newHire = defineRequest<HirePayload, HireContext>({
  kind,
  payload: StoredHire,
  context: HireContext,
  subject: ({ email }) => email,
  day: ({ start_day }) => start_day ?? null,
  auditDetail: ({ payload, context }) => ({ role: context.role?.label ?? roleLabel(payload.role) }),
  title: (language) => words[language].requestTitle,
  path: paths.users,
  deliver,
  reconcile: (request, { directory }) => findHire(request, directory),
  worked: (_request, question) => ({
    kind: 'done',
    resultId: question.kind === 'isItThem' ? question.resultId : null,
    confirmed: false,
  }),
  mistaken: ({ name }) => addressTaken(refusals.hasTheAddress(name)),
  broughtBefore: ({ id, name }) => addressTaken(refusals.alreadyAdded(name, id)),
  // What now has the address can be whom an earlier attempt made.
  mayBeOwnEffect: (problem) => 'email' in problem,
  managersDecide: false,
  /** A manager or a buddy sees the hires that they are there for. */
  concerns({ payload, context }, { email, employee }) {
    const isChosen = employee !== undefined && [payload.manager, payload.buddy].includes(employee);
    return isChosen || (email !== '' && [context.managerEmail, context.buddyEmail].includes(email));
  },
  managerOf: ({ payload }) => payload.manager ?? undefined,
  upcoming: {
    heading: (language) => words[language].upcoming.heading,
    line: ({ payload, context }, today, language) =>
      words[language].upcoming.line(payload.start_day ?? today, context.personName, payload.position),
  },
  caveat: caveatOf,
  question: (request, question, language) => words[language].questionWords(request, question),
  ended: newHireAnnouncements,
  unreached: unreachedAnnouncement,
  doneView,
  rejectedView,
});
