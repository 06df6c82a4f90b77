import { createHmac } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call } from './stage/call.ts';
import { stage } from './stage/stage.ts';

const set = stage();

it('signs each body with the time at which it was sent', async () => {
  await set.alice.command('/bare "quoted" & more');
  const { raw, headers, body } = set.app.last('slash_commands');
  const timestamp = headers['x-slack-request-timestamp'];
  expect(timestamp).toBe(String(Math.floor(set.clock.now() / 1000)));
  const signature = createHmac('sha256', set.sandbox.signingSecret)
    .update(`v0:${timestamp}:${raw}`)
    .digest('hex');
  expect(headers['x-slack-signature']).toBe(`v0=${signature}`);
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(body).toMatchObject({ command: '/bare', text: '"quoted" & more', user_id: 'U1', channel_id: 'D1' });
});

describe('an event that the app does not take', () => {
  const told = () => set.app.heard.filter(({ name }) => name === 'app_home_opened');

  it('is told again at once, after a minute and after five, with the number and the reason', async () => {
    set.app.on('app_home_opened', { status: 500 });
    const before = told().length;
    await set.bob.openHome();
    expect(told().length - before).toBe(2);
    for (const [milliseconds, count] of [
      [59_000, 2],
      [1000, 3],
      [299_000, 3],
      [1000, 4],
      [3_600_000, 4],
    ] as const) {
      set.clock.advance(milliseconds);
      await set.sandbox.settled();
      await turn();
      expect(told().length - before).toBe(count);
    }
    const numbers = told()
      .slice(before)
      .map(({ headers }) => headers['x-slack-retry-num']);
    expect(numbers).toEqual([undefined, '1', '2', '3']);
    expect(told().at(-1)?.headers['x-slack-retry-reason']).toBe('http_error');
    const ids = new Set(
      told()
        .slice(before)
        .map(({ body }) => body.event_id),
    );
    expect(ids.size).toBe(1);
    set.app.on('app_home_opened');
  });

  it('is not told again when the app says so', async () => {
    set.app.on('app_home_opened', { status: 500, headers: { 'x-slack-no-retry': '1' } });
    const before = told().length;
    await set.bob.openHome();
    set.clock.advance(600_000);
    await set.sandbox.settled();
    expect(told().length - before).toBe(1);
    set.app.on('app_home_opened');
  });
});

describe('a command', () => {
  it('that is answered with an error is shown to have failed', async () => {
    set.app.on('slash_commands', { status: 404 });
    expect(await set.alice.command('/bare')).toMatchObject({
      outcome: 'no response',
      text: '/bare failed with the error "dispatch_failed"',
    });
    set.app.on('slash_commands');
  });

  it('that is not answered in three seconds is shown to have failed, and was told once', async () => {
    set.app.on('slash_commands', 'nothing');
    const before = set.app.heard.length;
    const command = set.alice.command('/bare');
    set.clock.advance(3000);
    expect(await command).toMatchObject({
      outcome: 'no response',
      text: expect.stringContaining('the app did not respond'),
    });
    set.app.on('slash_commands');
    set.clock.advance(600_000);
    await turn();
    expect(set.app.heard.length - before).toBeLessThanOrEqual(1);
  });

  it('that nobody knows does not reach the app', async () => {
    const before = set.app.heard.length;
    expect(await set.alice.command('/nope')).toEqual({
      outcome: 'refused',
      text: '/nope is not a valid command.',
    });
    expect(await set.bob.command('/bare', { channel: 'random' })).toMatchObject({ outcome: 'refused' });
    expect(await set.sandbox.person('U3').command('/bare')).toMatchObject({ outcome: 'refused' });
    expect(set.app.heard).toHaveLength(before);
  });

  it.each([
    ['/bare @bob', '<@U2|bob>'],
    ['/bare ask @bob, then #general', 'ask <@U2|bob>, then <#C1|general>'],
    ['/bare @nobody #nowhere #secret', '@nobody #nowhere #secret'],
    ['/bare Jane Doe jane@acme.com 2026-12-01', 'Jane Doe <mailto:jane@acme.com|jane@acme.com> 2026-12-01'],
    ['/bare https://acme.com/x', '<https://acme.com/x>'],
    ['/raw @bob jane@acme.com', '@bob jane@acme.com'],
  ])('%s arrives as %s', async (typed, text) => {
    await set.alice.command(typed);
    expect(set.app.last('slash_commands').body.text).toBe(text);
  });
});

it('a shortcut that the manifest does not have, or for a message that is not there, does not reach the app', async () => {
  await set.alice.postMessage('random', 'Only Alice is here');
  const ts = set.sandbox.messages('C2').at(-1)?.ts ?? '';
  const before = set.app.heard.length;
  const refused = { outcome: 'refused' };
  expect(await set.alice.shortcut('nope')).toMatchObject(refused);
  expect(await set.alice.shortcut('message_shortcut')).toMatchObject(refused);
  expect(await set.alice.messageShortcut('global_shortcut', { channel: 'random', ts })).toMatchObject(
    refused,
  );
  expect(await set.alice.messageShortcut('message_shortcut', { channel: 'random', ts: '1.2' })).toMatchObject(
    refused,
  );
  expect(await set.bob.messageShortcut('message_shortcut', { channel: 'random', ts })).toMatchObject(refused);
  await call(set.sandbox, 'chat.postEphemeral', { channel: 'C1', user: 'U1', text: 'psst' });
  const whisper = set.alice.messages('general').at(-1)?.ts ?? '';
  expect(
    await set.alice.messageShortcut('message_shortcut', { channel: 'general', ts: whisper }),
  ).toMatchObject(refused);
  expect(set.app.heard).toHaveLength(before);
});
