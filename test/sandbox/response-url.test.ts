import { describe, expect, it } from 'vitest';
import { call } from './stage/call.ts';
import { input, modal, plain, stage } from './stage/stage.ts';

const set = stage();

async function post(url: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function fromCommand(): Promise<string> {
  await set.alice.command('/bare', { channel: 'random' });
  return String(set.app.last('slash_commands').body.response_url);
}

/** Response URL of a button in a message. */
async function fromButton(method = 'chat.postMessage', args: object = { channel: 'U1' }): Promise<string> {
  const blocks = [{ type: 'actions', elements: [{ type: 'button', text: plain('Here') }] }];
  await call(set.sandbox, method, { text: 'Original', blocks, ...args });
  await set.alice.press('Here');
  return String(set.app.last('block_actions').body.response_url);
}

describe('a response URL', () => {
  it('works five times, also where the app is no member', async () => {
    const url = await fromCommand();
    for (let count = 1; count <= 5; count += 1)
      expect(await post(url, { text: `Number ${count}` })).toEqual({ status: 200, body: { ok: true } });
    expect(await post(url, { text: 'Number 6' })).toEqual({
      status: 404,
      body: { ok: false, error: 'used_url' },
    });
    expect(set.alice.messages('random').map(({ text, isEphemeral }) => [text, isEphemeral])).toContainEqual([
      'Number 5',
      true,
    ]);
    expect(JSON.stringify(set.sandbox.messages('C2'))).not.toContain('Number 6');
  });

  it('works for thirty minutes', async () => {
    const url = await fromCommand();
    set.clock.advance(30 * 60_000);
    expect(await post(url, { text: 'In time' })).toMatchObject({ status: 200 });
    set.clock.advance(1);
    expect(await post(url, { text: 'Late' })).toEqual({
      status: 404,
      body: { ok: false, error: 'expired_url' },
    });
    expect(await post(`${set.sandbox.url}response-url/commands/guess`, {})).toMatchObject({ status: 404 });
  });

  it('replaces or deletes the message that was acted upon', async () => {
    const url = await fromButton();
    await post(url, { replace_original: true, text: 'Replaced' });
    expect(set.alice.directMessages().at(-1)).toMatchObject({ text: 'Replaced', buttons: [] });
    await post(url, { delete_original: true });
    expect(set.alice.directMessages().map(({ text }) => text)).not.toContain('Replaced');
    expect(await post(url, { delete_original: true })).toMatchObject({
      status: 400,
      body: { error: 'message_not_found' },
    });
  });

  it('replaces an ephemeral message, of which the app is shown nothing', async () => {
    const url = await fromButton('chat.postEphemeral', { channel: 'C1', user: 'U1' });
    const { body } = set.app.last('block_actions');
    expect(body).toMatchObject({ container: { is_ephemeral: true }, channel: { id: 'C1' } });
    expect(body).not.toHaveProperty('message');
    await post(url, { replace_original: true, text: 'Thanks' });
    expect(set.alice.messages('general').at(-1)).toMatchObject({ text: 'Thanks', isEphemeral: true });
  });

  it('refuses what is no message', async () => {
    const url = await fromCommand();
    expect(await post(url, { blocks: [{ type: 'sektion' }] })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('invalid_blocks') },
    });
    expect(await post(url, {})).toMatchObject({ status: 400, body: { error: 'no_text' } });
  });
});

it('the answer to a command may be for everybody', async () => {
  set.app.on('slash_commands', { json: { response_type: 'in_channel', text: 'For all' } });
  await set.alice.command('/bare', { channel: 'general' });
  set.app.on('slash_commands');
  expect(set.bob.messages('general').at(-1)).toMatchObject({ text: 'For all', isEphemeral: false });
});

it('an answer to a command that is no message is a failed command', async () => {
  set.app.on('slash_commands', { json: { blocks: [{ type: 'sektion' }] } });
  expect(await set.alice.command('/bare')).toMatchObject({ outcome: 'no response' });
  set.app.on('slash_commands');
});

it('a submission brings response URLs of the menus of conversations that ask for them', async () => {
  const menu = { type: 'conversations_select', response_url_enabled: true };
  await set.open(modal([input('Where', menu), input('Else', { type: 'conversations_select' })]));
  await set.alice.fill({ Where: 'random', Else: 'general' });
  await set.alice.submit();
  const [first, ...others] = set.app.last('view_submission').body.response_urls as Record<string, string>[];
  expect(others).toEqual([]);
  expect(first).toMatchObject({ block_id: 'where', action_id: 'where', channel_id: 'C2' });
  await post(String(first?.response_url), { response_type: 'in_channel', text: 'From the form' });
  expect(set.alice.messages('random').at(-1)).toMatchObject({ text: 'From the form', isEphemeral: false });
});
