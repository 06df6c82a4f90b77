import { z } from 'zod';
import { dayIn } from '../../../time/dates.ts';
import { viewerOf } from '../../access/only.ts';
import { answerForm } from '../../requests/form-answer.ts';
import type { FormArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { readForm } from '../../slack/views/inputs.ts';
import { atBlocks, blockIdOf } from '../../slack/views/view.ts';
import type { OffboardingDeps } from './deps.ts';
import { offboardingFields, offboardingForms } from './fields.ts';
import { changeBlocks } from './ids.ts';
import { asEarlier, earlierOf, mayKnow, withEarlier } from './on-field-change.ts';
import { saidNotThere } from './open-modal.ts';
import { isOffboarding, type OffboardingRequest } from './request.ts';
import * as outcome from './result.ts';
import { submitOffboarding } from './submit.ts';
import { words } from './words.ts';

const Metadata = z.object({ form: z.string() });

const employee = offboardingFields.idOf('user');

/** The submitted form: wrong input is answered in it, the rest goes to the ledger, and the form becomes the answer. */
export function receiveForm(deps: OffboardingDeps) {
  return async (args: FormArgs) => {
    if (await saidNotThere(args, deps)) return;
    const { ack, view, body, context } = args;
    const language = languageIn(context);
    const { mistakes, refusal, furtherMistakes } = words[language];
    const values = offboardingFields.read(view.state.values);
    const today = dayIn(deps.settings().timezone, deps.clock.now());
    const isPast = values.termination_date !== undefined && values.termination_date < today;
    const tooEarly = isPast ? { termination_date: furtherMistakes.past(today) } : {};
    const parsed = offboardingForms[language].parse(values, mistakes, tooEarly);
    if (!parsed.ok) return ack({ response_action: 'errors', errors: parsed.errors });
    const { payload } = parsed;
    const { form: submission } = Metadata.parse(JSON.parse(view.private_metadata));
    const found = await earlierOf(String(payload.user), deps);
    // The same form once more changes nothing: it is answered with what came of it.
    const earlier = found?.submission === submission ? undefined : found;
    if (earlier && !(await mayChange(args, earlier))) return;
    const submitted = {
      payload,
      context: {
        personName: '',
        sequenceNames: [],
        ...offboardingFields.contextOf(values, { snapshot: deps.directory.current() }),
        viewId: view.id,
        ...(earlier && { earlier: asEarlier(earlier) }),
      },
      requester: body.user.id,
      submission,
      changes: earlier?.id ?? null,
    };
    await answerForm(
      await submitOffboarding(submitted, deps),
      {
        isOwn: isOffboarding,
        doneView: (request) => outcome.doneView(request, language),
        pendingView: (request, trouble) => outcome.pendingView(request, trouble, language),
        fieldOf: offboardingFields.fieldOf,
        rejectedFields: (problem) => offboardingFields.atFields(problem, refusal),
        alreadyOpen: alreadyOpenFor(args),
        // Somebody else was a moment faster.
        alreadyDone: async (other) => void (await mayChange(args, other)),
      },
      args,
      deps.ledger,
    );
  };
}

/**
 * Whether this submission may change an offboarding that was started. If not, it is answered: with a tick to confirm it,
 * or, for whoever may not know of it, as if it could not be done now.
 */
async function mayChange(args: FormArgs, earlier: OffboardingRequest): Promise<boolean> {
  const { ack, view, context } = args;
  const language = languageIn(context);
  const { furtherMistakes, change } = words[language];
  const refuse = (errors: Record<string, string>) =>
    ack({ response_action: 'errors', errors: atBlocks(view, errors) });
  if (!mayKnow(earlier, viewerOf(args))) {
    await refuse({ [employee]: furtherMistakes.notNow });
    return false;
  }
  const isAsked = blockIdOf(view, changeBlocks.confirm) === changeBlocks.confirmOf(earlier.id);
  if (isAsked && readForm(view.state.values).choices(changeBlocks.confirm).length > 0) return true;
  if (isAsked) await refuse({ [changeBlocks.confirm]: change.missing });
  else await ack({ response_action: 'update', view: withEarlier(view, earlier, language) });
  return false;
}

/** A leaver is confidential: whoever did not start the other offboarding themselves, and is not HR, does not hear of it. */
function alreadyOpenFor({ body, context }: FormArgs) {
  const { alreadyOpen, furtherMistakes } = words[languageIn(context)];
  return (other: OffboardingRequest) => {
    const mayHear = context.role === 'hr' || other.requester === body.user.id;
    return { [employee]: mayHear ? alreadyOpen(other) : furtherMistakes.notNow };
  };
}
