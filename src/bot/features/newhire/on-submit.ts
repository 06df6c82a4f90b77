import type { FormArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { alert } from '../../slack/views/blocks.ts';
import { atBlocks, hasRoomAbove, withTop } from '../../slack/views/view.ts';
import { asSlackInstant } from '../../storage/drafts.ts';
import { checkPage } from './check/check-page.ts';
import { secondLook } from './check/second-look.ts';
import { keepDraft } from './drafts/drafting.ts';
import { Metadata } from './form/form.ts';
import { readNewHire } from './form/parse.ts';
import { type SendDeps, send } from './send.ts';
import { words } from './words.ts';

/**
 * The submitted form: wrong input is answered in it, what needs a second look on a page of its own, the rest goes to the
 * ledger, and the form becomes the answer.
 */
export function receiveForm(deps: SendDeps) {
  return async (args: FormArgs) => {
    const { ack, view, body, context } = args;
    const language = languageIn(context);
    const creates = deps.directory.current()?.creates;
    const read = readNewHire(view.state.values, creates === 'administrators', language);
    const showErrors = (errors: Record<string, string>) =>
      ack({ response_action: 'errors', errors: atBlocks(view, errors) });
    if (!read.ok) return showErrors(read.errors);
    if (creates === 'nothing-but-administrators')
      return ack({
        response_action: 'update',
        view: withTop(view, [alert('error', words[language].onlyOldEndpoint)]),
      });
    const { payload, values } = read;
    const metadata = Metadata.parse(JSON.parse(view.private_metadata));
    const filled = { values, payload, form: metadata.form };
    const { mistakes, points, unreached } = await secondLook(filled, deps, language);
    if (mistakes.length > 0)
      return showErrors(Object.fromEntries(mistakes.map(({ field, text }) => [field, text])));
    const isAbove = hasRoomAbove(view);
    const entered = { at: asSlackInstant(deps.clock.now()), byItself: true };
    if (
      points.length > 0 &&
      (await keepDraft(body.user.id, metadata, { values, entered }, { ...deps, language })) !== 'alreadySent'
    )
      return ack({
        response_action: isAbove ? 'push' : 'update',
        view: checkPage({ metadata, values, points, isAbove }, language),
      });
    await send(filled, args, { ...deps, metadata, unreached });
  };
}
