import type { NewHire } from '../../../contract/new-hire.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { Language } from '../../../language.ts';
import { words as serviceWords } from '../../onboarding/words.ts';
import { answerForm } from '../../requests/form-answer.ts';
import type { FormArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { alert } from '../../slack/views/blocks.ts';
import { readForm } from '../../slack/views/inputs.ts';
import { atBlocks, withTop } from '../../slack/views/view.ts';
import type { FormDeps, NewHireDeps } from './deps.ts';
import { withAdvice } from './form/advice.ts';
import { type HireValues, newHireFields } from './form/fields.ts';
import { draftKeyOf, Metadata } from './form/form.ts';
import { blocks } from './form/ids.ts';
import { offeredNow } from './form/offered.ts';
import { readNewHire } from './form/parse.ts';
import { type Advice, adviceFor } from './form/warnings.ts';
import { type HireRequest, isHire, personName } from './request.ts';
import * as outcome from './result/result.ts';
import { type UnreachedNow, unreachedNow, withUnreached } from './result/unreached.ts';
import { submitNewHire } from './submit.ts';
import { words } from './words.ts';

/** The submitted form: wrong input is answered in it, the rest goes to the ledger, and the form becomes the answer. */
export function receiveForm(deps: FormDeps & Pick<NewHireDeps, 'ledger' | 'drafts' | 'findEmployee'>) {
  return async (args: FormArgs) => {
    const { ack, view, body, context: about } = args;
    const language = languageIn(about);
    const creates = deps.directory.current()?.creates;
    const read = readNewHire(view.state.values, creates === 'administrators', language);
    if (!read.ok) return ack({ response_action: 'errors', errors: atBlocks(view, read.errors) });
    if (creates === 'nothing-but-administrators')
      return ack({
        response_action: 'update',
        view: withTop(view, [alert('error', words[language].onlyOldEndpoint)]),
      });
    const { payload, values } = read;
    const advice = adviceFor(values, deps, language);
    const metadata = Metadata.parse(JSON.parse(view.private_metadata));
    const { form: submission } = metadata;
    if (await asksAgain(args, advice, () => deps.ledger.isSubmitted(submission))) return;
    const context = { ...contextOf(payload, values, advice, deps), viewId: view.id };
    const [submitted, unreached] = await Promise.all([
      submitNewHire({ payload, context, requester: body.user.id, submission }, deps),
      unreachedNow(payload, deps),
    ]);
    await answerForm(submitted, formAnswers(deps, unreached, language), args, deps.ledger);
    if (submitted.kind !== 'rejected' && submitted.kind !== 'alreadyOpen')
      await deps.drafts.remove(body.user.id, draftKeyOf(metadata));
  };
}

/** Whether something has to be confirmed first: then the form says what, with everything still in it. */
async function asksAgain(
  { ack, view }: FormArgs,
  advice: Advice,
  isSubmitted: () => Promise<boolean>,
): Promise<boolean> {
  const form = readForm(view.state.values);
  const { warnings, role, language } = advice;
  const ticked = (blockId: string) => form.choices(blockId).length > 0;
  const overridden = warnings.length === 0 || ticked(blocks.anyway(warnings.map(({ code }) => code)));
  const roleBlock = role && blocks.confirmRole(role.value);
  const confirmed = roleBlock === undefined || ticked(roleBlock);
  if (overridden && confirmed) return false;
  // Of a form that was sent and lost its answer, the person exists by now: that is no reason to ask.
  if (await isSubmitted()) return false;
  const asked = view.blocks.some(({ block_id }) => block_id === roleBlock);
  if (overridden && asked && roleBlock !== undefined)
    await ack({ response_action: 'errors', errors: { [roleBlock]: words[language].confirmRole.missing } });
  else await ack({ response_action: 'update', view: withAdvice(view, advice) });
  return true;
}

/** What can become of the form. */
function formAnswers({ settings }: Pick<FormDeps, 'settings'>, unreached: UnreachedNow, language: Language) {
  const { serviceSays } = serviceWords[language];
  return {
    isOwn: isHire,
    fieldOf: newHireFields.fieldOf,
    alreadyOpen: (other: HireRequest) => ({ email: words[language].alreadyOpen(other) }),
    rejectedFields: (problem: Problem) => newHireFields.atFields(problem, serviceSays),
    pendingView: (request: HireRequest, trouble: Error | undefined) =>
      outcome.pendingView(request, trouble, language),
    doneView: (request: HireRequest) =>
      outcome.doneView(withUnreached(request, unreached), settings(), language),
  };
}

function contextOf(hire: NewHire, values: HireValues, { role }: Advice, deps: FormDeps) {
  return {
    personName: personName(hire.first_name, hire.last_name),
    sequenceNames: [],
    ...newHireFields.contextOf(values, offeredNow(hire.start_day, deps)),
    ...(role && { role: { label: role.label, givesRights: role.givesRights } }),
  };
}
