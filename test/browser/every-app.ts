import { App, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { option, plain, section } from '../sandbox/stage/blocks.ts';

const colours = ['Red', 'Green', 'Blue'].map(option);
const groups = [
  { label: plain('Warm'), options: [option('Red'), option('Orange')] },
  { label: plain('Cold'), options: [option('Blue')] },
];

type Field = Extract<KnownBlock, { type: 'input' }>;

function field(id: string, element: Field['element'], more: Partial<Field> = {}): Field {
  return { type: 'input', block_id: id, label: plain(id), element: { ...element, action_id: id }, ...more };
}

const fields: KnownBlock[] = [
  field('Single line', { type: 'plain_text_input' }),
  field('Many lines', { type: 'plain_text_input', multiline: true }),
  field('Address', { type: 'email_text_input' }),
  field('Link', { type: 'url_text_input' }),
  field('Number', { type: 'number_input', is_decimal_allowed: false }),
  field('Day', { type: 'datepicker' }),
  field('Time', { type: 'timepicker' }),
  field('One colour', { type: 'static_select', option_groups: groups }),
  field('Colours', { type: 'multi_static_select', options: colours }),
  field('One found', { type: 'external_select', min_query_length: 1 }),
  field('All found', { type: 'multi_external_select', min_query_length: 0 }),
  field('Person', { type: 'users_select' }),
  field('Channel', { type: 'conversations_select' }),
  field('Boxes', { type: 'checkboxes', options: colours }),
  field('Radio', { type: 'radio_buttons', options: colours }),
  field('Told at once', { type: 'plain_text_input' }, { dispatch_action: true, optional: true }),
];

const shown: KnownBlock[] = [
  { type: 'alert', level: 'warning', text: plain('Mind the gap.') },
  { type: 'header', text: plain('A heading') },
  {
    type: 'section',
    text: { type: 'mrkdwn', text: '*Bold* for <@U2> in <#C1>' },
    fields: [plain('*no bold*'), plain('<@U2>')],
    accessory: { type: 'overflow', action_id: 'overflow', options: [option('Archive'), option('Delete')] },
  },
  { type: 'context', elements: [plain('Small print')] },
  { type: 'divider' },
  { type: 'image', image_url: 'https://pictures.example/cat.png', alt_text: 'A cat' },
  {
    type: 'rich_text',
    elements: [
      { type: 'rich_text_list', style: 'bullet', elements: [rich('First'), rich('Second')] },
      { type: 'rich_text_section', elements: [{ type: 'user', user_id: 'U2' }] },
    ],
  },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'push', text: plain('Push another') },
      { type: 'button', action_id: 'silent', text: plain('Say nothing') },
      {
        type: 'button',
        action_id: 'confirmed',
        style: 'danger',
        text: plain('Delete all'),
        confirm: {
          title: plain('Really?'),
          text: plain('All of it.'),
          confirm: plain('Delete'),
          deny: plain('Keep'),
        },
      },
    ],
  },
];

function rich(text: string) {
  return {
    type: 'rich_text_section' as const,
    elements: [{ type: 'text' as const, text, style: { bold: true } }],
  };
}

const everyView: ModalView = {
  type: 'modal',
  callback_id: 'every',
  title: plain('Everything'),
  submit: plain('Send'),
  blocks: [...shown, ...fields],
};

const secondView: ModalView = {
  type: 'modal',
  title: plain('Another'),
  blocks: [section('On top.')],
};

export const manifest = `
display_information: { name: Every }
features:
  app_home: { home_tab_enabled: false }
  bot_user: { display_name: Every }
  slash_commands:
    - { command: /every, description: Opens the form with everything }
    - { command: /silent, description: Is never answered }
    - { command: /say, description: Says it to everybody and to you }
oauth_config: { scopes: { bot: [commands, chat:write] } }
settings: { interactivity: { is_enabled: true }, socket_mode_enabled: true }
`;

const never = new Promise<never>(() => undefined);

export async function startEveryApp(sandbox: Sandbox) {
  const heard: string[] = [];
  const receiver = new SocketModeReceiver({
    appToken: sandbox.appToken,
    installerOptions: { clientOptions: { slackApiUrl: sandbox.apiUrl } },
    logLevel: LogLevel.ERROR,
  });
  const clientOptions = { slackApiUrl: sandbox.apiUrl, retryConfig: { retries: 0 } };
  const app = new App({ token: sandbox.botToken, receiver, logLevel: LogLevel.ERROR, clientOptions });
  app.command('/every', async ({ ack, client, command }) => {
    await ack();
    await client.views.open({ trigger_id: command.trigger_id, view: everyView });
  });
  app.command('/silent', () => never);
  app.command('/say', async ({ ack, client, command }) => {
    await ack({ text: 'Between you and me.' });
    await client.chat.postMessage({ channel: command.channel_id, text: command.text });
  });
  app.options('One found', async ({ ack, options }) => {
    await ack({ options: colours.filter(({ value }) => value.includes(options.value)) });
  });
  app.options('All found', async ({ ack }) => ack({ option_groups: groups }));
  app.action('push', async ({ ack, client, body }) => {
    await ack();
    if ('trigger_id' in body)
      await client.views.push({ trigger_id: String(body.trigger_id), view: secondView });
  });
  app.action('silent', () => never);
  app.action(/^(?!push|silent)/, async ({ ack, action }) => {
    heard.push('action_id' in action ? action.action_id : action.type);
    await ack();
  });
  app.view('every', async ({ ack, view }) => {
    heard.push(
      JSON.stringify(
        Object.fromEntries(Object.entries(view.state.values).map(([id, state]) => [id, content(state[id])])),
      ),
    );
    await ack();
  });
  await app.start();
  return { heard, stop: () => app.stop() };
}

function content(state: object | undefined): unknown {
  const [value] = Object.entries(state ?? {}).flatMap(([key, field]) => (key === 'type' ? [] : [field]));
  if (Array.isArray(value)) return value.map((one) => one.value ?? one);
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}
