import { beforeAll, describe, expect, it } from 'vitest';
import { names, payloads } from './coverage.ts';
import { actions, button, input, modal, mrkdwn, plain, section } from './stage/blocks.ts';
import { dig } from './stage/call.ts';
import { emptyStage, stage } from './stage/stage.ts';

const { alice, app, open, post, sandbox } = await stage();
const ear = await emptyStage({
  manifest:
    '{display_information: {name: Ear}, settings: {event_subscriptions: {bot_events: [app_mention]}}}',
});

/** Fields of payloads recorded from Slack, from the tests of slackapi/java-slack-sdk and slackapi/bolt-python. */
const common = 'api_app_id enterprise is_enterprise_install team token type user';
const inView = `${common} actions container trigger_id view`;
const inMessage = `${common} actions channel container message response_url state trigger_id`;
const command =
  'api_app_id channel_id channel_name command is_enterprise_install response_url team_domain team_id text token trigger_id user_id user_name';
const view =
  'app_id app_installed_team_id blocks bot_id callback_id clear_on_close close external_id hash id notify_on_close previous_view_id private_metadata root_view_id state submit team_id title type';
const event =
  'api_app_id authorizations event event_context event_id event_time is_ext_shared_channel team_id token type';

const pressed = button({ value: '1', style: 'primary' });
const nina = { id: 'U9', name: 'nina', realName: 'Nina New', email: 'n@x.example', timezone: 'UTC' };
const menu = input('Menu', { type: 'external_select', min_query_length: 0 }, { optional: true });

describe('a payload has the fields of a recorded one:', () => {
  const expectFields = (name: string, path: string, fields: string) =>
    expect(
      Object.keys(dig(app.last(name).body, ...path.split('/').filter(Boolean)) as object).sort(),
    ).toEqual(fields.split(' ').sort());

  beforeAll(async () => {
    await open(modal([actions(pressed), menu], { notify_on_close: true }));
    await alice.press('Go');
    await alice.options('Menu');
    await alice.submit();
    await open(modal([section()], { notify_on_close: true }));
    await alice.close();
    await alice.openHome();
    await alice.shortcut('global_shortcut');
    await alice.postMessage('general', 'Jane <jane@acme.com> & @bob');
    const ts = sandbox.messages('C1').at(-1)?.ts ?? '';
    await alice.messageShortcut('message_shortcut', { channel: 'general', ts });
    sandbox.changeUserGroup('S1', { users: ['U2'] });
    sandbox.changeUserGroup('S1', { handle: 'people' });
    sandbox.changePerson('U2', { realName: 'Bob B. Byrne' });
    sandbox.addPerson(nina);
    await sandbox.settled();
  });

  it.each([
    ['slash_commands', '', command],
    ['block_actions', '', inView],
    ['block_actions', 'user', 'id name team_id username'],
    ['block_actions', 'team', 'domain id'],
    ['block_actions', 'container', 'type view_id'],
    ['block_actions', 'view', view],
    ['block_actions', 'actions/0', 'action_id action_ts block_id style text type value'],
    ['block_suggestion', '', `${common} action_id block_id container value view`],
    ['view_submission', '', `${common} response_urls trigger_id view`],
    ['view_submission', 'view', view],
    ['view_submission', 'view/state/values/menu/menu', 'selected_option type'],
    ['view_closed', '', `${common} is_cleared view`],
    ['view_closed', 'view', view],
    ['shortcut', '', `${common} action_ts callback_id trigger_id`],
    ['shortcut', 'user', 'id team_id username'],
    [
      'message_action',
      '',
      `${common} action_ts callback_id channel message message_ts response_url trigger_id`,
    ],
    ['message_action', 'user', 'id name'],
    ['message_action', 'channel', 'id name'],
    ['app_home_opened', '', event],
    ['app_home_opened', 'event', 'channel event_ts tab type user'],
    [
      'subteam_members_changed',
      'event',
      'added_users added_users_count date_previous_update date_update event_ts removed_users removed_users_count subteam_id team_id type',
    ],
    ['message', 'event', 'channel channel_type event_ts team text ts type user'],
  ])('%s %o', expectFields);

  it('block_actions of a message', async () => {
    await post({ channel: 'U1', blocks: [actions(pressed)] });
    await alice.press('Go');
    expectFields('block_actions', '', inMessage);
    expectFields('block_actions', 'container', 'channel_id is_ephemeral message_ts type');
    expect(app.last('block_actions').body.channel).toEqual({ id: 'D1', name: 'directmessage' });
  });

  it('each of those that the table promises', () => {
    const sent = new Set(sandbox.deliveries().map(({ name }) => name));
    expect(new Set([...sent, 'app_mention'])).toEqual(new Set(names(payloads.supported)));
  });
});

it.each([
  ['user_change', [{ user: { id: 'U2', real_name: 'Bob B. Byrne', deleted: false } }]],
  ['team_join', [{ user: { id: 'U9', real_name: 'Nina New' } }]],
  ['subteam_updated', [{ subteam: { handle: 'hr', users: ['U2'] } }, { subteam: { handle: 'people' } }]],
  ['subteam_members_changed', [{ subteam_id: 'S1', added_users: ['U2'], removed_users: ['U1'] }]],
  ['message', [{ text: 'Jane &lt;jane@acme.com&gt; &amp; <@U2>', user: 'U1', channel: 'C1' }]],
])('an app hears what happened: %s', (name, events) => {
  expect(app.all(name).map(({ body }) => body.event)).toMatchObject(events);
});

it('a person can be added once', () => {
  expect(() => sandbox.addPerson(nina)).toThrow('already');
});

it('an app hears who mentioned it', async () => {
  await ear.alice.postMessage('general', 'Nobody in particular');
  await ear.alice.postMessage('general', 'Hello @ear, how are you?');
  await ear.sandbox.settled();
  const text = expect.stringContaining('how are you?');
  expect(ear.sandbox.deliveries()[0]).toMatchObject({
    name: 'app_mention',
    body: { event: { type: 'app_mention', user: 'U1', channel: 'C1', text } },
  });
});

it('blocks come back with their defaults written out', async () => {
  const placeholder = plain('p');
  const field = { type: 'plain_text_input', action_id: 'a' };
  const { blocks } = await open(
    modal([
      { type: 'section', block_id: 's', text: mrkdwn('*x*') },
      input('Label', { ...field, placeholder }, { block_id: 'i' }),
    ]),
  );
  expect(blocks).toEqual([
    { type: 'section', block_id: 's', text: { ...mrkdwn('*x*'), verbatim: false } },
    {
      type: 'input',
      block_id: 'i',
      label: { ...plain('Label'), emoji: true },
      optional: false,
      dispatch_action: false,
      element: { ...field, placeholder: { ...placeholder, emoji: true } },
    },
  ]);
});
