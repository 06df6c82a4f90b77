import { z } from 'zod';
import { dayIn } from '../../../dates.ts';
import type { FeatureDeps } from '../../feature.ts';
import { answerForm, type FormArgs } from '../../form-answer.ts';
import type { RequestOf } from '../../ledger/request.ts';
import { fieldOfApi } from './fields.ts';
import * as messages from './messages.ts';
import { saidNotThere } from './open.ts';
import * as outcome from './outcome.ts';
import { readOffboarding } from './read.ts';
import { submitOffboarding } from './submit.ts';

const Metadata = z.object({ form: z.string() });

/** The submitted form: wrong input is answered in it, the rest goes to the ledger, and the form becomes the answer. */
export function receiveForm(deps: FeatureDeps) {
  return async (args: FormArgs) => {
    if (await saidNotThere(args, deps)) return;
    const { ack, view, body } = args;
    const read = readOffboarding(view.state.values, dayIn(deps.settings().timezone, deps.clock.now()));
    if (!read.ok) return ack({ response_action: 'errors', errors: read.errors });
    const { offboarding, personName, sequenceNames } = read;
    const submitted = {
      offboarding,
      context: { personName, sequenceNames, viewId: view.id },
      requester: body.user.id,
      form: Metadata.parse(JSON.parse(view.private_metadata)).form,
    };
    await answerForm(
      await submitOffboarding(submitted, deps),
      { kind: 'offboarding', ...messages, ...outcome, fieldOf, alreadyOpen: alreadyOpenFor(args) },
      args,
      deps.ledger,
    );
  };
}

function fieldOf(name: string): string | undefined {
  return fieldOfApi[name];
}

/** A leaver is confidential: whoever did not start the other offboarding themselves, and is not HR, does not hear of it. */
function alreadyOpenFor({ body, context }: FormArgs) {
  return (other: RequestOf<'offboarding'>) =>
    context.standing === 'hr' || other.requester === body.user.id
      ? messages.alreadyOpen(other)
      : { employee: messages.mistakes.notNow };
}
