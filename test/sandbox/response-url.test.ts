import { describe, expect, it } from 'vitest';
import { actions, button } from './stage/blocks.ts';
import { postJson } from './stage/call.ts';
import { stage } from './stage/stage.ts';

const { alice, app, bob, call, clock, lastOf, sandbox } = await stage();

async function fromCommand(): Promise<string> {
  await alice.command('/bare', { channel: 'random' });
  return lastOf('slash_commands', 'response_url');
}

/** Response URL of a button in a message. */
async function fromButton(method: string, args: object): Promise<string> {
  await call(method, { text: 'Original', blocks: [actions(button())], ...args });
  await alice.press('Go');
  return lastOf('block_actions', 'response_url');
}

describe('a response URL', () => {
  it('works five times, also where the app is no member', async () => {
    const url = await fromCommand();
    for (let count = 1; count <= 5; count += 1)
      expect(await postJson(url, { text: `Number ${count}` })).toEqual({ status: 200, body: { ok: true } });
    const used = { status: 404, body: { ok: false, error: 'used_url' } };
    expect(await postJson(url, { text: 'Number 6' })).toEqual(used);
    expect(alice.messages('random').at(-1)).toMatchObject({ text: 'Number 5', isEphemeral: true });
    expect(JSON.stringify(sandbox.messages('C2'))).not.toContain('Number 6');
  });

  it('works for thirty minutes', async () => {
    const url = await fromCommand();
    clock.advance(30 * 60_000);
    expect(await postJson(url, { text: 'In time' })).toMatchObject({ status: 200 });
    clock.advance(1);
    const expired = { status: 404, body: { ok: false, error: 'expired_url' } };
    expect(await postJson(url, { text: 'Late' })).toEqual(expired);
  });

  it('cannot be guessed', async () => {
    const guess = `${sandbox.url}response-url/commands/guess`;
    expect(await postJson(guess, {})).toMatchObject({ status: 404 });
  });

  it('replaces or deletes the message of the pressed button', async () => {
    const url = await fromButton('chat.postMessage', { channel: 'U1' });
    await postJson(url, { replace_original: true, text: 'Replaced' });
    expect(alice.directMessages().at(-1)).toMatchObject({ text: 'Replaced', buttons: [] });
    await postJson(url, { delete_original: true });
    expect(alice.directMessages().map(({ text }) => text)).not.toContain('Replaced');
    const missing = { status: 400, body: { error: 'message_not_found' } };
    expect(await postJson(url, { delete_original: true })).toMatchObject(missing);
  });

  it('replaces an ephemeral message, of which the app is shown nothing', async () => {
    const url = await fromButton('chat.postEphemeral', { channel: 'C1', user: 'U1' });
    const { body } = app.last('block_actions');
    expect(body).toMatchObject({ container: { is_ephemeral: true }, channel: { id: 'C1' } });
    expect(body).not.toHaveProperty('message');
    await postJson(url, { replace_original: true, text: 'Thanks' });
    expect(alice.messages('general').at(-1)).toMatchObject({ text: 'Thanks', isEphemeral: true });
  });

  it.each([
    ['invalid_blocks', { blocks: [{ type: 'sektion' }] }],
    ['no_text', {}],
  ])('refuses an invalid message: %s', async (error, message) => {
    expect(await postJson(await fromCommand(), message)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(`^${error}`) },
    });
  });
});

it('the answer to a command may be for everybody', async () => {
  app.on('slash_commands', { json: { response_type: 'in_channel', text: 'For all' } });
  await alice.command('/bare', { channel: 'general' });
  expect(bob.messages('general').at(-1)).toMatchObject({ text: 'For all', isEphemeral: false });
});

it('a command fails when its answer is no valid message', async () => {
  app.on('slash_commands', { json: { blocks: [{ type: 'sektion' }] } });
  expect(await alice.command('/bare')).toMatchObject({ outcome: 'no response' });
});
