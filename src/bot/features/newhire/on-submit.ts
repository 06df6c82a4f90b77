import type { FormArgs } from '../../slack/incoming/listeners.ts';
import { alert } from '../../slack/views/blocks.ts';
import { atBlocks, hasRoomAbove, isBlockOf, rootOf, withTop } from '../../slack/views/view.ts';
import { checkPage } from './check/on-check.ts';
import { secondLook } from './check/second-look.ts';
import type { NewHireDeps } from './deps.ts';
import { type Autosave, keepDraft } from './drafts/autosave.ts';
import { newHireFields } from './form/fields.ts';
import { expanded, isShortForm, Metadata, unseenZone, valuesToSend } from './form/form.ts';
import { parseNewHire } from './form/warnings.ts';
import { say } from './messages.ts';
import { planOf } from './reminders/foretell.ts';
import { type SendDeps, send } from './send.ts';

export function receiveForm(deps: SendDeps & Pick<NewHireDeps, 'people'> & { autosave: Autosave }) {
  return async (args: FormArgs) => {
    const { ack, view, body } = args;
    const creates = deps.directory.current()?.creates;
    const read = parseNewHire(await valuesToSend(view, deps), creates === 'administrators');
    const showErrors = (errors: Record<string, string>) => {
      const page = withHidden(errors);
      return ack(
        page
          ? { response_action: 'update', view: page }
          : { response_action: 'errors', errors: atBlocks(view, errors) },
      );
    };
    /**
     * Slack only shows errors at visible fields. If one is about a hidden field, show all fields with the errors on
     * top.
     */
    const withHidden = (errors: Record<string, string>) => {
      const isHidden = (field: string) =>
        view.blocks.every(({ block_id = '' }) => !isBlockOf(block_id, field));
      if (!isShortForm(view) || !Object.keys(errors).some(isHidden)) return undefined;
      const above = Object.values(errors).map((sentence) => alert('error', sentence));
      return expanded(view, read.values, deps, { above });
    };
    if (!read.ok) return showErrors(read.errors);
    if (creates === 'nothing-but-administrators')
      return ack({
        response_action: 'update',
        view: withTop(view, [alert('error', say().onlyOldEndpoint)]),
      });
    const { payload, values } = read;
    const metadata = Metadata.parse(JSON.parse(view.private_metadata));
    const filled = { values, payload, form: metadata.form };
    const { mistakes, points, leftOut, unreached } = await secondLook(filled, deps);
    if (mistakes.length > 0)
      return showErrors(Object.fromEntries(mistakes.map(({ field, text }) => [field, text])));
    const isAbove = hasRoomAbove(view);
    const entered = { at: undefined, byItself: true, rootView: rootOf(view) };
    const shown = newHireFields.read(view.state.values);
    await deps.autosave.flush(metadata);
    if (
      points.length > 0 &&
      (await keepDraft(body.user.id, metadata, { values: shown, entered }, { ...deps })) !== 'alreadySent'
    ) {
      const plan = await planOf(values, { requester: body.user.id, leftOut }, deps);
      const carried = { ...metadata, zone: unseenZone(view, values) };
      const page = checkPage({ metadata: carried, values, points, ...plan, isAbove });
      return ack({ response_action: isAbove ? 'push' : 'update', view: page });
    }
    await send(filled, args, { ...deps, metadata, unreached, elsewhere: withHidden });
  };
}
