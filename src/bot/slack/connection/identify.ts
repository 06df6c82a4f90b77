import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { tokenRefused } from '../operator-messages.ts';
import { orTokenRefused } from './unreachable.ts';

const Identity = z
  .object({ bot_id: z.string(), user_id: z.string(), team_id: z.string() })
  .transform((answer) => ({ botId: answer.bot_id, botUserId: answer.user_id, teamId: answer.team_id }));

export type Identity = z.infer<typeof Identity>;

/**
 * Calls `auth.test` once.
 * @throws SlackTokenRefused if Slack refuses the token; otherwise what the Web API client throws, or ZodError
 */
export async function identify(client: WebClient): Promise<Identity> {
  try {
    return Identity.parse(await client.auth.test());
  } catch (error) {
    throw orTokenRefused(error, tokenRefused.bot);
  }
}
