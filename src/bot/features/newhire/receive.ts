import { z } from 'zod';
import type { FeatureDeps } from '../../feature.ts';
import { answerForm, type FormArgs } from '../../form-answer.ts';
import type { RequestContext } from '../../ledger/request.ts';
import * as messages from './messages.ts';
import { type ReadResult, readNewHire } from './read.ts';
import { submitNewHire } from './submit.ts';

const Metadata = z.object({ form: z.string() });

/** The submitted form: wrong input is answered in it, the rest goes to the ledger, and the form becomes the answer. */
export function receiveForm(deps: FeatureDeps) {
  return async (args: FormArgs) => {
    const { ack, view, body } = args;
    const read = readNewHire(view.state.values);
    if (!read.ok) return ack({ response_action: 'errors', errors: read.errors });
    const submitted = {
      hire: read.hire,
      context: contextOf(read, view.id, deps),
      requester: body.user.id,
      form: Metadata.parse(JSON.parse(view.private_metadata)).form,
    };
    await answerForm(await submitNewHire(submitted, deps), { kind: 'newhire', ...messages }, args);
  };
}

function contextOf(
  { hire, labels }: ReadResult & { ok: true },
  viewId: string,
  deps: FeatureDeps,
): RequestContext {
  const people = deps.directory.current()?.people;
  const emailOf = (id: number | undefined) =>
    id === undefined ? undefined : people?.get(id)?.email || undefined;
  return {
    personName: `${hire.first_name} ${hire.last_name}`,
    managerName: labels.manager,
    buddyName: labels.buddy,
    managerEmail: emailOf(hire.manager),
    buddyEmail: emailOf(hire.buddy),
    sequenceNames: labels.sequences,
    viewId,
  };
}
