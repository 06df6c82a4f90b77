import { describe, expect, it } from 'vitest';
import type { Screen, Workspace } from '../../../src/sandbox/screen.ts';
import type { Exchange } from '../../../src/sandbox/traffic/traffic.ts';
import { input, modal, plain } from '../stage/blocks.ts';
import { call } from '../stage/call.ts';
import { stage } from '../stage/stage.ts';

const set = await stage();

async function get<T>(path: string): Promise<T> {
  return (await (await fetch(`${set.sandbox.url}sandbox/${path}`)).json()) as T;
}

async function act(personId: string, verb: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${set.sandbox.url}sandbox/people/${personId}/verbs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(verb),
  });
  return { status: response.status, body: await response.json() };
}

/** Yields the states of a stream. */
async function* events<T>(path: string): AsyncGenerator<T> {
  const response = await fetch(`${set.sandbox.url}sandbox/${path}`);
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) yield JSON.parse(part.replace('data: ', '')) as T;
  }
}

it('shows what everybody has in common, and how the app is reached', async () => {
  expect(await get<Workspace>('workspace')).toMatchObject({
    app: { name: 'Bare', botUserId: 'U0SANDBOXBOT' },
    people: [
      { id: 'U1', role: 'owner' },
      { id: 'U2', role: 'member' },
      { id: 'U3', role: 'deactivated' },
    ],
    commands: [
      { command: '/bare', description: 'Opens the form', usageHint: '' },
      { command: '/raw' },
      { command: '/invite', isSlacks: true },
    ],
    shortcuts: [{ type: 'global', callbackId: 'global_shortcut' }, { type: 'message' }],
    userGroups: [{ handle: 'hr' }],
    delivery: 'http',
  });
});

describe('a person’s screen', () => {
  it('shows the channels of that person alone', async () => {
    const names = async (id: string) =>
      (await get<Screen>(`people/${id}/screen`)).channels.map(({ name }) => name);
    expect(await names('U1')).toEqual(['general', 'random', 'secret', 'old']);
    expect(await names('U2')).toEqual(['general']);
    expect(await get('people/U404/screen')).toEqual({ error: 'there is no person U404' });
  });

  it('comes at once, then after each change in it, and not without one', async () => {
    const stream = events<Screen>('people/U1/stream');
    expect((await stream.next()).value).toMatchObject({ views: [] });
    await call(set.sandbox, 'chat.postMessage', { channel: 'U2', text: 'Not for Alice' });
    const { id } = await set.open(modal([input('Name', { type: 'plain_text_input' })]));
    const { views } = (await stream.next()).value;
    expect(views).toMatchObject([{ id, title: 'Title', submit: 'Send', close: 'Close' }]);
    await stream.return(undefined);
  });

  it('is the very same for the page and for the driver', async () => {
    const { id } = await set.open(modal([input('Name', { type: 'plain_text_input' })]));
    const place = { in: 'view', viewId: id };
    const typed = { verb: 'input', place, blockId: 'name', actionId: 'name', value: 'Jane' };
    expect(await act('U1', typed)).toEqual({ status: 200, body: { outcome: 'done' } });
    expect(set.alice.view().fields).toMatchObject({ Name: { value: 'Jane' } });
    expect(await act('U1', { verb: 'submit', viewId: id })).toEqual({
      status: 200,
      body: { outcome: 'closed' },
    });
    expect(await get<Screen>('people/U1/screen')).toEqual(set.alice.screen());
  });

  it('takes only verbs that there are', async () => {
    expect(await act('U1', { verb: 'shout' })).toMatchObject({ status: 400 });
    expect(await act('U1', { verb: 'submit' })).toMatchObject({ status: 400 });
    expect(await act('U404', { verb: 'closeAll' })).toMatchObject({ status: 404 });
  });

  it('keeps notices until they are dismissed', async () => {
    set.app.on('slash_commands', { status: 500 });
    await set.alice.command('/bare');
    set.app.on('slash_commands');
    const notice = set.alice.screen().notices.at(-1);
    expect(notice).toMatchObject({ kind: 'error', text: expect.stringContaining('/bare failed') });
    await act('U1', { verb: 'dismiss', noticeId: notice?.id });
    expect(set.alice.screen().notices).not.toContainEqual(notice);
  });
});

describe('the traffic', () => {
  it('shows both directions with their answers', async () => {
    await set.open(modal([{ type: 'divider' }]));
    await call(set.sandbox, 'chat.postMessage', { channel: 'C404', text: 't' });
    const traffic = await get<Exchange[]>('traffic');
    expect(traffic.findLast(({ name }) => name === 'slash_commands')).toMatchObject({
      from: 'slack',
      via: 'http',
      answer: { status: 200 },
    });
    expect(traffic.findLast(({ name }) => name === 'views.open')).toMatchObject({
      from: 'app',
      via: 'web api',
      answer: { body: { ok: true } },
    });
    expect(traffic.at(-1)).toMatchObject({
      name: 'chat.postMessage',
      answer: { trouble: 'channel_not_found' },
    });
  });

  it('shows no token, no secret and nothing that was typed into an input named after one', async () => {
    const { sandbox } = set;
    await call(sandbox, 'auth.test', { token: sandbox.botToken });
    const { id } = await set.open(
      modal([
        input('Api token', { type: 'plain_text_input' }),
        { type: 'actions', elements: [{ type: 'button', text: plain('Go') }] },
      ]),
    );
    await set.alice.fill({ 'Api token': 'hush-hush' });
    await set.alice.press('Go');
    await set.alice.submit();
    await call(sandbox, 'chat.postMessage', { channel: 'C1', text: `my ${sandbox.appToken}` });
    const text = JSON.stringify(await get('traffic'));
    expect(text).toContain(id);
    for (const secret of [sandbox.botToken, sandbox.appToken, sandbox.signingSecret, 'hush-hush'])
      expect(text).not.toContain(secret);
    const heard = set.app.last('view_submission').body;
    expect(text).not.toContain(String(heard.token));
    expect(text).not.toContain(String(heard.trigger_id));
  });

  it('comes as a stream', async () => {
    const stream = events<Exchange[]>('traffic/stream');
    const before = (await stream.next()).value.at(-1)?.id ?? 0;
    await call(set.sandbox, 'api.test');
    expect((await stream.next()).value.at(-1)?.id).toBeGreaterThan(before);
    await stream.return(undefined);
  });
});
