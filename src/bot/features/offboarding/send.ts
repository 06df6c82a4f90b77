import type { ModalView } from '@slack/types';
import type { Offboarding } from '../../../contract/employee.ts';
import type { Problem } from '../../../contract/problem.ts';
import { readListsAgain } from '../../menus.ts';
import { answerForm } from '../../requests/form-answer.ts';
import type { Gone } from '../../requests/gone.ts';
import { submitAndWait } from '../../requests/submit-and-wait.ts';
import { acknowledgementOf } from '../../slack/incoming/acknowledgement.ts';
import type { FormArgs } from '../../slack/incoming/listeners.ts';
import { type Viewer, viewerOf } from '../../slack/incoming/origin.ts';
import { say as sayApproval } from './approval/messages.ts';
import { lapsesAt, needsApproval } from './approval/rules.ts';
import type { OffboardingDeps } from './deps.ts';
import { asEarlier, earlierOf, mayKnow } from './earlier.ts';
import { type OffboardingValues, offboardingFields } from './fields.ts';
import { say } from './messages.ts';
import { isOffboarding, kind, type OffboardingRequest } from './request.ts';
import * as outcome from './result.ts';

const employee = offboardingFields.idOf('user');

interface Filled {
  payload: Offboarding;
  /** The form's submission reference: one form makes at most one request. */
  form: string;
}

interface Known {
  isSent: boolean;
  earlier: OffboardingRequest | undefined;
  mistakes?: Record<string, string>;
}

export async function whatIsKnown(
  { payload, form }: Filled,
  viewer: Viewer,
  { ledger }: Pick<OffboardingDeps, 'ledger'>,
): Promise<Known> {
  if (await ledger.isSubmitted(form)) return { isSent: true, earlier: undefined };
  const earlier = await earlierOf(payload.user, ledger);
  const open = await ledger.findOpen(kind, String(payload.user));
  const known = { isSent: false, earlier };
  if (open && isOffboarding(open)) return { ...known, mistakes: alreadyOpen(open, viewer) };
  return earlier && !mayKnow(earlier, viewer) ? { ...known, mistakes: notNow() } : known;
}

interface Sending extends OffboardingDeps {
  /** If the fields are in another window: the page that lists their errors. */
  elsewhere?: (sentences: Record<string, string>) => ModalView;
}

/**
 * Returns another offboarding of the person that finished meanwhile and wasn't shown yet; nothing was sent or
 * answered then.
 */
export async function send(
  filled: Filled & { values: OffboardingValues } & Pick<Known, 'earlier'>,
  args: FormArgs,
  { elsewhere, ...deps }: Sending,
): Promise<OffboardingRequest | undefined> {
  const viewer = viewerOf(args);
  const rules = deps.settings();
  const now = deps.clock.now();
  const submitted = await submitAndWait(
    {
      kind,
      payload: filled.payload,
      context: contextOf(filled, args, deps),
      requester: viewer.userId,
      submission: filled.form,
      changes: filled.earlier?.id ?? null,
      approval: needsApproval(viewer, rules) ? { until: lapsesAt(now, rules) } : undefined,
    },
    { ...deps, left: () => acknowledgementOf(args.context).leftToWait },
  );
  const other = submitted.kind === 'alreadyDone' ? submitted.request : undefined;
  if (other && isOffboarding(other) && mayKnow(other, viewer)) return other;
  const snapshot = submitted.kind === 'rejected' ? await readListsAgain(deps) : undefined;
  const gone =
    submitted.kind === 'rejected' && snapshot
      ? offboardingFields.gone(submitted.problem, filled.values, { snapshot })
      : undefined;
  await answerForm(submitted, formAnswers(viewer, { elsewhere, gone }), args, deps.ledger);
  return undefined;
}

function contextOf(
  { values, payload, earlier }: Filled & { values: OffboardingValues } & Pick<Known, 'earlier'>,
  { view }: FormArgs,
  { directory }: Pick<OffboardingDeps, 'directory'>,
) {
  const email = directory.current()?.people.get(payload.user)?.email;
  return {
    personName: '',
    sequenceNames: [],
    ...offboardingFields.contextOf(values, { snapshot: directory.current() }),
    viewId: view.id,
    ...(email && { personEmail: email }),
    ...(earlier && { earlier: asEarlier(earlier) }),
  };
}

function formAnswers(viewer: Viewer, { elsewhere, gone }: { elsewhere: Sending['elsewhere']; gone: Gone }) {
  const sentencesOf = (by: string | undefined) => (sentences: readonly string[], name: string) =>
    say().refusal(sentences, name, by, gone);
  return {
    isOwn: isOffboarding,
    doneView: (request: OffboardingRequest) => outcome.doneView(request),
    pendingView: (request: OffboardingRequest, trouble: Error | undefined) =>
      outcome.pendingView(request, trouble),
    fieldOf: offboardingFields.fieldOf,
    rejectedFields: (problem: Problem, by: string | undefined) =>
      offboardingFields.atFields(problem, sentencesOf(by)),
    alreadyOpen: (other: OffboardingRequest) => alreadyOpen(other, viewer),
    alreadyDone: () => notNow(),
    ...(elsewhere && { elsewhere }),
  };
}

function notNow() {
  return { [employee]: say().furtherMistakes.notNow };
}

/** Departures are confidential: only HR and the other request's requester learn about it. */
function alreadyOpen(other: OffboardingRequest, viewer: Viewer) {
  const approval = sayApproval(),
    { alreadyOpen: said } = say();
  const mayHear = viewer.role === 'hr' || other.requester === viewer.userId;
  if (!mayHear) return notNow();
  const isAsked = other.state === 'awaiting_approval';
  return { [employee]: isAsked ? approval.openAlready(other) : said(other) };
}
