import type { Offboarding } from '../../../contract/employee.ts';
import type { Bot } from '../../bot.ts';
import { sendForm } from '../../requests/form-answer.ts';
import type { By } from '../../slack/button.ts';
import type { Viewer } from '../../slack/incoming/arrival.ts';
import type { Here } from '../../slack/modal.ts';
import { lapsesAt, needsApproval } from './approval/rules.ts';
import { type OffboardingValues, offboardingFields } from './fields.ts';
import { say } from './messages.ts';
import { asEarlier, earlierOf, isOffboarding, kind, mayKnow, type OffboardingRequest } from './request.ts';
import { offboardingRequest } from './request-type.ts';
import { doneView, pendingView } from './result.ts';

/** Input of a form, and the offboarding that it changes. */
export interface Entered {
  values: OffboardingValues;
  payload: Offboarding;
  earlier: OffboardingRequest | undefined;
}

interface Known extends Pick<Entered, 'earlier'> {
  isSent: boolean;
  mistakes?: { user: string };
}

/** @param form its submission reference: one form makes at most one request */
export async function whatIsKnown(
  payload: Offboarding,
  form: string,
  { ledger, viewer }: By<Bot>,
): Promise<Known> {
  if (await ledger.isSubmitted(form)) return { isSent: true, earlier: undefined };
  const earlier = await earlierOf(payload.user, ledger);
  const open = await ledger.findOpen(kind, String(payload.user));
  const known = { isSent: false, earlier };
  if (open && isOffboarding(open)) return { ...known, mistakes: alreadyOpen(open, viewer) };
  return earlier && !mayKnow(earlier, viewer) ? { ...known, mistakes: notNow() } : known;
}

/**
 * Sends the request. `other` is another offboarding of the person that finished meanwhile and wasn't shown yet; nothing
 * was sent then.
 */
export async function send(filled: Entered & { form: string }, by: By<Bot>, here: Here) {
  const { viewer } = by;
  const rules = by.settings();
  const { submitted, answer } = await sendForm<OffboardingRequest>(
    {
      kind,
      payload: filled.payload,
      context: contextOf(filled, here.open.id, by),
      requester: viewer.userId,
      submission: filled.form,
      changes: filled.earlier?.id ?? null,
      approval: needsApproval(viewer, rules) ? { until: lapsesAt(by.clock.now(), rules) } : undefined,
    },
    {
      isOwn: isOffboarding,
      type: offboardingRequest,
      fields: offboardingFields.names,
      doneView: (request) => doneView(request, rules),
      pendingView,
      refusal: (name, said, { by, gone }) => say().refusal(said, name, by, gone),
      alreadyOpen: (other) => alreadyOpen(other, viewer),
      alreadyDone: () => ({ errors: notNow() }),
    },
    by,
    here,
  );
  const other = submitted.kind === 'alreadyDone' ? submitted.request : undefined;
  return other && isOffboarding(other) && mayKnow(other, viewer) ? { answer, other } : { answer };
}

/** The context of the form's request. */
export function contextOf({ values, payload, earlier }: Entered, viewId: string, { directory }: Bot) {
  const snapshot = directory.current();
  const email = snapshot?.people.get(payload.user)?.email;
  return {
    personName: '',
    sequenceNames: [],
    ...offboardingFields.contextOf(values, { snapshot }),
    viewId,
    ...(email && { personEmail: email }),
    ...(earlier && { earlier: asEarlier(earlier) }),
  };
}

function notNow() {
  return { user: say().furtherMistakes.notNow };
}

/** Departures are confidential: only HR and the other request's requester learn about it. */
function alreadyOpen(other: OffboardingRequest, viewer: Viewer) {
  const mayHear = viewer.role === 'hr' || other.requester === viewer.userId;
  if (!mayHear) return notNow();
  return { user: say().alreadyOpen(other) };
}
