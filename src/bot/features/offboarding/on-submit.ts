import { z } from 'zod';
import type { FormArgs } from '../../slack/incoming/listeners.ts';
import { viewerOf } from '../../slack/incoming/origin.ts';
import { hasRoomAbove } from '../../slack/views/view.ts';
import { checkPage } from './check/on-check.ts';
import { secondLook } from './check/second-look.ts';
import type { OffboardingDeps } from './deps.ts';
import { offboardingFields, parseOffboarding } from './fields.ts';
import { saidNotThere } from './form.ts';
import { send, whatIsKnown } from './send.ts';

const Metadata = z.object({ form: z.string() });

export function receiveForm(deps: OffboardingDeps) {
  return async (args: FormArgs) => {
    if (await saidNotThere(args, deps)) return;
    const { ack, view } = args;
    const viewer = viewerOf(args);
    const showErrors = (errors: Record<string, string>) => ack({ response_action: 'errors', errors });
    const values = offboardingFields.read(view.state.values);
    const parsed = parseOffboarding(values, deps);
    if (!parsed.ok) return showErrors(parsed.errors);
    const { payload } = parsed;
    const { form } = Metadata.parse(JSON.parse(view.private_metadata));
    const known = await whatIsKnown({ payload, form }, viewer, deps);
    if (known.mistakes) return showErrors(known.mistakes);
    const filled = { form, values, payload, earlier: known.earlier };
    // A form that was sent before changes nothing: show its result.
    if (known.isSent) return void (await send(filled, args, deps));
    const isAbove = hasRoomAbove(view);
    const look = await secondLook(filled, viewer, deps);
    await ack({
      response_action: isAbove ? 'push' : 'update',
      view: checkPage({ ...filled, look, isAbove }, viewer),
    });
  };
}
