import type { ModalView } from '@slack/types';
import type { Problem } from '../../../contract/problem.ts';
import { readListsAgain } from '../../menus.ts';
import { answerForm } from '../../requests/form-answer.ts';
import type { Gone } from '../../requests/gone.ts';
import type { SubmitResult } from '../../requests/submit-and-wait.ts';
import { acknowledgementOf } from '../../slack/incoming/acknowledgement.ts';
import type { FormArgs } from '../../slack/incoming/listeners.ts';
import type { FilledForm } from './check/second-look.ts';
import type { FormDeps, NewHireDeps } from './deps.ts';
import { endDraft } from './drafts/draft-notice.ts';
import { newHireFields, offeredNow } from './form/fields.ts';
import { draftKeyOf, type Metadata } from './form/form.ts';
import { roleToConfirm } from './form/warnings.ts';
import { say } from './messages.ts';
import { type HireContext, type HireRequest, isHire, personName } from './request.ts';
import * as outcome from './result/result.ts';
import { type UnreachedNow, withUnreached } from './result/result.ts';
import { submitNewHire } from './submit.ts';

export type SendDeps = FormDeps & Pick<NewHireDeps, 'channelSizes' | 'drafts' | 'findEmployee' | 'ledger'>;

interface Sending extends SendDeps {
  metadata: Metadata;
  unreached: Promise<UnreachedNow>;
  /** If the fields are in another window: the page that lists their errors. */
  elsewhere?: (sentences: Record<string, string>) => ModalView | undefined;
}

export async function send(filled: FilledForm, args: FormArgs, sending: Sending): Promise<void> {
  const { payload, form: submission } = filled;
  const { body, view, context: about } = args;
  const { metadata, ledger } = sending;
  const context = { ...contextOf(filled, sending), viewId: view.id };
  const requester = body.user.id;
  const left = () => acknowledgementOf(about).leftToWait;
  const [submitted, unreached] = await Promise.all([
    submitNewHire({ payload, context, requester, submission }, { ...sending, left }),
    sending.unreached,
  ]);
  const gone = await goneOf(submitted, filled, sending);
  await answerForm(submitted, formAnswers(sending, { unreached, gone, called: context }), args, ledger);
  if (submitted.kind !== 'rejected' && submitted.kind !== 'alreadyOpen')
    await endDraft(requester, draftKeyOf(metadata), 'sent', sending);
}

/** Refused choices that are no longer in the service's lists; undefined if the lists can't be read. */
async function goneOf(
  submitted: SubmitResult,
  { values, payload }: FilledForm,
  deps: FormDeps,
): Promise<Gone> {
  const snapshot = submitted.kind === 'rejected' ? await readListsAgain(deps) : undefined;
  if (submitted.kind !== 'rejected' || !snapshot) return undefined;
  return newHireFields.gone(submitted.problem, values, { ...offeredNow(payload.start_day, deps), snapshot });
}

function formAnswers(
  { settings, elsewhere }: Sending,
  { unreached, gone, called }: { unreached: UnreachedNow; gone: Gone; called: HireContext },
) {
  const sentencesOf = (by: string | undefined) => (sentences: string[], name: string) =>
    say().refusal(name, sentences, { called, by, gone });
  return {
    isOwn: isHire,
    fieldOf: newHireFields.fieldOf,
    alreadyOpen: (other: HireRequest) => ({ email: say().alreadyOpen(other) }),
    rejectedFields: (problem: Problem, by: string | undefined) =>
      newHireFields.atFields(problem, sentencesOf(by)),
    pendingView: (request: HireRequest, trouble: Error | undefined) => outcome.pendingView(request, trouble),
    doneView: (request: HireRequest) => outcome.doneView(withUnreached(request, unreached), settings()),
    ...(elsewhere && { elsewhere }),
  };
}

function contextOf({ values, payload }: FilledForm, deps: FormDeps) {
  const role = roleToConfirm(values, deps.directory.current());
  return {
    personName: personName(payload.first_name, payload.last_name),
    sequenceNames: [],
    ...newHireFields.contextOf(values, offeredNow(payload.start_day, deps)),
    ...(role && { role: { label: role.label, givesRights: role.givesRights } }),
  };
}
