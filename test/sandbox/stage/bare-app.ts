import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { boltLogger } from '../../../src/bot/slack/web-client.ts';
import { silentLog } from '../../../src/log.ts';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { startDrivenSandbox } from '../../driver/sandbox.ts';
import { plain, section } from './blocks.ts';

/** Manifest of the bare app, with one of everything. */
export const manifest = `
display_information: { name: Bare }
features:
  app_home: { home_tab_enabled: true }
  bot_user: { display_name: Bare }
  shortcuts:
    - { name: Global, type: global, callback_id: global_shortcut, description: Opens the form }
    - { name: On message, type: message, callback_id: message_shortcut, description: Opens the form }
  slash_commands:
    - { command: /bare, description: Opens the form, should_escape: true }
    - { command: /raw, description: Says what it got }
oauth_config:
  scopes: { bot: [commands, chat:write, users:read, im:history, channels:history, channels:read] }
settings:
  event_subscriptions: { bot_events: [app_home_opened, message.im, message.channels, subteam_members_changed, subteam_updated, team_join, user_change ] }
  interactivity: { is_enabled: true }
`;

const form: ModalView = {
  type: 'modal',
  callback_id: 'form',
  notify_on_close: true,
  title: plain('A form'),
  submit: plain('Send'),
  private_metadata: 'kept',
  blocks: [
    {
      type: 'input',
      block_id: 'name',
      label: plain('Name'),
      element: { type: 'plain_text_input', action_id: 'name' },
    },
    {
      type: 'input',
      block_id: 'fruit',
      label: plain('Fruit'),
      optional: true,
      element: { type: 'external_select', action_id: 'fruit', min_query_length: 1 },
    },
    {
      type: 'actions',
      block_id: 'more',
      elements: [{ type: 'button', action_id: 'save', text: plain('Save draft') }],
    },
  ],
};

const done: ModalView = { type: 'modal', title: plain('Done'), blocks: [section('All is well.')] };
const home: KnownBlock[] = [
  {
    ...section('Hello.'),
    block_id: 'hello',
    accessory: { type: 'button', action_id: 'go', text: plain('Go') },
  },
];
const fruits = ['Apple', 'Apricot', 'Banana'];

/** Some tests cut connections, so Bolt must not log that. */
const silent = boltLogger(silentLog());

/** Bolt app with a listener for every kind of payload. `heard` collects them. */
export function bareApp(sandbox: Sandbox, mode: 'socket' | 'http') {
  const heard: string[] = [];
  const receiver =
    mode === 'socket'
      ? new SocketModeReceiver({
          appToken: sandbox.appToken,
          // Wait before reconnecting and for a pong; a shorter one would drop the connection on a busy machine.
          clientPingTimeout: 2_000,
          installerOptions: { clientOptions: { slackApiUrl: sandbox.apiUrl } },
          logger: silent,
        })
      : new HTTPReceiver({ signingSecret: sandbox.signingSecret, logger: silent });
  const app = new App({
    token: sandbox.botToken,
    receiver,
    logger: silent,
    clientOptions: { slackApiUrl: sandbox.apiUrl, retryConfig: { retries: 0 } },
  });
  app.command('/bare', async ({ ack, client, command }) => {
    heard.push(`command ${command.text}`);
    await ack();
    await client.views.open({ trigger_id: command.trigger_id, view: form });
  });
  app.command('/raw', async ({ ack, command, respond }) => {
    await ack({ text: `You said: ${command.text}` });
    await respond({ response_type: 'in_channel', text: 'Everybody, look.' });
  });
  app.shortcut('global_shortcut', async ({ ack, client, shortcut }) => {
    await ack();
    await client.views.open({ trigger_id: shortcut.trigger_id, view: form });
  });
  app.shortcut(
    { type: 'message_action', callback_id: 'message_shortcut' },
    async ({ ack, client, shortcut }) => {
      heard.push(`message ${shortcut.message.text}`);
      await ack();
      await client.views.open({ trigger_id: shortcut.trigger_id, view: form });
    },
  );
  app.options('fruit', async ({ ack, options }) => {
    const fitting = fruits.filter((fruit) => fruit.toLowerCase().includes(options.value.toLowerCase()));
    await ack({ options: fitting.map((fruit) => ({ text: plain(fruit), value: fruit.toLowerCase() })) });
  });
  app.action('save', async ({ ack, body }) => {
    await ack();
    if (body.type === 'block_actions') heard.push(`saved ${body.view?.state.values.name?.name?.value}`);
  });
  app.action('go', async ({ ack, client, body }) => {
    await ack();
    await client.chat.postMessage({ channel: body.user.id, text: 'Gone.' });
  });
  app.view('form', async ({ ack, view, body, client }) => {
    const { value } = view.state.values.name?.name ?? {};
    if (value === 'nobody') return ack({ response_action: 'errors', errors: { name: 'Not nobody.' } });
    await ack({ response_action: 'update', view: done });
    await client.chat.postMessage({
      channel: body.user.id,
      text: `Got ${value}, ${view.state.values.fruit?.fruit?.selected_option?.value}`,
    });
  });
  app.view({ type: 'view_closed', callback_id: 'form' }, async ({ ack, view, body }) => {
    heard.push(`closed ${JSON.stringify(view.state.values)} ${'is_cleared' in body && body.is_cleared}`);
    await ack();
  });
  app.event('app_home_opened', async ({ client, event }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: home } });
  });
  app.event('subteam_members_changed', async ({ event }) => {
    const { subteam_id, added_users = [], removed_users = [] } = event;
    heard.push(`members of ${subteam_id}: +${added_users} -${removed_users}`);
  });
  app.event('subteam_updated', async ({ event: { subteam } }) => {
    heard.push(`group ${subteam.id}: @${subteam.handle}, ${subteam.users}`);
  });
  app.event('user_change', async ({ event: { user } }) => {
    heard.push(`person ${user.id}: ${user.deleted ? 'deactivated' : user.real_name}`);
  });
  app.event('team_join', async ({ event: { user } }) => {
    heard.push(`new ${user.id}: ${user.real_name}`);
  });
  app.message(/./, async ({ message }) => {
    if (!message.subtype) heard.push(`text ${message.text}`);
  });
  return { app, heard, receiver };
}

export const sample = {
  port: 0,
  manifest,
  people: [
    {
      id: 'U1',
      name: 'alice',
      realName: 'Alice Ames',
      email: 'alice@acme.com',
      timezone: 'Europe/Berlin',
      isOwner: true,
    },
    { id: 'U2', name: 'bob', realName: 'Bob Byrne', email: 'bob@acme.com', timezone: 'America/New_York' },
    {
      id: 'U3',
      name: 'gone',
      realName: 'Gus Gone',
      email: 'gone@acme.com',
      timezone: 'UTC',
      isDeleted: true,
    },
  ],
  channels: [
    { id: 'C1', name: 'general', members: ['U1', 'U2'], hasApp: true },
    { id: 'C2', name: 'random', members: ['U1'] },
    { id: 'C3', name: 'secret', isPrivate: true, members: ['U1'] },
    { id: 'C4', name: 'old', isArchived: true, members: ['U1'], hasApp: true },
  ],
  userGroups: [{ id: 'S1', handle: 'hr', name: 'HR', users: ['U1'] }],
} satisfies SandboxOptions;

export function startSample(options: Partial<SandboxOptions> = {}) {
  return startDrivenSandbox({ ...sample, ...options });
}
