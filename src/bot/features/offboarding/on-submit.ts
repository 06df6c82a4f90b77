import { z } from 'zod';
import { type Day, dayIn } from '../../../time/dates.ts';
import { viewerOf } from '../../access/only.ts';
import { rejectedElsewhere } from '../../onboarding/messages.ts';
import { answerForm, type FormArgs } from '../../requests/form-answer.ts';
import { atBlocks, blockIdOf } from '../../slack/views/view.ts';
import type { OffboardingDeps } from './deps.ts';
import { type OffboardingValues, offboardingFields } from './fields.ts';
import { changeBlocks } from './ids.ts';
import * as messages from './messages.ts';
import { asEarlier, earlierOf, isConfirmed, mayKnow, withEarlier } from './on-field-change.ts';
import { saidNotThere } from './open-modal.ts';
import { isOffboarding, type OffboardingRequest } from './request.ts';
import * as outcome from './result.ts';
import { submitOffboarding } from './submit.ts';

const Metadata = z.object({ form: z.string() });

const employee = offboardingFields.idOf('user');

/** The submitted form: wrong input is answered in it, the rest goes to the ledger, and the form becomes the answer. */
export function receiveForm(deps: Pick<OffboardingDeps, 'ledger' | 'directory' | 'settings' | 'clock'>) {
  return async (args: FormArgs) => {
    if (await saidNotThere(args, deps)) return;
    const { ack, view, body } = args;
    const values = offboardingFields.read(view.state.values);
    const today = dayIn(deps.settings().timezone, deps.clock.now());
    const parsed = offboardingFields.parse(values, messages.mistakes, tooEarly(values, today));
    if (!parsed.ok) return ack({ response_action: 'errors', errors: parsed.errors });
    const { payload: offboarding } = parsed;
    const { form } = Metadata.parse(JSON.parse(view.private_metadata));
    const found = await earlierOf(String(offboarding.user), deps);
    // The same form once more changes nothing: it is answered with what came of it.
    const earlier = found?.submission === form ? undefined : found;
    if (earlier && !(await mayChange(args, earlier))) return;
    const submitted = {
      offboarding,
      context: {
        personName: '',
        sequenceNames: [],
        ...offboardingFields.contextOf(values, { snapshot: deps.directory.current() }),
        viewId: view.id,
        ...(earlier && { earlier: asEarlier(earlier) }),
      },
      requester: body.user.id,
      form,
      changes: earlier?.id ?? null,
    };
    await answerForm(
      await submitOffboarding(submitted, deps),
      {
        isOwn: isOffboarding,
        ...messages,
        ...outcome,
        fieldOf: offboardingFields.fieldOf,
        rejectedFields: (problem) => offboardingFields.atFields(problem, messages.refusal),
        rejectedElsewhere: (problem) => rejectedElsewhere(problem, offboardingFields.fieldOf),
        alreadyOpen: alreadyOpenFor(args),
        // Somebody else was a moment faster.
        alreadyDone: async (other) => void (await mayChange(args, other)),
      },
      args,
      deps.ledger,
    );
  };
}

function tooEarly({ termination_date: day }: OffboardingValues, today: Day) {
  return day !== undefined && day < today ? { termination_date: messages.furtherMistakes.past(today) } : {};
}

/**
 * Whether this submission may change an offboarding that was started. If not, it is answered: with a tick to confirm it,
 * or, for whoever may not know of it, as if it could not be done now.
 */
async function mayChange(args: FormArgs, earlier: OffboardingRequest): Promise<boolean> {
  const { ack, view } = args;
  const refuse = (errors: Record<string, string>) =>
    ack({ response_action: 'errors', errors: atBlocks(view, errors) });
  if (!mayKnow(earlier, viewerOf(args))) {
    await refuse({ [employee]: messages.furtherMistakes.notNow });
    return false;
  }
  if (isConfirmed(view, earlier)) return true;
  const isAsked = blockIdOf(view, changeBlocks.confirm) === changeBlocks.confirmOf(earlier.id);
  if (isAsked) await refuse({ [changeBlocks.confirm]: messages.change.missing });
  else await ack({ response_action: 'update', view: withEarlier(view, earlier) });
  return false;
}

/** A leaver is confidential: whoever did not start the other offboarding themselves, and is not HR, does not hear of it. */
function alreadyOpenFor({ body, context }: FormArgs) {
  return (other: OffboardingRequest) => {
    const mayHear = context.role === 'hr' || other.requester === body.user.id;
    return { [employee]: mayHear ? messages.alreadyOpen(other) : messages.furtherMistakes.notNow };
  };
}
