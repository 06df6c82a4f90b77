import { roleLabel } from '../../../contract/employee.ts';
import { paths } from '../../../contract/paths.ts';
import { defineRequest } from '../../requests/define-request.ts';
import { say as sayRequests } from '../../requests/messages.ts';
import { caveatOf } from '../../requests/result-views.ts';
import { proposedAnnouncements } from './elsewhere/asking.ts';
import { deliver, findHire } from './find-hire.ts';
import { newHireFields, newHireForms } from './form/fields.ts';
import { say } from './messages.ts';
import { missingAnnouncements } from './missing.ts';
import { headlineUpdate, rewriteHeadlines } from './reminders/headline.ts';
import { firstDay, loginMails, planHire } from './reminders/plan.ts';
import {
  addressTaken,
  companionsOf,
  HireContext,
  type HirePayload,
  kind,
  StoredHire,
  startDayOf,
} from './request.ts';
import { say as sayRequest } from './request-messages.ts';
import { newHireAnnouncements, unreachedAnnouncement } from './result/announcements.ts';
import { doneView, rejectedView } from './result/result.ts';
import { leavingNotes } from './second-look.ts';
import { refusals } from './stored-messages.ts';

export const newHire = defineRequest<HirePayload, HireContext>({
  kind,
  payload: StoredHire,
  context: HireContext,
  subject: ({ email }) => email,
  bounds: 'start',
  day: startDayOf,
  concerns({ payload, context }) {
    const employees = [payload.manager, payload.buddy].filter((id) => id !== undefined);
    const emails = [context.managerEmail, context.buddyEmail].filter((email) => email !== undefined);
    return [...employees.map((employee) => ({ employee })), ...emails.map((email) => ({ email }))];
  },
  auditDetail: ({ payload, context }) =>
    context.addedElsewhere
      ? { addedElsewhere: true }
      : { role: context.role?.label ?? roleLabel(payload.role) },
  title: () => sayRequest().requestTitle,
  path: paths.users,
  deliver,
  reconcile: (request, { directory }) => findHire(request, directory),
  worked: (_request, question) => ({
    kind: 'done',
    resultId: question.kind === 'isItThem' ? question.resultId : null,
    confirmed: false,
  }),
  mistaken: ({ name }, by) => addressTaken(refusals.hasTheAddress(name), by),
  broughtBefore: ({ id, name }) => addressTaken(refusals.alreadyAdded(name, id)),
  // The person who has the address now may come from an earlier attempt of this request.
  mayBeOwnEffect: (problem) => 'email' in problem,
  managersDecide: false,
  afterwards: {
    outcome: 'newhire.outcome',
    announcedBy: ['newhire.headline', 'newhire.companion'],
    rewrittenBy: [headlineUpdate.name],
    rewritten: rewriteHeadlines,
    words: () => sayRequest().afterwards,
  },
  leavingNotes,
  missing: missingAnnouncements,
  proposed: proposedAnnouncements,
  managerOf: ({ payload }) => payload.manager ?? undefined,
  tasks: {
    kind: 'onboarding',
    subjectOf: ({ email }) => email.toLowerCase(),
    personOf: ({ outcome }) => (outcome?.kind === 'done' ? (outcome.resultId ?? undefined) : undefined),
    // The service assigns sequences to new hires only.
    sequencesOf: ({ payload: { role, sequences = [] }, context: { sequenceNames } }) =>
      role === 0 ? sequences.map((id, at) => ({ id, name: sequenceNames[at] ?? '' })) : [],
    zoneOf: ({ payload }) => payload.timezone,
  },
  companionsOf: ({ payload, context }) =>
    companionsOf(payload).map(({ employee, as, roles }) => ({
      ...{ employee, roles },
      name: context[`${as}Name`],
    })),
  further: loginMails,
  weekly: 'channels',
  upcoming: () => sayRequest().upcoming,
  details(request, reader) {
    const offered = { snapshot: undefined, day: request.day ?? request.createdAt.slice(0, 10) };
    const how = { offered, day: sayRequests().dayEntered };
    const entered = newHireForms().entered(request, how, reader === 'owner' ? undefined : 'everybody');
    const { role } = say().labels;
    // Nobody entered a role for a person added elsewhere.
    return request.context.addedElsewhere ? entered.filter(({ label }) => label !== role) : entered;
  },
  caveat: caveatOf,
  question: (request, question) => sayRequest().questionWords(request, question),
  ended: newHireAnnouncements,
  calendar: firstDay,
  plan: { of: planHire },
  unreached: unreachedAnnouncement,
  doneView,
  rejectedView,
  gone(request, refused, snapshot) {
    const offered = { snapshot, day: request.day ?? request.createdAt.slice(0, 10) };
    return newHireFields.gone(refused, newHireFields.fromRequest(request, offered), offered);
  },
});
