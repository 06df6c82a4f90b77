import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call } from './stage/call.ts';
import { input, modal, stage } from './stage/stage.ts';

const set = stage();
const count = () => set.sandbox.messages('C1').length;
const post = (text = 'Hello') =>
  fetch(`${set.sandbox.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${set.sandbox.botToken}` },
    body: new URLSearchParams({ channel: 'C1', text }),
  });

describe('a Web API method', () => {
  it('is limited with Retry-After, as often as was said, and the work is not done', async () => {
    set.sandbox.addFault({ target: 'chat.postMessage', kind: 'ratelimited', times: 2, milliseconds: 7000 });
    const before = count();
    for (const _time of [1, 2]) {
      const response = await post();
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('7');
      expect(await response.json()).toEqual({ ok: false, error: 'ratelimited' });
    }
    expect(count()).toBe(before);
    expect((await post()).status).toBe(200);
    expect(count()).toBe(before + 1);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('fails with a 5xx %s the work', async (when, done) => {
    set.sandbox.addFault({ target: 'chat.postMessage', kind: 'error', when, status: 502 });
    const before = count();
    const response = await post();
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('<h1>');
    expect(count() - before).toBe(done);
  });

  it.each([
    ['not json', 'before', '<h1>', 0],
    ['not json', 'after', '<h1>', 1],
    ['empty', 'before', '', 0],
    ['empty', 'after', '', 1],
  ] as const)('answers 200 with what is no answer: %s, %s the work', async (kind, when, body, done) => {
    set.sandbox.addFault({ target: 'chat.postMessage', kind, when });
    const before = count();
    const response = await post();
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(body === '' ? text : text.slice(0, body.length)).toBe(body);
    expect(count() - before).toBe(done);
  });

  it('fails with a 408 after the work', async () => {
    set.sandbox.addFault({ target: 'chat.postMessage', kind: 'error', when: 'after', status: 408 });
    const before = count();
    expect((await post()).status).toBe(408);
    expect(count() - before).toBe(1);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('breaks the connection %s the work', async (when, done) => {
    set.sandbox.addFault({ target: 'chat.postMessage', kind: 'reset', when });
    const before = count();
    await expect(post()).rejects.toThrow();
    expect(count() - before).toBe(done);
  });

  it('never answers', async () => {
    set.sandbox.addFault({ target: '*', kind: 'hang', when: 'after' });
    const before = count();
    const hanging = new AbortController();
    const asked = fetch(`${set.sandbox.apiUrl}chat.postMessage`, {
      method: 'POST',
      signal: hanging.signal,
      headers: { authorization: `Bearer ${set.sandbox.botToken}` },
      body: new URLSearchParams({ channel: 'C1', text: 'x' }),
    });
    while (count() === before) await turn();
    hanging.abort();
    await expect(asked).rejects.toThrow();
  });

  it('answers late', async () => {
    set.sandbox.addFault({ target: 'chat.postMessage', kind: 'delay', milliseconds: 500 });
    const before = count();
    const calls = set.sandbox.calls().length;
    const asked = post();
    while (set.sandbox.calls().length === calls) await turn();
    expect(count()).toBe(before);
    set.clock.advance(500);
    expect((await asked).status).toBe(200);
  });

  it('is left alone when another one is meant', async () => {
    set.sandbox.addFault({ target: 'chat.update', kind: 'error' });
    expect((await post()).status).toBe(200);
  });
});

it('a response URL fails too, and its use may have counted', async () => {
  await set.alice.command('/bare');
  const url = String(set.app.last('slash_commands').body.response_url);
  const answer = (text: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
  set.sandbox.addFault({ target: 'response_url', kind: 'error', status: 500 });
  expect((await answer('lost')).status).toBe(500);
  set.sandbox.addFault({ target: 'response_url', kind: 'error', status: 500, when: 'after' });
  expect((await answer('said')).status).toBe(500);
  const texts = set.alice.directMessages().map(({ text }) => text);
  expect(texts).toContain('said');
  expect(texts).not.toContain('lost');
});

describe('a payload', () => {
  const form = modal([input('Name', { type: 'plain_text_input' }, { optional: true })]);
  const heard = (name: string) => set.app.heard.filter((one) => one.name === name);

  it('is lost on the way to the app', async () => {
    set.sandbox.addFault({ target: 'slash_commands', kind: 'lost' });
    const before = set.app.heard.length;
    const command = set.alice.command('/bare');
    await turn();
    set.clock.advance(3000);
    expect(await command).toMatchObject({ outcome: 'no response' });
    expect(set.app.heard).toHaveLength(before);
  });

  it('is heard and its acknowledgement lost', async () => {
    await set.open(form);
    set.sandbox.addFault({ target: 'view_submission', kind: 'lost', when: 'after' });
    const before = heard('view_submission').length;
    const submission = set.alice.submit();
    while (heard('view_submission').length === before) await turn();
    set.clock.advance(3000);
    expect(await submission).toMatchObject({ outcome: 'no response' });
    expect(set.alice.view().problem).toContain('did not respond');
  });

  it('comes twice', async () => {
    await set.open(form);
    set.sandbox.addFault({ target: 'view_submission', kind: 'redeliver' });
    const before = heard('view_submission').length;
    expect(await set.alice.submit()).toEqual({ outcome: 'closed' });
    await set.sandbox.settled();
    const [first, second] = heard('view_submission').slice(before);
    expect(second?.raw).toBe(first?.raw);
  });

  it('comes late, and too late', async () => {
    set.sandbox.addFault({ target: 'slash_commands', kind: 'delay', milliseconds: 2000 });
    const before = set.app.heard.length;
    const command = set.alice.command('/bare');
    await call(set.sandbox, 'api.test');
    expect(set.app.heard).toHaveLength(before);
    set.clock.advance(2000);
    expect(await command).toEqual({ outcome: 'done' });
    expect(set.app.heard).toHaveLength(before + 1);
    set.sandbox.addFault({ target: 'slash_commands', kind: 'delay', milliseconds: 4000 });
    const late = set.alice.command('/bare');
    await turn();
    set.clock.advance(3000);
    expect(await late).toMatchObject({ outcome: 'no response' });
  });

  it('is lost with the connection', async () => {
    set.sandbox.addFault({ target: 'slash_commands', kind: 'drop socket' });
    const command = set.alice.command('/bare');
    await turn();
    set.clock.advance(3000);
    expect(await command).toMatchObject({ outcome: 'no response' });
  });
});

it('over the page’s door faults are added, listed and taken back', async () => {
  const faults = `${set.sandbox.url}sandbox/faults`;
  const add = (body: object) =>
    fetch(faults, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const added = (await (await add({ target: 'chat.postMessage', kind: 'error' })).json()) as { id: string };
  expect(await (await fetch(faults)).json()).toEqual([
    {
      id: added.id,
      target: 'chat.postMessage',
      kind: 'error',
      when: 'before',
      times: 1,
      left: 1,
      status: 503,
      milliseconds: 1000,
    },
  ]);
  expect((await add({ target: 'x', kind: 'odd' })).status).toBe(400);
  expect((await fetch(`${faults}/${added.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await (await fetch(faults)).json()).toEqual([]);
  expect(await call(set.sandbox, 'chat.postMessage', { channel: 'C1', text: 't' })).toMatchObject({
    ok: true,
  });
});
