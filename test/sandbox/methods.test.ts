import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DrivenSandbox } from '../driver/sandbox.ts';
import { call, refusal } from './stage/call.ts';
import { sample, startSample } from './stage/sample.ts';

let sandbox: DrivenSandbox;
/** Sandbox with an app that has every scope. */
let mighty: DrivenSandbox;
const scopes =
  'chat:write, chat:write.public, users:read, users:read.email, usergroups:read, channels:read, channels:join, groups:read, im:read, im:write';

const robot = { id: 'U4', name: 'robot', realName: 'Robot', email: '', timezone: 'UTC', isBot: true };

beforeAll(async () => {
  sandbox = await startSample();
  mighty = await startSample({
    people: [...sample.people, robot],
    manifest: `{display_information: {name: Mighty}, oauth_config: {scopes: {bot: [${scopes}]}}}`,
  });
});
afterAll(async () => {
  await sandbox.stop();
  await mighty.stop();
});

describe('a call is refused', () => {
  it('without a token', async () => {
    expect(await refusal(sandbox, 'auth.test', {}, null)).toMatchObject({ error: 'not_authed' });
  });

  it('with a token that is none', async () => {
    expect(await refusal(sandbox, 'auth.test', {}, 'xoxb-wrong')).toMatchObject({ error: 'invalid_auth' });
  });

  it('with the other kind of token', async () => {
    expect(await refusal(sandbox, 'apps.connections.open')).toMatchObject({
      error: 'not_allowed_token_type',
    });
    expect(
      await refusal(sandbox, 'chat.postMessage', { channel: 'C1', text: 't' }, sandbox.appToken),
    ).toMatchObject({
      error: 'not_allowed_token_type',
    });
  });

  it('when there is no such method', async () => {
    expect(await call(sandbox, 'chat.shout')).toEqual({
      ok: false,
      error: 'unknown_method',
      req_method: 'chat.shout',
    });
    expect(await call(sandbox, 'constructor')).toMatchObject({ error: 'unknown_method' });
  });

  it.each([
    ['users.lookupByEmail', { email: 'bob@acme.com' }, 'users:read.email'],
    ['usergroups.list', {}, 'usergroups:read'],
    ['usergroups.users.list', { usergroup: 'S1' }, 'usergroups:read'],
    ['conversations.join', { channel: 'C2' }, 'channels:join'],
    ['conversations.open', { users: 'U1' }, 'im:write'],
    ['conversations.info', { channel: 'D1' }, 'im:read'],
    ['files.getUploadURLExternal', { filename: 'a', length: 1 }, 'files:write'],
    ['files.completeUploadExternal', { files: [{ id: 'F1' }] }, 'files:write'],
    ['conversations.list', { types: 'private_channel' }, 'groups:read'],
  ])('when the manifest does not ask for the scope of %s', async (method, args, needed) => {
    expect(await call(sandbox, method, args)).toEqual({
      ok: false,
      error: 'missing_scope',
      needed,
      provided: 'commands,chat:write,users:read,im:history,channels:history,channels:read',
    });
  });

  it.each([
    ['users.info', { user: 'U404' }, 'user_not_found'],
    ['users.lookupByEmail', { email: 'nobody@acme.com' }, 'users_not_found'],
    ['users.lookupByEmail', { email: 'gone@acme.com' }, 'users_not_found'],
    ['users.list', { cursor: 'odd' }, 'invalid_cursor'],
    ['usergroups.users.list', { usergroup: 'S404' }, 'no_such_subteam'],
    ['bots.info', { bot: 'B404' }, 'bot_not_found'],
    ['conversations.info', { channel: 'C404' }, 'channel_not_found'],
    ['conversations.info', { channel: 'C3' }, 'channel_not_found'],
    ['conversations.list', { types: 'public_channel,odd' }, 'invalid_types'],
    ['conversations.join', { channel: 'C4' }, 'is_archived'],
    ['conversations.join', { channel: 'D1' }, 'method_not_supported_for_channel_type'],
    ['conversations.open', {}, 'users_list_not_supplied'],
    ['conversations.open', { users: 'U404' }, 'user_not_found'],
    ['conversations.open', { users: 'U3' }, 'user_disabled'],
    ['conversations.open', { users: 'U4' }, 'cannot_dm_bot'],
    ['chat.postMessage', { channel: 'U4', text: 't' }, 'cannot_dm_bot'],
    ['conversations.open', { users: 'U1,U2' }, 'method_not_supported_for_channel_type'],
    ['views.publish', { user_id: 'U1', view: { type: 'home', blocks: [] } }, 'not_enabled'],
    ['users.info', {}, 'invalid_arguments'],
    ['users.list', { limit: 'many' }, 'invalid_arguments'],
  ])('%s %o: %s', async (method, args, error) => {
    expect(await refusal(mighty, method, args)).toMatchObject({ error });
  });
});

