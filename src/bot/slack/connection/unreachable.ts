import { WebAPIHTTPError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { ZodError } from 'zod';
import { obstacleIn } from '../../../obstacle.ts';
import { reasons } from '../operator-messages.ts';
import { slackCode } from '../posting/slack-failure.ts';
import { UnreadableAnswer } from '../read-answer.ts';

/** A token that Slack knows and refuses: trying again cannot help, a person has to put in another one. */
export class SlackTokenRefused extends Error {
  override name = 'SlackTokenRefused';
}

/** A Socket Mode connection did not come to be, or not in time. */
export class SocketNotOpened extends Error {
  override name = 'SocketNotOpened';
}

/** Slack's words for a token that only a person can put right (reference/methods/auth.test, apps.connections.open). */
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

/** An error as it is, since it may pass; or what to do where Slack refuses a token. @param say that, with Slack's word */
export function orTokenRefused(error: unknown, say: (code: string) => string): unknown {
  const code = slackCode(error) ?? '';
  return refusals.has(code) ? new SlackTokenRefused(say(code), { cause: error }) : error;
}

/** What kept Slack from being reached. */
interface Unreachable {
  /** In few words: Slack's own, a status, the system's code. Nothing of an answer's body, see `fetchReadable`. */
  reason: string;
  /** Whether something answered at all; then it is asked less often. */
  hasAnswered: boolean;
  /** How long Slack asks to wait, in milliseconds. */
  retryAfter?: number;
}

/** What a failed attempt to reach Slack says. */
export function whyUnreachable(error: unknown): Unreachable {
  if (error instanceof WebAPIRateLimitedError)
    return { reason: 'ratelimited', hasAnswered: true, retryAfter: error.retryAfter * 1000 };
  if (error instanceof WebAPIHTTPError) return { reason: `status ${error.statusCode}`, hasAnswered: true };
  const code = slackCode(error);
  if (code !== undefined) return { reason: code, hasAnswered: true };
  const isUnreadable = error instanceof WebAPIRequestError && error.original instanceof UnreadableAnswer;
  if (isUnreadable || error instanceof ZodError) return { reason: reasons.unreadable, hasAnswered: true };
  if (error instanceof SocketNotOpened) return { reason: error.message, hasAnswered: false };
  const obstacle = obstacleIn(error);
  if (obstacle) return { reason: reasons[obstacle], hasAnswered: false };
  return { reason: codeIn(error) ?? reasons.noConnection, hasAnswered: false };
}

/** The system's code, as deep as it lies; a wait that was broken off has a name instead. */
function codeIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TimeoutError') return reasons.noAnswer;
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z_]+$/.test(error.code)) return error.code;
  if (error instanceof AggregateError) return codeIn(error.errors[0]);
  return codeIn('original' in error ? error.original : error.cause);
}
