import type {
  AllMiddlewareArgs,
  BlockAction,
  ButtonAction,
  MessageShortcut,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
} from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { newReference } from '../../../reference.ts';
import type { FeatureDeps } from '../../feature.ts';
import { openView, showInPlace } from '../../slack/open-view.ts';
import { advised } from './advice.ts';
import { prefillFrom } from './again.ts';
import { adviceFor } from './change.ts';
import { readerOf } from './draft.ts';
import { draftsList, draftsToList } from './draft-list.ts';
import { type FormOptions, newHireForm } from './form.ts';
import { help, nothingFound, notUnderstood, unknownWords } from './help-messages.ts';
import { readMessage } from './message-words.ts';
import { offeredRoles } from './roles.ts';
import { noDay } from './warnings.ts';
import { readWords } from './words.ts';

export type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>> & AllMiddlewareArgs;
type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;
type ShortcutArgs = SlackShortcutMiddlewareArgs & AllMiddlewareArgs;
type MessageShortcutArgs = SlackShortcutMiddlewareArgs<MessageShortcut> & AllMiddlewareArgs;

/** A form that has not been submitted yet, with the warnings about what it is filled in with. */
export function freshForm(deps: FeatureDeps, filled: Omit<FormOptions, 'form'> = {}): ModalView {
  deps.directory.refreshIfOlder(60_000);
  const { description } = deps.directory.current() ?? {};
  const view = newHireForm({
    form: newReference('F'),
    languages: description?.languages,
    roles: offeredRoles(description?.roles),
    ...filled,
  });
  if (Object.keys(filled.prefill ?? {}).length === 0) return view;
  const { warnings, role } = adviceFor(readerOf(filled.prefill ?? {}), deps);
  const atOnce = warnings.filter(({ code }) => code !== noDay);
  return { ...view, blocks: advised(view.blocks, { warnings: atOnce, role, onTop: false }) };
}

/** `/newhire`, `/newhire Jane Doe jane@acme.com 2026-12-01`, `/newhire drafts`, `/newhire help`. */
export function openFormFromCommand(deps: FeatureDeps) {
  return async ({ command, client, respond }: CommandArgs) => {
    const words = readWords(command.text);
    const say = (text: string) => respond({ response_type: 'ephemeral', text });
    if (words.kind === 'help') return void (await say(help(deps.commands.newhire)));
    if (words.kind === 'unknown') return void (await say(unknownWords(words.text, deps.commands.newhire)));
    if (words.kind === 'drafts') {
      const list = draftsList(await deps.drafts.list(command.user_id, draftsToList), deps.commands.newhire);
      await respond({ response_type: 'ephemeral', ...list });
      return;
    }
    const notice = words.notUnderstood.length > 0 ? notUnderstood(words.notUnderstood) : undefined;
    const view = freshForm(deps, { prefill: words.prefill, notice });
    await openView(client, command.trigger_id, view);
  };
}

/** From a shortcut or a button that is not in a modal. */
export function openForm(deps: FeatureDeps) {
  return async ({ body, client, ack }: ShortcutArgs | ButtonArgs) => {
    if (body.type === 'block_actions') await ack();
    await openView(client, body.trigger_id, freshForm(deps));
  };
}

/** From a message's menu: filled in with what stands in the message. */
export function openFormFromMessage(deps: FeatureDeps) {
  return async ({ body, client }: MessageShortcutArgs) => {
    const prefill = readMessage(body.message.text ?? '');
    const notice = Object.keys(prefill).length === 0 ? nothingFound : undefined;
    await openView(client, body.trigger_id, freshForm(deps, { prefill, notice }));
  };
}

/** "Add another": the window with the result becomes a new form. */
export function addAnother(deps: FeatureDeps) {
  return async ({ body, client, ack }: ButtonArgs) => {
    await ack();
    await showInPlace(deps.windows, { client, body }, freshForm(deps));
  };
}

/** "Correct and send again", in a window or in a message: the form with everything that was sent. */
export function correct(deps: FeatureDeps) {
  return async ({ body, action, client, ack }: ButtonArgs) => {
    await ack();
    const request = await deps.ledger.find(action.value ?? '');
    const prefill =
      request?.kind === 'newhire' ? prefillFrom(request, deps.directory, deps.clock) : undefined;
    const view = freshForm(deps, prefill && { prefill });
    await showInPlace(deps.windows, { client, body }, view);
  };
}