describe('an app that may', () => {
  it('writes in public channels without being there, by chat:write.public', async () => {
    expect(await call(mighty, 'chat.postMessage', { channel: '#random', text: 't' })).toMatchObject({
      ok: true,
      channel: 'C2',
    });
  });

  it('finds people by address in any case, with the address', async () => {
    expect(await call(mighty, 'users.lookupByEmail', { email: 'BOB@acme.com' })).toMatchObject({
      user: { id: 'U2', tz: 'America/New_York', is_restricted: false, profile: { email: 'bob@acme.com' } },
    });
  });

  it('reads people page by page, the deactivated and the bot among them', async () => {
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const answer = await call(mighty, 'users.list', { limit: 2, cursor });
      seen.push(...(answer.members as { id: string }[]).map(({ id }) => id));
      cursor = (answer.response_metadata as { next_cursor: string }).next_cursor;
    } while (cursor !== '');
    expect(seen).toEqual(['U0SANDBOXBOT', 'U1', 'U2', 'U3', 'U4']);
  });

  it('reads user groups', async () => {
    expect(await call(mighty, 'usergroups.list', { include_users: 'true' })).toMatchObject({
      usergroups: [{ id: 'S1', handle: 'hr', users: ['U1'] }],
    });
    expect(await call(mighty, 'usergroups.users.list', { usergroup: 'S1' })).toMatchObject({ users: ['U1'] });
  });

  it('lists channels: private ones only as a member, archived ones if wanted', async () => {
    const ids = async (args: object) =>
      ((await call(mighty, 'conversations.list', { ...args })).channels as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual(['C1', 'C2', 'C4']);
    expect(await ids({ exclude_archived: 'true' })).toEqual(['C1', 'C2']);
    expect(await ids({ types: 'public_channel, private_channel' })).not.toContain('C3');
  });

  it.each(['isExtShared', 'isPendingExtShared', 'isOrgShared'] as const)(
    'tells of a channel whether it is shared: %s',
    async (flag) => {
      const told = async () =>
        (await call(mighty, 'conversations.info', { channel: 'C2' })).channel as object;
      const name = flag.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect(await told()).toMatchObject({ [name]: false, is_shared: false });
      mighty.changeChannel('C2', { [flag]: true });
      expect(await told()).toMatchObject({ [name]: true, is_shared: flag !== 'isPendingExtShared' });
      mighty.changeChannel('C2', { [flag]: false });
    },
  );

  it('joins, and is then a member', async () => {
    expect(await call(mighty, 'conversations.info', { channel: 'C2' })).toMatchObject({
      channel: { is_member: false },
    });
    await call(mighty, 'conversations.join', { channel: 'C2' });
    expect(await call(mighty, 'conversations.info', { channel: 'C2' })).toMatchObject({
      channel: { is_member: true },
    });
    expect(await call(mighty, 'conversations.members', { channel: 'C2' })).toMatchObject({
      members: ['U1', 'U0SANDBOXBOT'],
    });
  });

  it('opens a conversation, and knows itself', async () => {
    expect(await call(mighty, 'conversations.open', { users: 'U1' })).toMatchObject({
      channel: { id: 'D1' },
    });
    expect(await call(mighty, 'auth.test')).toMatchObject({
      team_id: 'T0SANDBOX',
      user_id: 'U0SANDBOXBOT',
      bot_id: 'B0SANDBOX',
    });
    expect(await call(mighty, 'auth.test', {}, mighty.appToken)).toEqual({
      ok: true,
      app_name: 'Mighty',
      app_id: 'A0SANDBOX',
    });
    expect(await call(mighty, 'bots.info', { bot: 'B0SANDBOX' })).toMatchObject({
      bot: { app_id: 'A0SANDBOX' },
    });
    expect(await call(mighty, 'api.test', { a: 'b' }, null)).toEqual({ ok: true, args: { a: 'b' } });
  });
});

