import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver } from '@slack/bolt';
import { options, plain } from '../sandbox/stage/blocks.ts';

/**
 * Baseline of the bot: a bare Bolt app in HTTP mode with one command that opens a fixed small modal, a menu of 100
 * fixed options and a submission that it acknowledges. Says where it listens, like Frontdesk.
 */
const {
  SLACK_BOT_TOKEN: token = '',
  SLACK_SIGNING_SECRET: signingSecret = '',
  SLACK_API_URL = '',
} = process.env;
const receiver = new HTTPReceiver({ signingSecret, endpoints: '/slack/events' });
const app = new App({ receiver, token, clientOptions: { slackApiUrl: SLACK_API_URL } });

app.command('/newhire', async ({ ack, client, body }) => {
  await ack();
  const blocks = [
    {
      type: 'input' as const,
      block_id: 'name',
      label: plain('Name'),
      element: { type: 'plain_text_input' as const, action_id: 'name' },
    },
  ];
  const view = { type: 'modal' as const, title: plain('A form'), submit: plain('Send'), blocks };
  await client.views.open({ trigger_id: body.trigger_id, view });
});
app.options('newhire_manager', ({ ack }) => ack({ options: options(100) }));
app.view('newhire', ({ ack }) => ack());

const server = (await app.start({ port: 0, host: '127.0.0.1' })) as Server;
const health = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
process.stdout.write(`${JSON.stringify({ health, msg: 'The bare bot is ready' })}\n`);
