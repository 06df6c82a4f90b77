import type {
  AllMiddlewareArgs,
  BlockAction,
  ButtonAction,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
} from '@slack/bolt';
import { newReference } from '../../../reference.ts';
import type { FeatureDeps } from '../../feature.ts';
import { prefillFrom } from './again.ts';
import { newHireForm, type Prefill } from './form.ts';
import { help } from './help.ts';
import { readWords } from './words.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;
type ShortcutArgs = SlackShortcutMiddlewareArgs & AllMiddlewareArgs;
type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>> & AllMiddlewareArgs;

/** A form that has not been submitted yet. */
function freshForm({ directory }: FeatureDeps, prefill?: Prefill) {
  directory.refreshIfOlder(60_000);
  const languages = directory.current()?.description.languages;
  return newHireForm({ form: newReference('F'), languages, ...(prefill && { prefill }) });
}

/** `/newhire`, `/newhire Jane Doe jane@acme.com 2026-12-01`, `/newhire help`. */
export function openFormFromCommand(deps: FeatureDeps) {
  return async ({ command, client, respond }: CommandArgs) => {
    const words = readWords(command.text);
    if (words.kind === 'help') {
      await respond({ response_type: 'ephemeral', text: help(deps.commands.newhire) });
      return;
    }
    await client.views.open({ trigger_id: command.trigger_id, view: freshForm(deps, words.prefill) });
  };
}

/** From a shortcut or a button that is not in a modal. */
export function openForm(deps: FeatureDeps) {
  return async ({ body, client, ack }: ShortcutArgs | ButtonArgs) => {
    if (body.type === 'block_actions') await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: freshForm(deps) });
  };
}

/** "Add another": the window with the result becomes a new form. */
export function addAnother(deps: FeatureDeps) {
  return async ({ body, client, ack }: ButtonArgs) => {
    await ack();
    if (body.view) await client.views.update({ view_id: body.view.id, view: freshForm(deps) });
  };
}

/** "Correct and send again", in a window or in a message: the form with everything that was sent. */
export function correct(deps: FeatureDeps) {
  return async ({ body, action, client, ack }: ButtonArgs) => {
    await ack();
    const request = await deps.ledger.find(action.value ?? '');
    const prefill =
      request?.kind === 'newhire' ? prefillFrom(request, deps.directory, deps.clock) : undefined;
    const view = freshForm(deps, prefill);
    if (body.view) await client.views.update({ view_id: body.view.id, view });
    else await client.views.open({ trigger_id: body.trigger_id, view });
  };
}
