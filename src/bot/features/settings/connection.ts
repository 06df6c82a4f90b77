import type { KnownBlock, ModalView } from '@slack/types';
import { outcomePage } from '../../requests/result-views.ts';
import type { FormArgs } from '../../slack/incoming/listeners.ts';
import { alert, escapeMrkdwn, paragraph } from '../../slack/views/blocks.ts';
import { atBlocks } from '../../slack/views/view.ts';
import type { SettingsDeps } from './deps.ts';
import { settingsFields } from './fields.ts';
import { connectionVariables, fixedNote, settingsForm } from './form.ts';
import { say } from './messages.ts';

/** Form for address and token. @param tried the address that failed the test, and why */
export function connectionForm(
  { connection }: SettingsDeps,
  tried?: { url: string; problem: string },
): ModalView {
  const { token, hidden, intro, url, submit } = say().connection;
  const { connection: fields } = settingsFields();
  const { fixedUrl, tokenIsFixed } = connection.rules;
  if (tokenIsFixed) {
    const fixed = { label: token, value: hidden, variable: connectionVariables.token };
    return settingsForm('connection', [fixedNote(fixed)]);
  }
  const address = tried?.url ?? connection.current()?.url;
  return settingsForm(
    'connection',
    [
      ...(tried ? [alert('error', tried.problem)] : []),
      paragraph(intro),
      fixedUrl === undefined
        ? fields.block('url', address, undefined)
        : fixedNote({ label: url, value: escapeMrkdwn(fixedUrl), variable: connectionVariables.url }),
      fields.block('token', undefined, undefined),
    ],
    submit,
  );
}

/** Tests address and token, and saves them if the test succeeds. Never log them. */
export function receiveConnection(deps: SettingsDeps) {
  const { connection, clock } = deps;
  return async ({ ack, view, body, client }: FormArgs) => {
    if (connection.rules.tokenIsFixed) return ack();
    const { connection: fields } = settingsFields();
    const { trying, stored, notStored } = say().connection;
    const { url: typed = '', token = '' } = fields.read(view.state.values);
    const url = (connection.rules.fixedUrl ?? typed).replace(/\/+$/, '');
    const errors = fields.errors(mistakesIn(url, token, deps));
    if (errors) return ack({ response_action: 'errors', errors: atBlocks(view, errors) });
    await ack({ response_action: 'update', view: page([paragraph(trying)]) });
    const tried = await connection.test({ url, token });
    if (tried.ok) await connection.save({ url, token }, body.user.id, clock.now());
    const next = tried.ok
      ? page([alert('success', stored)])
      : connectionForm(deps, { url, problem: notStored(tried.sentence) });
    // If the window was closed, App Home shows the connection.
    await client.views.update({ view_id: view.id, view: next }).catch(() => {});
  };
}

function mistakesIn(url: string, token: string, { connection }: SettingsDeps) {
  const { plain: unencrypted, noAddress, oneLine } = say().connection;
  const isAddress = /^https?:\/\/[^\s/]+/.test(url) && URL.canParse(url);
  const isPlain = url.startsWith('http://') && !connection.rules.mayBePlain(url);
  const wrongUrl = isPlain ? unencrypted : undefined;
  return {
    url: isAddress ? wrongUrl : noAddress,
    token: /^[\x21-\x7e]+$/.test(token) ? undefined : oneLine,
  };
}

function page(blocks: KnownBlock[]): ModalView {
  return outcomePage(say().formTitles.connection, blocks);
}
