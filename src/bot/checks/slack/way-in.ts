import { z } from 'zod';
import { slackCode } from '../../slack/posting/slack-failure.ts';
import { type Check, type Found, failure, ok } from '../check.ts';
import type { AskSlack } from './ask-slack.ts';
import { troubleReaching } from './trouble.ts';
import { words } from './words.ts';

/** Whether Slack's requests can come in. @param look what tells that where Frontdesk runs, or from outside */
export function wayInCheck(look: Check['look']): Check {
  return {
    name: 'slack-requests',
    title: (language) => words[language].socket.title,
    needs: ['slack'],
    look,
  };
}

/** In HTTP mode nothing tells from here whether Slack finds the way. */
export function overHttp(): Found {
  return ok((language) => words[language].socket.http);
}

/** As the running bot knows it. @param trouble why Slack does not reach it, in a sentence */
export function asConnected(trouble: string | undefined): Found {
  if (trouble === undefined) return ok((language) => words[language].socket.connected);
  return failure((language) => ({ what: trouble, ...words[language].socket.down }));
}

/** Slack's words for a token that may not open connections, and for one that is none (apps.connections.open). */
const noScope = new Set(['missing_scope', 'no_permission']);
const noToken = new Set([
  'not_authed',
  'invalid_auth',
  'not_allowed_token_type',
  'token_revoked',
  'token_expired',
  'account_inactive',
]);

/** Asks for a connection's address and does not connect: a second connection would be sent what the bot waits for. */
export async function overSocketMode(slack: AskSlack, appToken: string): Promise<Found> {
  const client = slack.withToken(appToken);
  try {
    await client.apps.connections.open();
  } catch (error) {
    return notOpened(error);
  }
  const apps = await appsOf(slack, client);
  if (!apps || apps.appToken === apps.botToken) return ok((language) => words[language].socket.fine);
  return failure((language) => words[language].socket.otherApp(apps));
}

function notOpened(error: unknown): Found {
  const code = slackCode(error);
  if (code === undefined) return troubleReaching(error);
  if (noScope.has(code)) return failure((language) => words[language].socket.noScope(code), code);
  if (noToken.has(code)) return failure((language) => words[language].socket.refused(code), code);
  return failure((language) => words[language].socket.notOpened(code), code);
}

const AppOfToken = z.object({ app_id: z.string() });
const AppOfBot = z.object({ bot: z.object({ app_id: z.string() }) });

/** Whose the two tokens are; undefined where Slack does not say. */
async function appsOf({ client, identity }: AskSlack, appClient: AskSlack['client']) {
  try {
    const { botId } = await identity();
    if (botId === undefined) return undefined;
    const [app, bot] = await Promise.all([appClient.auth.test(), client.bots.info({ bot: botId })]);
    return { appToken: AppOfToken.parse(app).app_id, botToken: AppOfBot.parse(bot).bot.app_id };
  } catch {
    return undefined;
  }
}
