import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { tokenRefused } from '../operator-messages.ts';
import { refusalIn, SlackTokenRefused } from './unreachable.ts';

/** Who Frontdesk is in the workspace; known after `identify`. */
export interface Identity {
  botId: string;
  botUserId: string;
  teamId: string;
  workspaceUrl: string;
}

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

/**
 * Asks Slack who Frontdesk is, once.
 * @throws SlackTokenRefused when Slack refuses the token; else what the Web API's client throws, or ZodError
 */
export async function identify(client: WebClient): Promise<Identity> {
  try {
    return AuthTest.parse(await client.auth.test());
  } catch (error) {
    const word = refusalIn(error);
    throw word === undefined ? error : new SlackTokenRefused(tokenRefused.bot(word), { cause: error });
  }
}
