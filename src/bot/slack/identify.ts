import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Identity } from './app.ts';
import { tokenRefused } from './messages.ts';

const AuthTest = z
  .object({ bot_id: z.string(), user_id: z.string(), team_id: z.string(), url: z.string().default('') })
  .transform(
    (answer): Identity => ({
      botId: answer.bot_id,
      botUserId: answer.user_id,
      teamId: answer.team_id,
      workspaceUrl: answer.url,
    }),
  );

/** Slack knows the token and refuses it: waiting cannot help. */
export class SlackTokenRefused extends Error {
  override name = 'SlackTokenRefused';
}

/**
 * Asks Slack who Frontdesk is, again and again while Slack cannot be reached.
 * @throws SlackTokenRefused when Slack refuses the token
 */
export async function identify(client: WebClient, clock: Clock, log: Log): Promise<Identity> {
  for (let pause = 1_000; ; pause = Math.min(pause * 2, 60_000)) {
    try {
      return AuthTest.parse(await client.auth.test());
    } catch (error) {
      if (error instanceof WebAPIPlatformError) throw refused(error);
      log.warn({ pause, err: error }, 'Slack cannot be reached, trying again');
      await new Promise<void>((resolve) => clock.after(pause, resolve));
    }
  }
}

function refused(error: WebAPIPlatformError): SlackTokenRefused {
  return new SlackTokenRefused(tokenRefused(error.data.error), { cause: error });
}
