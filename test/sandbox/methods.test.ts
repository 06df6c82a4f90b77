import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyStage, sample } from './stage/stage.ts';

const bare = await emptyStage();
const scopes =
  'chat:write, chat:write.public, users:read, users:read.email, usergroups:read, channels:read, channels:join, groups:read, im:read, im:write';
const robot = { id: 'U4', name: 'robot', realName: 'Robot', email: '', timezone: 'UTC', isBot: true };
/** Sandbox with an app that has every scope. */
const { call, errorOf, sandbox } = await emptyStage({
  people: [...sample.people, robot],
  manifest: `{display_information: {name: Mighty}, oauth_config: {scopes: {bot: [${scopes}]}}}`,
});

const mute = await emptyStage({
  requestUrl: sandbox.url,
  manifest: `{display_information: {name: Mute}, features: {
    shortcuts: [{name: S, type: global, callback_id: s}], slash_commands: [{command: /mute, description: d}]}}`,
});

const message = { channel: 'C1', text: 't' };

describe('a call is refused', () => {
  it.each<[string, string, string | null | undefined, string]>([
    ['without a token', 'auth.test', null, 'not_authed'],
    ['with an unknown token', 'auth.test', 'xoxb-wrong', 'invalid_auth'],
    ['with a bot’s token instead of the app’s', 'apps.connections.open', undefined, 'not_allowed_token_type'],
    [
      'with the app’s token instead of a bot’s',
      'chat.postMessage',
      bare.sandbox.appToken,
      'not_allowed_token_type',
    ],
    ['when there is no such method', 'constructor', undefined, 'unknown_method'],
  ])('%s', async (_what, method, token, error) => {
    expect(await bare.errorOf(method, message, token)).toBe(error);
  });

  it('with the name of a method that does not exist', async () => {
    const answer = { ok: false, error: 'unknown_method', req_method: 'chat.shout' };
    expect(await bare.refusal('chat.shout')).toEqual(answer);
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
  ])('when the manifest does not ask for the scope of %s', async (method, args, needed) => {
    expect(await bare.refusal(method, args)).toEqual({
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
    expect(await errorOf(method, args)).toBe(error);
  });
});

describe('an app with the scope', () => {
  const idsIn = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);

  it.each<[string, string, object, object]>([
    [
      'chat:write.public writes in public channels without being there',
      'chat.postMessage',
      { channel: '#random', text: 't' },
      { channel: 'C2' },
    ],
    [
      'users:read.email finds people by address in any case, with the address',
      'users.lookupByEmail',
      { email: 'BOB@acme.com' },
      {
        user: { id: 'U2', tz: 'America/New_York', is_restricted: false, profile: { email: 'bob@acme.com' } },
      },
    ],
    [
      'usergroups:read reads user groups',
      'usergroups.list',
      { include_users: 'true' },
      { usergroups: [{ id: 'S1', handle: 'hr', users: ['U1'] }] },
    ],
    [
      'usergroups:read reads the members of user groups',
      'usergroups.users.list',
      { usergroup: 'S1' },
      { users: ['U1'] },
    ],
    ['im:write opens a conversation', 'conversations.open', { users: 'U1' }, { channel: { id: 'D1' } }],
    ['users:read reads bots', 'bots.info', { bot: 'B0SANDBOX' }, { bot: { app_id: 'A0SANDBOX' } }],
  ])('%s', async (_what, method, args, answer) => {
    expect(await call(method, args)).toMatchObject(answer);
  });

  it('users:read reads people page by page, the deactivated and the bot among them', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const answer = await call('users.list', { limit: 2, cursor });
      seen.push(...idsIn(answer.members));
      cursor = (answer.response_metadata as { next_cursor: string }).next_cursor;
    } while (cursor !== '');
    expect(seen).toEqual(['U0SANDBOXBOT', 'U1', 'U2', 'U3', 'U4']);
  });

  it.each([
    ['isExtShared', 'is_ext_shared', true],
    ['isPendingExtShared', 'is_pending_ext_shared', false],
    ['isOrgShared', 'is_org_shared', true],
  ])('channels:read sees whether a channel is shared: %s', async (flag, name, isShared) => {
    const channel = async () => (await call('conversations.info', { channel: 'C2' })).channel;
    expect(await channel()).toMatchObject({ [name]: false, is_shared: false });
    sandbox.changeChannel('C2', { [flag]: true });
    expect(await channel()).toMatchObject({ [name]: true, is_shared: isShared });
    sandbox.changeChannel('C2', { [flag]: false });
  });

  it('channels:join joins, and is then a member', async () => {
    const channel = 'C2';
    expect(await call('conversations.info', { channel })).toMatchObject({ channel: { is_member: false } });
    await call('conversations.join', { channel });
    expect(await call('conversations.info', { channel })).toMatchObject({ channel: { is_member: true } });
    expect(await call('conversations.members', { channel })).toMatchObject({
      members: ['U1', 'U0SANDBOXBOT'],
    });
  });
});