it('shows no addresses to an app without the scope for them', async () => {
  expect(JSON.stringify(await call(sandbox, 'users.info', { user: 'U2' }))).not.toContain('bob@acme.com');
});

it('says which language somebody reads where that is asked for, and in what it tells by itself', async () => {
  const changing = await startSample();
  changing.changePerson('U1', { locale: 'de-DE' });
  const asked = { user: 'U1', include_locale: true };
  expect(await call(changing, 'users.info', asked)).toMatchObject({ user: { locale: 'de-DE' } });
  expect(JSON.stringify(await call(changing, 'users.info', { user: 'U1' }))).not.toContain('locale');
  const { members } = z
    .object({ members: z.array(z.looseObject({ locale: z.string() })) })
    .parse(await call(changing, 'users.list', { include_locale: true }));
  expect(new Set(members.map(({ locale }) => locale))).toEqual(new Set(['de-DE', 'en-US']));
  await changing.stop();
});

it.each([
  ['application/json', '{"channel":', 'invalid_json'],
  ['application/json', '', 'invalid_json'],
  ['application/xml', '<channel/>', 'invalid_post_type'],
])('a body of %s that cannot be read: %s', async (type, body, error) => {
  const headers = { authorization: `Bearer ${sandbox.botToken}`, 'content-type': type };
  const response = await fetch(`${sandbox.apiUrl}chat.postMessage`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ok: false, error });
});

it('people and user groups can change while an app runs', async () => {
  const changing = await startSample();
  const changed = async (method: string, args: object) => call(changing, method, { ...args });
  changing.changePerson('U1', { isDeleted: true });
  expect(await changed('users.info', { user: 'U1' })).toMatchObject({ user: { deleted: true } });
  expect(await changing.person('U1').command('/bare')).toMatchObject({ outcome: 'refused' });
  mighty.changeUserGroup('S1', { users: ['U2'] });
  expect(await call(mighty, 'usergroups.users.list', { usergroup: 'S1' })).toMatchObject({ users: ['U2'] });
  expect(() => changing.changePerson('U404', {})).toThrow('no person U404');
  expect(() => changing.changeUserGroup('S404', {})).toThrow('no user group S404');
  expect(await call(sandbox, 'users.info', { user: 'U1' })).toMatchObject({ user: { deleted: false } });
  await changing.stop();
});

it('an app that has not switched interactivity on hears of no interaction, and without its scope of no command', async () => {
  const text =
    '{display_information: {name: Mute}, features: {shortcuts: [{name: S, type: global, callback_id: s}], slash_commands: [{command: /mute, description: d}]}}';
  const mute = await startSample({ manifest: text, requestUrl: sandbox.url });
  expect(await mute.person('U1').shortcut('s')).toMatchObject({ outcome: 'no response' });
  expect(await mute.person('U1').command('/mute')).toMatchObject({ outcome: 'refused' });
  expect(await mute.person('U1').openHome()).toEqual({ outcome: 'refused', text: 'Mute has no Home tab.' });
  expect(mute.deliveries().map(({ via }) => via)).toEqual(['none']);
  await mute.stop();
});

it('takes arguments as JSON too, and says which scopes the token has', async () => {
  const response = await fetch(`${sandbox.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'C1', blocks: [{ type: 'divider' }] }),
  });
  expect(await response.json()).toMatchObject({ ok: true });
  expect(response.headers.get('x-oauth-scopes')).toContain('chat:write');
});
