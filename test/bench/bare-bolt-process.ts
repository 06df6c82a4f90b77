import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';

const [signingSecret = '', botToken = '', slackApiUrl = ''] = process.argv.slice(2);
const receiver = new HTTPReceiver({ signingSecret, logLevel: LogLevel.ERROR });
const app = new App({
  receiver,
  authorize: async () => ({ botToken, botId: 'B0', botUserId: 'U0' }),
  clientOptions: { slackApiUrl },
  logLevel: LogLevel.ERROR,
});
app.view('newhire', ({ ack }) => ack());
const server = (await app.start({ host: '127.0.0.1', port: 0 })) as Server;
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
process.on('disconnect', () => process.exit(0));
