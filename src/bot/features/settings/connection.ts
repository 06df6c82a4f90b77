import type { ModalView } from '@slack/types';
import type { FormArgs } from '../../requests/form-answer.ts';
import { alert, paragraph, plain } from '../../slack/views/blocks.ts';
import { atBlocks } from '../../slack/views/view.ts';
import type { SettingsDeps } from './deps.ts';
import { connectionFields } from './fields.ts';
import { fixedNote, settingsForm } from './form.ts';
import { close, connection as words } from './messages.ts';

type ConnectionDeps = Pick<SettingsDeps, 'connection'>;

interface Filled {
  url?: string | undefined;
  /** Why it was not stored. */
  problem?: string | undefined;
}

/** Address and token. */
export function connectionForm({ connection }: ConnectionDeps, { url, problem }: Filled = {}): ModalView {
  const { fixedUrl, tokenIsFixed } = connection.rules;
  if (tokenIsFixed) return settingsForm('connection', [fixedNote(words.token)]);
  const address = url ?? connection.current()?.url;
  return settingsForm(
    'connection',
    [
      ...(problem === undefined ? [] : [alert('error', problem)]),
      paragraph(words.intro),
      fixedUrl === undefined
        ? connectionFields.block('url', address, undefined)
        : fixedNote(words.fixedUrl(fixedUrl)),
      connectionFields.block('token', undefined, undefined),
    ],
    words.submit,
  );
}

/** Tries what was entered, and stores it when it works. Nothing of it is logged. */
export function receiveConnection(deps: ConnectionDeps & Pick<SettingsDeps, 'clock'>) {
  const { connection, clock } = deps;
  return async ({ ack, view, body, client }: FormArgs) => {
    if (connection.rules.tokenIsFixed) return ack();
    const { url: typed = '', token = '' } = connectionFields.read(view.state.values);
    const url = (connection.rules.fixedUrl ?? typed).replace(/\/+$/, '');
    const errors = connectionFields.errors(mistakesIn(url, token, deps));
    if (errors) return ack({ response_action: 'errors', errors: atBlocks(view, errors) });
    await ack({ response_action: 'update', view: page([paragraph(words.trying)]) });
    const tried = await connection.test({ url, token });
    if (tried.ok) await connection.save({ url, token }, body.user.id, clock.now());
    const next = tried.ok
      ? page([alert('success', words.stored)])
      : connectionForm(deps, { url, problem: words.notStored(tried.sentence) });
    // Whoever closed the window finds the connection in App Home.
    await client.views.update({ view_id: view.id, view: next }).catch(() => {});
  };
}

function mistakesIn(url: string, token: string, { connection }: ConnectionDeps) {
  const isAddress = /^https?:\/\/[^\s/]+/.test(url) && URL.canParse(url);
  const isPlain = url.startsWith('http://') && !connection.rules.mayBePlain(url);
  const wrongUrl = isPlain ? words.plain : undefined;
  return {
    url: isAddress ? wrongUrl : words.noAddress,
    token: /^[\x21-\x7e]+$/.test(token) ? undefined : words.oneLine,
  };
}

function page(blocks: ModalView['blocks']): ModalView {
  const { title } = settingsForm('connection', []);
  return { type: 'modal', title, close: plain(close), blocks };
}
