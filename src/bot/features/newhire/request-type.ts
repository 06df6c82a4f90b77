import { roleLabel } from '../../../contract/employee.ts';
import { paths } from '../../../contract/paths.ts';
import { fold } from '../../../language.ts';
import type { Finding, Outcome } from '../../ledger/requests/request.ts';
import { OnboardingFailure } from '../../onboarding/client/errors.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { Person } from '../../onboarding/directory/person.ts';
import { defineRequest, type OnboardingService } from '../../requests/define-request.ts';
import { proposedAnnouncements } from './elsewhere/proposals.ts';
import { newHireFields, newHireForms } from './form/fields.ts';
import { leavingNotes } from './form/warnings.ts';
import { say } from './messages.ts';
import { missingAnnouncements } from './missing.ts';
import { firstDay, headlineUpdate, loginMails, planHire, rewriteHeadlines } from './reminders/plan.ts';
import {
  companionsOf,
  HireContext,
  type HirePayload,
  type HireRequest,
  kind,
  StoredHire,
  startDayOf,
} from './request.ts';
import { say as sayRequest } from './request-messages.ts';
import { newHireAnnouncements, unreachedAnnouncement } from './result/announcements.ts';
import { doneView, rejectedView } from './result/result.ts';
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
  facts: ({ payload: { email, position, timezone, manager, buddy }, context }) => ({
    ...{ email, position, timezone },
    ...(manager !== undefined && {
      manager: { employee: manager, name: context.managerName, email: context.managerEmail },
    }),
    ...(buddy !== undefined && {
      buddy: { employee: buddy, name: context.buddyName, email: context.buddyEmail },
    }),
  }),
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
    const entered = newHireForms().entered(request, offered, reader === 'owner' ? undefined : 'everybody');
    const { role } = say().labels;
    // Nobody entered a role for a person added elsewhere.
    return request.context.addedElsewhere ? entered.filter(({ label }) => label !== role) : entered;
  },
  question: (request, question) => sayRequest().questionWords(request, question),
  ended: newHireAnnouncements,
  calendar: firstDay,
  plan: { of: planHire },
  unreached: unreachedAnnouncement,
  doneView,
  rejectedView,
  gone(request, refused, snapshot) {
    const offered = { snapshot, day: request.day ?? request.createdAt.slice(0, 10) };
    return newHireFields.gone(request, refused, offered);
  },
});

/**
 * Looks up a hire's address after an attempt with an unknown outcome. Ids count up, so a person above the
 * highest id known before was added after it.
 */
export async function findHire(request: HireRequest, directory: Pick<Directory, 'lookUp'>): Promise<Finding> {
  const { person, tellsAddresses } = await directory.lookUp(request.payload.email);
  if (!tellsAddresses) return { kind: 'needs_review', question: { kind: 'isItThere' } };
  return person ? whoseIsIt(person, request) : { kind: 'absent' };
}

function whoseIsIt({ id, name }: Person, { payload, baseline }: HireRequest): Finding {
  if (baseline !== null && id <= baseline) {
    return { kind: 'ended', outcome: addressTaken(refusals.hadTheAddressBefore(name)) };
  }
  const isSame = normal(name) === normal(`${payload.first_name} ${payload.last_name}`);
  if (isSame && baseline !== null)
    return { kind: 'ended', outcome: { kind: 'done', resultId: id, confirmed: false } };
  return { kind: 'needs_review', question: { kind: 'isItThem', resultId: id, name } };
}

/** Outcome for an address that belongs to another person. @param sentence names them @param by who said so */
function addressTaken(sentence: string, by = 'frontdesk'): Outcome {
  return { kind: 'rejected', problem: { email: [sentence] }, status: 400, by };
}

/** Compares names as people read them: services trim them and keep their case. */
function normal(name: string): string {
  return fold(name).replace(/\s+/g, ' ').trim();
}

async function deliver(
  { payload, idempotencyKey }: HireRequest,
  { client, directory }: OnboardingService,
): Promise<Outcome> {
  const { id, role } = await client.createHire(payload, idempotencyKey ?? undefined);
  const employeeId = id ?? (await idOf(payload.email, directory));
  const { first_name, last_name, email, role: asked } = payload;
  const name = `${first_name} ${last_name}`;
  if (employeeId !== null) directory.add({ id: employeeId, name, email, role: asked });
  // A person who got another role than requested has no sequences.
  return { kind: 'done', resultId: employeeId, confirmed: role === asked };
}

/** Released deployments return no id on creation. A failed lookup isn't a failed creation. */
async function idOf(email: string, directory: Pick<Directory, 'lookUp'>): Promise<number | null> {
  try {
    return (await directory.lookUp(email)).person?.id ?? null;
  } catch (error) {
    if (error instanceof OnboardingFailure) return null;
    throw error;
  }
}
