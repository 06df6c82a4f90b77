import { readListsAgain } from '../../menus.ts';
import type { Gone } from '../../requests/define-request.ts';
import { answerOf } from '../../requests/form-answer.ts';
import { type SubmitResult, submitAndWait } from '../../requests/submit-and-wait.ts';
import type { By } from '../../slack/button.ts';
import type { Here } from '../../slack/modal.ts';
import type { FilledForm } from './check/second-look.ts';
import type { NewHireDeps } from './deps.ts';
import { draftKeyOf, type FormKey } from './drafts/autosave.ts';
import { endDraft } from './drafts/draft-notice.ts';
import { announcedBefore, insteadPage } from './elsewhere/find-proposal.ts';
import { newHireFields, offeredNow } from './form/fields.ts';
import { roleToConfirm } from './form/warnings.ts';
import { say } from './messages.ts';
import { type HireContext, type HireRequest, isHire, kind, personName } from './request.ts';
import { doneView, pendingView, type UnreachedNow, withUnreached } from './result/result.ts';

interface Sending {
  key: FormKey;
  unreached: Promise<UnreachedNow>;
}

/**
 * Sends the request; a second open one for an address is refused. Ends the draft. @returns what the form shows, or
 * sentences by field
 */
export async function send(
  input: FilledForm,
  { key, unreached: unreachedSoon }: Sending,
  by: By<NewHireDeps>,
  here: Here,
) {
  const { payload, form: submission, proposal } = input;
  const requester = by.viewer.userId;
  const context = { ...contextOf(input, by), viewId: here.open.id };
  const [submitted, unreached] = await Promise.all([
    submitAndWait(
      { kind, payload, context, requester, submission, proposal: proposal?.id },
      { ...by, left: here.left },
    ),
    unreachedSoon,
  ]);
  if (submitted.kind === 'alreadyDone' && isHire(submitted.request))
    return insteadPage(announcedBefore(submitted.request, by));
  const gone = await goneOf(submitted, input, by);
  const answer = answerOf(submitted, formAnswers(by, { unreached, gone, called: context }), here, by.ledger);
  if (submitted.kind !== 'rejected' && submitted.kind !== 'alreadyOpen')
    await endDraft(requester, draftKeyOf(key), 'sent', by);
  return answer;
}

/** Refused choices that are no longer in the service's lists; undefined if the lists can't be read. */
async function goneOf(
  submitted: SubmitResult,
  { values, payload }: FilledForm,
  deps: NewHireDeps,
): Promise<Gone> {
  const snapshot = submitted.kind === 'rejected' ? await readListsAgain(deps) : undefined;
  if (submitted.kind !== 'rejected' || !snapshot) return undefined;
  return newHireFields.gone(submitted.problem, values, { ...offeredNow(payload.start_day, deps), snapshot });
}

function formAnswers(
  { settings }: NewHireDeps,
  { unreached, gone, called }: { unreached: UnreachedNow; gone: Gone; called: HireContext },
) {
  return {
    isOwn: isHire,
    fields: newHireFields.names,
    alreadyOpen: (other: HireRequest) => ({ email: say().alreadyOpen(other) }),
    refusal: (name: string, said: readonly string[], by: string | undefined) =>
      say().refusal(name, said, { called, by, gone }),
    pendingView,
    doneView: (request: HireRequest) => doneView(withUnreached(request, unreached), settings()),
  };
}

/** The context of the form's request, without its window. `proposal`: the one that it announces, if any. */
export function contextOf(
  { values, payload, proposal }: Pick<FilledForm, 'values' | 'payload'> & { proposal?: unknown },
  deps: NewHireDeps,
): Omit<HireContext, 'viewId'> {
  const role = proposal ? undefined : roleToConfirm(values, deps.directory.current());
  return {
    personName: personName(payload.first_name, payload.last_name),
    sequenceNames: [],
    ...newHireFields.contextOf(values, offeredNow(payload.start_day, deps)),
    ...(proposal ? { addedElsewhere: true } : {}),
    ...(role && { role: { label: role.label, givesRights: role.givesRights } }),
  };
}
