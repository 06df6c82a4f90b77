import { ZodError } from 'zod';
import { obstacleIn } from '../../../obstacle.ts';
import { reasons } from '../operator-messages.ts';
import { describeSlackFailure, slackCode } from '../web-client.ts';

/** Slack refuses the token: retrying can't help, a person has to replace it. */
export class SlackTokenRefused extends Error {
  override name = 'SlackTokenRefused';
}

export class SocketNotOpened extends Error {
  override name = 'SocketNotOpened';
}

/**
 * Troubles with a token that only a person can fix, by Slack's error codes (reference/methods/auth.test,
 * apps.connections.open). `gone`: it was valid once.
 */
const troubles = {
  not_authed: 'unknown',
  invalid_auth: 'unknown',
  account_inactive: 'gone',
  token_revoked: 'gone',
  token_expired: 'gone',
  user_removed_from_team: 'gone',
  team_disabled: 'gone',
  not_allowed_token_type: 'otherKind',
  no_permission: 'noScope',
  missing_scope: 'noScope',
} as const;

export const tokenTroubles: ReadonlyMap<string, (typeof troubles)[keyof typeof troubles]> = new Map(
  Object.entries(troubles),
);

/** SlackTokenRefused if Slack refused the token; other errors unchanged, as they may pass. */
export function orTokenRefused(error: unknown, say: (code: string) => string): unknown {
  const code = slackCode(error) ?? '';
  return tokenTroubles.has(code) ? new SlackTokenRefused(say(code), { cause: error }) : error;
}

interface Unreachable {
  /** A few words: Slack's code, a status, the system's code. Nothing from the body, see `fetchReadable`. */
  reason: string;
  /** Whether something answered; then the pauses are longer. */
  hasAnswered: boolean;
  /** Pause that Slack asked for, in milliseconds. */
  retryAfter?: number | undefined;
}

/** Describes why an attempt to reach Slack failed. */
export function whyUnreachable(error: unknown): Unreachable {
  if (error instanceof SocketNotOpened) return { reason: error.message, hasAnswered: false };
  const { code, retryAfter } = describeSlackFailure(error);
  if (code === 'unreadable' || error instanceof ZodError)
    return { reason: reasons.unreadable, hasAnswered: true };
  if (code !== 'unreachable') return { reason: code, hasAnswered: true, retryAfter };
  const obstacle = obstacleIn(error);
  return {
    reason: obstacle ? reasons[obstacle] : (codeIn(error) ?? reasons.noConnection),
    hasAnswered: false,
  };
}

/** The system's error code, also from nested errors; a timeout has a name instead. */
function codeIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TimeoutError') return reasons.noAnswer;
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z_]+$/.test(error.code)) return error.code;
  if (error instanceof AggregateError) return codeIn(error.errors[0]);
  return codeIn('original' in error ? error.original : error.cause);
}
