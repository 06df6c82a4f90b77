import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { input, modal } from './stage/blocks.ts';
import { postJson } from './stage/call.ts';
import { stage } from './stage/stage.ts';

const { alice, app, call, clock, lastOf, open, sandbox, unanswered } = await stage();
const count = () => sandbox.messages('C1').length;
const send = (signal?: AbortSignal) =>
  fetch(`${sandbox.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.botToken}` },
    body: new URLSearchParams({ channel: 'C1', text: 'Hello' }),
    ...(signal && { signal }),
  });

describe('a Web API method', () => {
  const target = 'chat.postMessage';

  it('is limited with Retry-After, as often as was said, and the work is not done', async () => {
    sandbox.addFault({ target, kind: 'ratelimited', times: 2, milliseconds: 7000 });
    const before = count();
    for (const _time of [1, 2]) {
      const response = await send();
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('7');
      expect(await response.json()).toEqual({ ok: false, error: 'ratelimited' });
    }
    expect(count()).toBe(before);
    expect((await send()).status).toBe(200);
    expect(count()).toBe(before + 1);
  });

  it.each([
    ['the status 502', 'before', { kind: 'error', status: 502 }, 502, /<h1>/],
    ['the status 502', 'after', { kind: 'error', status: 502 }, 502, /<h1>/],
    ['the status 408', 'after', { kind: 'error', status: 408 }, 408, /./],
    ['a page instead of JSON', 'before', { kind: 'not json' }, 200, /^<h1>/],
    ['a page instead of JSON', 'after', { kind: 'not json' }, 200, /^<h1>/],
    ['an empty body', 'before', { kind: 'empty' }, 200, /^$/],
    ['an empty body', 'after', { kind: 'empty' }, 200, /^$/],
  ] as const)('answers with %s, %s the work', async (_what, when, fault, status, body) => {
    sandbox.addFault({ target, when, ...fault });
    const before = count();
    const response = await send();
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(body);
    expect(count() - before).toBe(when === 'after' ? 1 : 0);
  });

  it.each(['before', 'after'] as const)('breaks the connection %s the work', async (when) => {
    sandbox.addFault({ target, kind: 'reset', when });
    const before = count();
    await expect(send()).rejects.toThrow();
    expect(count() - before).toBe(when === 'after' ? 1 : 0);
  });

  it('never answers', async () => {
    sandbox.addFault({ target: '*', kind: 'hang', when: 'after' });
    const before = count();
    const hanging = new AbortController();
    const sent = send(hanging.signal);
    while (count() === before) await turn();
    hanging.abort();
    await expect(sent).rejects.toThrow();
  });

  it('answers late', async () => {
    sandbox.addFault({ target, kind: 'delay', milliseconds: 500 });
    const before = count();
    const calls = sandbox.calls().length;
    const sent = send();
    while (sandbox.calls().length === calls) await turn();
    expect(count()).toBe(before);
    clock.advance(500);
    expect((await sent).status).toBe(200);
  });

  it('works when the fault is of another one', async () => {
    sandbox.addFault({ target: 'chat.update', kind: 'error' });
    expect((await send()).status).toBe(200);
  });
});

it('a response URL fails too, and its use may have counted', async () => {
  await alice.command('/bare');
  const url = lastOf('slash_commands', 'response_url');
  for (const [text, when] of [
    ['lost', 'before'],
    ['said', 'after'],
  ] as const) {
    sandbox.addFault({ target: 'response_url', kind: 'error', status: 500, when });
    expect(await postJson(url, { text })).toMatchObject({ status: 500 });
  }
  const texts = alice.directMessages().map(({ text }) => text);
  expect(texts).toContain('said');
  expect(texts).not.toContain('lost');
});

describe('a payload', () => {
  const form = modal([input('Name', 'plain_text_input', { optional: true })]);

  it.each(['lost', 'drop socket'] as const)('does not reach the app: %s', async (kind) => {
    sandbox.addFault({ target: 'slash_commands', kind });
    const before = app.heard.length;
    expect(await unanswered(alice.command('/bare'))).toMatchObject({ outcome: 'no response' });
    expect(app.heard).toHaveLength(before);
  });

  it('is heard and its acknowledgement lost', async () => {
    await open(form);
    sandbox.addFault({ target: 'view_submission', kind: 'lost', when: 'after' });
    const heard = app.next('view_submission');
    const submission = alice.submit();
    await heard;
    expect(await unanswered(submission)).toMatchObject({ outcome: 'no response' });
    expect(alice.view().problem).toContain('did not respond');
  });

  it('arrives twice', async () => {
    await open(form);
    sandbox.addFault({ target: 'view_submission', kind: 'redeliver' });
    const before = app.all('view_submission').length;
    expect(await alice.submit()).toEqual({ outcome: 'closed' });
    await sandbox.settled();
    const [first, second] = app.all('view_submission').slice(before);
    expect(second?.raw).toBe(first?.raw);
  });

  it('arrives late, and too late', async () => {
    sandbox.addFault({ target: 'slash_commands', kind: 'delay', milliseconds: 2000 });
    const before = app.heard.length;
    const command = alice.command('/bare');
    await call('api.test');
    expect(app.heard).toHaveLength(before);
    clock.advance(2000);
    expect(await command).toEqual({ outcome: 'done' });
    expect(app.heard).toHaveLength(before + 1);
    sandbox.addFault({ target: 'slash_commands', kind: 'delay', milliseconds: 4000 });
    expect(await unanswered(alice.command('/bare'))).toMatchObject({ outcome: 'no response' });
  });
});

it('the page adds, lists and removes faults', async () => {
  const faults = `${sandbox.url}sandbox/faults`;
  const listed = async () => (await fetch(faults)).json();
  const { body } = await postJson(faults, { target: 'chat.postMessage', kind: 'error' });
  const { id } = body as { id: string };
  const defaults = { when: 'before', times: 1, left: 1, status: 503, milliseconds: 1000 };
  expect(await listed()).toEqual([{ id, target: 'chat.postMessage', kind: 'error', ...defaults }]);
  expect(await postJson(faults, { target: 'x', kind: 'odd' })).toMatchObject({ status: 400 });
  expect((await fetch(`${faults}/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await listed()).toEqual([]);
  await call('chat.postMessage', { channel: 'C1', text: 't' });
});