it('an app knows itself', async () => {
  const bot = { team_id: 'T0SANDBOX', user_id: 'U0SANDBOXBOT', bot_id: 'B0SANDBOX' };
  expect(await call('auth.test')).toMatchObject(bot);
  const app = { ok: true, app_name: 'Mighty', app_id: 'A0SANDBOX' };
  expect(await call('auth.test', {}, sandbox.appToken)).toEqual(app);
  expect(await call('api.test', { a: 'b' }, null)).toEqual({ ok: true, args: { a: 'b' } });
});

it('an app without the scope for addresses sees none', async () => {
  expect(JSON.stringify(await bare.call('users.info', { user: 'U2' }))).not.toContain('bob@acme.com');
});

it('people’s languages are told when the app asks for them', async () => {
  sandbox.changePerson('U1', { locale: 'de-DE' });
  const user = 'U1';
  expect(await call('users.info', { user, include_locale: true })).toMatchObject({
    user: { locale: 'de-DE' },
  });
  expect(JSON.stringify(await call('users.info', { user }))).not.toContain('locale');
  const { members } = z
    .object({ members: z.array(z.looseObject({ locale: z.string() })) })
    .parse(await call('users.list', { include_locale: true }));
  expect(new Set(members.map(({ locale }) => locale))).toEqual(new Set(['de-DE', 'en-US']));
});

const send = (type: string, body: string) => {
  const headers = { authorization: `Bearer ${sandbox.botToken}`, 'content-type': type };
  return fetch(`${sandbox.apiUrl}chat.postMessage`, { method: 'POST', headers, body });
};

it.each([
  ['application/json', '{"channel":', 'invalid_json'],
  ['application/json', '', 'invalid_json'],
  ['application/xml', '<channel/>', 'invalid_post_type'],
])('an unreadable body of %s is refused: %s', async (type, body, error) => {
  const response = await send(type, body);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ok: false, error });
});

it('arguments may be JSON too, and the answer says which scopes the token has', async () => {
  const response = await send(
    'application/json',
    JSON.stringify({ channel: 'C1', blocks: [{ type: 'divider' }] }),
  );
  expect(await response.json()).toMatchObject({ ok: true });
  expect(response.headers.get('x-oauth-scopes')).toContain('chat:write');
});

it('people and user groups can change while an app runs', async () => {
  sandbox.changePerson('U2', { isDeleted: true });
  expect(await call('users.info', { user: 'U2' })).toMatchObject({ user: { deleted: true } });
  expect(await sandbox.person('U2').command('/bare')).toMatchObject({ outcome: 'refused' });
  sandbox.changeUserGroup('S1', { users: ['U2'] });
  expect(await call('usergroups.users.list', { usergroup: 'S1' })).toMatchObject({ users: ['U2'] });
  expect(() => sandbox.changePerson('U404', {})).toThrow('no person U404');
  expect(() => sandbox.changeUserGroup('S404', {})).toThrow('no user group S404');
  expect(await bare.call('users.info', { user: 'U2' })).toMatchObject({ user: { deleted: false } });
});

it('an app without interactivity and scopes hears of no shortcut, command or Home tab', async () => {
  expect(await mute.alice.shortcut('s')).toMatchObject({ outcome: 'no response' });
  expect(await mute.alice.command('/mute')).toMatchObject({ outcome: 'refused' });
  expect(await mute.alice.openHome()).toEqual({ outcome: 'refused', text: 'Mute has no Home tab.' });
  expect(mute.sandbox.deliveries().map(({ via }) => via)).toEqual(['none']);
});
