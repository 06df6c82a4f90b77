import { z } from 'zod';
import { slackCode } from '../../slack/posting/slack-failure.ts';
import { type Check, type Found, failure, ok } from '../check.ts';
import { type AskSlack, troubleReaching } from './ask-slack.ts';
import { say } from './messages.ts';

export function wayInCheck(look: Check['look']): Check {
  return {
    name: 'slack-requests',
    title: () => say().socket.title,
    needs: ['slack'],
    look,
  };
}

export function overHttp(): Found {
  return ok(() => say().socket.http);
}

export function asConnected(trouble: string | undefined): Found {
  if (trouble === undefined) return ok(() => say().socket.connected);
  return failure(() => ({ what: trouble, ...say().socket.down }));
}

/** Slack's error codes for a token that may not open connections, and for an invalid one (apps.connections.open). */
const noScope = new Set(['missing_scope', 'no_permission']);
const noToken = new Set([
  'not_authed',
  'invalid_auth',
  'not_allowed_token_type',
  'token_revoked',
  'token_expired',
  'account_inactive',
]);

/** Requests a connection's address without connecting: a second connection would take payloads from the bot. */
export async function overSocketMode(slack: AskSlack, appToken: string): Promise<Found> {
  const client = slack.withToken(appToken);
  try {
    await client.apps.connections.open();
  } catch (error) {
    return notOpened(error);
  }
  const apps = await appsOf(slack, client);
  if (!apps || apps.appToken === apps.botToken) return ok(() => say().socket.fine);
  return failure(() => say().socket.otherApp(apps));
}

function notOpened(error: unknown): Found {
  const code = slackCode(error);
  if (code === undefined) return troubleReaching(error);
  if (noScope.has(code)) return failure(() => say().socket.noScope(code), code);
  if (noToken.has(code)) return failure(() => say().socket.refused(code), code);
  return failure(() => say().socket.notOpened(code), code);
}

const AppOfToken = z.object({ app_id: z.string() });
const AppOfBot = z.object({ bot: z.object({ app_id: z.string() }) });

/** Apps that the two tokens belong to; undefined if Slack doesn't say. */
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
