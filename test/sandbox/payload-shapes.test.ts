import { beforeAll, describe, expect, it } from 'vitest';
import { call } from './stage/call.ts';
import { dig } from './stage/dig.ts';
import { startSample } from './stage/sample.ts';
import { input, modal, plain, section, stage } from './stage/stage.ts';

/** Fields of payloads recorded from Slack, from the tests of slackapi/java-slack-sdk and slackapi/bolt-python. */
const set = stage();
const user = ['id', 'name', 'team_id', 'username'];
const view = [
  'app_id',
  'app_installed_team_id',
  'blocks',
  'bot_id',
  'callback_id',
  'clear_on_close',
  'close',
  'external_id',
  'hash',
  'id',
  'notify_on_close',
  'previous_view_id',
  'private_metadata',
  'root_view_id',
  'state',
  'submit',
  'team_id',
  'title',
  'type',
];
const common = ['api_app_id', 'enterprise', 'is_enterprise_install', 'team', 'token', 'type', 'user'];
const inView = ['actions', 'container', 'trigger_id', 'view', ...common];
const inMessage = [
  'actions',
  'channel',
  'container',
  'message',
  'response_url',
  'state',
  'trigger_id',
  ...common,
];
const blocks = [
  { type: 'actions', elements: [{ type: 'button', text: plain('Go'), value: '1', style: 'primary' }] },
];
const keys = (value: unknown) => Object.keys(value as object).sort();
const sent = (name: string, ...path: string[]) => keys(dig(set.app.last(name).body, ...path));

async function playEverything(): Promise<void> {
  const { alice } = set;
  await set.open(
    modal([...blocks, input('Menu', { type: 'external_select', min_query_length: 0 }, { optional: true })], {
      notify_on_close: true,
    }),
  );
  await alice.press('Go');
  await alice.options('Menu');
  await alice.submit();
  await set.open(modal([section()], { notify_on_close: true }));
  await alice.close();
  await alice.openHome();
  await alice.shortcut('global_shortcut');
  await alice.postMessage('general', 'Hello');
  await alice.messageShortcut('message_shortcut', {
    channel: 'general',
    ts: set.sandbox.messages('C1').at(-1)?.ts ?? '',
  });
}

describe('a payload has the fields of a recorded one:', () => {
  beforeAll(playEverything);

  it.each<[string, string[], string[]]>([
    [
      'slash_commands',
      [],
      [
        'api_app_id',
        'channel_id',
        'channel_name',
        'command',
        'is_enterprise_install',
        'response_url',
        'team_domain',
        'team_id',
        'text',
        'token',
        'trigger_id',
        'user_id',
        'user_name',
      ],
    ],
    ['block_actions', [], inView],
    ['block_actions', ['user'], user],
    ['block_actions', ['team'], ['domain', 'id']],
    ['block_actions', ['container'], ['type', 'view_id']],
    ['block_actions', ['view'], view],
    [
      'block_actions',
      ['actions', '0'],
      ['action_id', 'action_ts', 'block_id', 'style', 'text', 'type', 'value'],
    ],
    ['block_suggestion', [], ['action_id', 'block_id', 'container', 'value', 'view', ...common]],
    ['view_submission', [], ['response_urls', 'trigger_id', 'view', ...common]],
    ['view_submission', ['view'], view],
    ['view_submission', ['view', 'state', 'values', 'menu', 'menu'], ['selected_option', 'type']],
    ['view_closed', [], ['is_cleared', 'view', ...common]],
    ['view_closed', ['view'], view],
    ['shortcut', [], ['action_ts', 'callback_id', 'trigger_id', ...common]],
    ['shortcut', ['user'], ['id', 'team_id', 'username']],
    [
      'message_action',
      [],
      [
        'action_ts',
        'callback_id',
        'channel',
        'message',
        'message_ts',
        'response_url',
        'trigger_id',
        ...common,
      ],
    ],
    ['message_action', ['user'], ['id', 'name']],
    ['message_action', ['channel'], ['id', 'name']],
    [
      'app_home_opened',
      [],
      [
        'api_app_id',
        'authorizations',
        'event',
        'event_context',
        'event_id',
        'event_time',
        'is_ext_shared_channel',
        'team_id',
        'token',
        'type',
      ],
    ],
    ['app_home_opened', ['event'], ['channel', 'event_ts', 'tab', 'type', 'user']],
    ['message', ['event'], ['channel', 'channel_type', 'event_ts', 'team', 'text', 'ts', 'type', 'user']],
  ])('%s %o', (name, path, fields) => {
    expect(sent(name, ...path)).toEqual([...fields].sort());
  });

  it('block_actions of a message', async () => {
    await call(set.sandbox, 'chat.postMessage', { channel: 'U1', text: 't', blocks });
    await set.alice.press('Go');
    expect(sent('block_actions')).toEqual([...inMessage].sort());
    expect(sent('block_actions', 'container')).toEqual(['channel_id', 'is_ephemeral', 'message_ts', 'type']);
    expect(dig(set.app.last('block_actions').body, 'channel')).toEqual({ id: 'D1', name: 'directmessage' });
  });
});

it('an app hears who mentioned it', async () => {
  const manifest =
    '{display_information: {name: Ear}, settings: {event_subscriptions: {bot_events: [app_mention]}}}';
  const sandbox = await startSample({ manifest });
  const alice = sandbox.person('U1');
  await alice.postMessage('general', 'Nobody in particular');
  await alice.postMessage('general', 'Hello @ear, how are you?');
  await sandbox.settled();
  const [told] = sandbox.deliveries();
  expect(sandbox.deliveries().map(({ name }) => name)).toContain('app_mention');
  expect(told?.body.event).toMatchObject({ type: 'app_mention', user: 'U1', channel: 'C1' });
  await sandbox.stop();
});

it('blocks come back with their defaults written out', async () => {
  const given = [
    { type: 'section', block_id: 's', text: { type: 'mrkdwn', text: '*x*' } },
    {
      type: 'input',
      block_id: 'i',
      label: plain('Label'),
      element: { type: 'plain_text_input', action_id: 'a', placeholder: plain('p') },
    },
  ];
  expect((await set.open(modal(given))).blocks).toEqual([
    { type: 'section', block_id: 's', text: { type: 'mrkdwn', text: '*x*', verbatim: false } },
    {
      type: 'input',
      block_id: 'i',
      label: { type: 'plain_text', text: 'Label', emoji: true },
      optional: false,
      dispatch_action: false,
      element: {
        type: 'plain_text_input',
        action_id: 'a',
        placeholder: { type: 'plain_text', text: 'p', emoji: true },
      },
    },
  ]);
});
