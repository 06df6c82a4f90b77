import { randomUUID } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { FeatureDeps } from '../../feature.ts';
import type { FormArgs } from '../../requests/form-answer.ts';
import { alert, paragraph, plain } from '../../slack/views/blocks.ts';
import { readForm } from '../../slack/views/inputs.ts';
import { atBlocks } from '../../slack/views/view.ts';
import { fields } from './fields.ts';
import { settingsForm, textField, unlessFixed } from './form.ts';
import { close, connection as words } from './messages.ts';

interface Filled {
  url?: string | undefined;
  /** Why it was not stored. */
  problem?: string | undefined;
}

/** Address and token. The token's field is always a new one, so that Slack brings nothing back that was typed. */
export function connectionForm({ desk }: FeatureDeps, { url, problem }: Filled = {}): ModalView {
  const { fixedUrl, tokenIsFixed } = desk.rules;
  if (tokenIsFixed) return settingsForm('connection', [unlessFixed(true, words.token, textField('', ''))]);
  const address = { value: url ?? desk.store.current()?.url, hint: words.urlHint };
  return settingsForm(
    'connection',
    [
      ...(problem === undefined ? [] : [alert('error', problem)]),
      paragraph(words.intro),
      unlessFixed(
        fixedUrl !== undefined,
        words.fixedUrl(fixedUrl),
        textField(fields.url, words.url, address),
      ),
      textField(`${fields.token}:${randomUUID()}`, words.token, { hint: words.tokenHint }),
    ],
    words.submit,
  );
}

/** Tries what was entered, and stores it when it works. Nothing of it is logged. */
export function receiveConnection(deps: FeatureDeps) {
  return async ({ ack, view, body, client }: FormArgs) => {
    const { desk, clock } = deps;
    if (desk.rules.tokenIsFixed) return ack();
    const form = readForm(view.state.values);
    const url = (desk.rules.fixedUrl ?? form.text(fields.url) ?? '').replace(/\/+$/, '');
    const token = form.text(fields.token) ?? '';
    const errors = mistakesIn(url, token, deps);
    if (Object.keys(errors).length > 0)
      return ack({ response_action: 'errors', errors: atBlocks(view, errors) });
    await ack({ response_action: 'update', view: page([paragraph(words.trying)]) });
    const tried = await desk.test({ url, token });
    if (tried.ok) await desk.store.save({ url, token }, body.user.id, clock.now());
    const next = tried.ok
      ? page([alert('success', words.stored)])
      : connectionForm(deps, { url, problem: words.notStored(tried.sentence) });
    // Whoever closed the window finds the connection in App Home.
    await client.views.update({ view_id: view.id, view: next }).catch(() => {});
  };
}

function mistakesIn(url: string, token: string, { desk }: FeatureDeps): Record<string, string> {
  const isAddress = /^https?:\/\/[^\s/]+/.test(url) && URL.canParse(url);
  const isPlain = url.startsWith('http://') && !desk.rules.mayBePlain(url);
  return {
    ...(!isAddress && { [fields.url]: words.noAddress }),
    ...(isAddress && isPlain && { [fields.url]: words.plain }),
    ...(!/^[\x21-\x7e]+$/.test(token) && { [fields.token]: words.oneLine }),
  };
}

function page(blocks: ModalView['blocks']): ModalView {
  const { title } = settingsForm('connection', []);
  return { type: 'modal', title, close: plain(close), blocks };
}
