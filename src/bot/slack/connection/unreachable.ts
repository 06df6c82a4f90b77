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
 * Slack's error codes for a token that only a person can fix (reference/methods/auth.test, apps.connections.open).
 */
const refusals: ReadonlySet<string> = new Set([
  'not_authed',
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'not_allowed_token_type',
  'no_permission',
  'missing_scope',
  'user_removed_from_team',
  'team_disabled',
]);

/** SlackTokenRefused if Slack refused the token; other errors unchanged, as they may pass. */
export function orTokenRefused(error: unknown, say: (code: string) => string): unknown {
  const code = slackCode(error) ?? '';
  return refusals.has(code) ? new SlackTokenRefused(say(code), { cause: error }) : error;
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
