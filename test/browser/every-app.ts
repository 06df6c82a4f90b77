import { App, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { everyView, found, foundGroups, secondView } from './every-view.ts';

/** Manifest of an app that shows everything. */
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

/** Starts the app; `heard` collects actions and submissions. */
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
    await ack({ options: found.filter(({ value }) => value.includes(options.value)) });
  });
  app.options('All found', async ({ ack }) => ack({ option_groups: foundGroups }));
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

/** Value in an element's state, without its type. */
function content(state: object | undefined): unknown {
  const [value] = Object.entries(state ?? {}).flatMap(([key, field]) => (key === 'type' ? [] : [field]));
  if (Array.isArray(value)) return value.map((one) => one.value ?? one);
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}
