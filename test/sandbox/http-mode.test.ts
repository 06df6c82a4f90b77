import { createHmac } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { stage } from './stage/stage.ts';

const { alice, app, bob, call, clock, sandbox, unanswered } = await stage();

it('signs each body with the time at which it was sent', async () => {
  await alice.command('/bare "quoted" & more');
  const { raw, headers, body } = app.last('slash_commands');
  const timestamp = headers['x-slack-request-timestamp'];
  expect(timestamp).toBe(String(Math.floor(clock.now() / 1000)));
  const signature = createHmac('sha256', sandbox.signingSecret)
    .update(`v0:${timestamp}:${raw}`)
    .digest('hex');
  expect(headers['x-slack-signature']).toBe(`v0=${signature}`);
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(body).toMatchObject({ command: '/bare', text: '"quoted" & more', user_id: 'U1', channel_id: 'D1' });
});

describe('an event that the app does not take', () => {
  it('is sent again at once, after a minute and after five, with the number and the reason', async () => {
    app.on('app_home_opened', { status: 500 });
    await bob.openHome();
    const told = () => app.all('app_home_opened');
    expect(told()).toHaveLength(2);
    for (const [milliseconds, count] of [
      [59_000, 2],
      [1000, 3],
      [299_000, 3],
      [1000, 4],
      [3_600_000, 4],
    ] as const) {
      clock.advance(milliseconds);
      await sandbox.settled();
      await turn();
      expect(told()).toHaveLength(count);
    }
    expect(told().map(({ headers }) => headers['x-slack-retry-num'])).toEqual([undefined, '1', '2', '3']);
    expect(told().at(-1)?.headers['x-slack-retry-reason']).toBe('http_error');
    expect(new Set(told().map(({ body }) => body.event_id)).size).toBe(1);
  });

  it('is not sent again when the app says so', async () => {
    app.on('app_home_opened', { status: 500, headers: { 'x-slack-no-retry': '1' } });
    const before = app.heard.length;
    await bob.openHome();
    clock.advance(600_000);
    await sandbox.settled();
    expect(app.heard).toHaveLength(before + 1);
  });
});

describe('a command', () => {
  it('fails visibly when the app answers with an error, or not in three seconds, and is sent once', async () => {
    const before = app.heard.length;
    app.on('slash_commands', { status: 404 });
    const failed = { outcome: 'no response', text: '/bare failed with the error "dispatch_failed"' };
    expect(await alice.command('/bare')).toMatchObject(failed);
    app.on('slash_commands', 'nothing');
    const unheard = { outcome: 'no response', text: expect.stringContaining('the app did not respond') };
    expect(await unanswered(alice.command('/bare'))).toMatchObject(unheard);
    clock.advance(600_000);
    await turn();
    expect(app.heard.length - before).toBeLessThanOrEqual(2);
  });

  it('does not reach the app when it is unknown, or its person cannot use it there', async () => {
    const before = app.heard.length;
    const unknown = { outcome: 'refused', text: '/nope is not a valid command.' };
    expect(await alice.command('/nope')).toEqual(unknown);
    expect(await bob.command('/bare', { channel: 'random' })).toMatchObject({ outcome: 'refused' });
    expect(await sandbox.person('U3').command('/bare')).toMatchObject({ outcome: 'refused' });
    expect(app.heard).toHaveLength(before);
  });

  it.each([
    ['/bare @bob', '<@U2|bob>'],
    ['/bare ask @bob, then #general', 'ask <@U2|bob>, then <#C1|general>'],
    ['/bare @nobody #nowhere #secret', '@nobody #nowhere #secret'],
    ['/bare Jane Doe jane@acme.com 2026-12-01', 'Jane Doe <mailto:jane@acme.com|jane@acme.com> 2026-12-01'],
    ['/bare https://acme.com/x', '<https://acme.com/x>'],
    ['/raw @bob jane@acme.com', '@bob jane@acme.com'],
  ])('%s arrives as %s', async (typed, text) => {
    await alice.command(typed);
    expect(app.last('slash_commands').body.text).toBe(text);
  });
});

it('an unknown shortcut, or one on a message that its person cannot see, does not reach the app', async () => {
  await alice.postMessage('random', 'Only Alice is here');
  const message = { channel: 'random', ts: sandbox.messages('C2').at(-1)?.ts ?? '' };
  await call('chat.postEphemeral', { channel: 'C1', user: 'U1', text: 'psst' });
  const whisper = { channel: 'general', ts: alice.messages('general').at(-1)?.ts ?? '' };
  const before = app.heard.length;
  for (const outcome of [
    alice.shortcut('nope'),
    alice.shortcut('message_shortcut'),
    alice.messageShortcut('global_shortcut', message),
    alice.messageShortcut('message_shortcut', { channel: 'random', ts: '1.2' }),
    bob.messageShortcut('message_shortcut', message),
    alice.messageShortcut('message_shortcut', whisper),
  ])
    expect(await outcome).toMatchObject({ outcome: 'refused' });
  expect(app.heard).toHaveLength(before);
});
