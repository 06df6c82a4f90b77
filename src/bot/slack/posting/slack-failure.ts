import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { obstacleIn } from '../../../obstacle.ts';
import { UnreadableAnswer } from '../web-client.ts';

/** Slack's error codes for a message that no longer exists or can't be edited. */
const gone: readonly string[] = [
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'is_archived',
  'is_inactive',
];

/**
 * Slack's error codes for a message that a retry can't help (docs.slack.dev/reference/methods, chat.postMessage and
 * chat.update).
 */
const permanent = new Set([
  ...gone,
  // For messages to people; channels can be fixed, see `isMendable`.
  'channel_not_found',
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_arguments',
  'invalid_metadata_format',
  'metadata_too_large',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
  'user_not_found',
  'user_disabled',
  'cannot_dm_bot',
  'messages_tab_disabled',
  'restricted_action',
]);

/** Slack's error codes for internal failures, after which the call may have taken effect (reference/methods). */
const doubtfulCodes = new Set(['internal_error', 'fatal_error', 'request_timeout', 'service_unavailable']);

/** Error codes of connections that were never made. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

interface SlackFailure {
  code: string;
  permanent: boolean;
  /** The call may have taken effect. */
  doubtful: boolean;
  gone?: boolean;
  retryAfter?: number;
}

/** Posting there is not allowed, for a reason of our own. The code is used like one of Slack's. */
export class NotToBePosted extends Error {
  override name = 'NotToBePosted';
  readonly code: string;
  readonly permanent: boolean;

  constructor(code: string, permanent = false) {
    super(`Nothing is posted there: ${code}.`);
    this.code = code;
    this.permanent = permanent;
  }
}

export function slackCode(error: unknown): string | undefined {
  return error instanceof WebAPIPlatformError ? error.data.error : undefined;
}

/** Returns the answer, or the error code if it is one of these; throws everything else. */
export async function answerOrCode<Answer extends object | undefined>(
  codes: readonly string[],
  ask: () => Promise<Answer>,
): Promise<Answer | string> {
  try {
    return await ask();
  } catch (error) {
    const code = slackCode(error);
    if (code === undefined || !codes.includes(code)) throw error;
    return code;
  }
}

/** Says what an error of Slack's client means for a retry. */
export function describeSlackFailure(error: unknown): SlackFailure {
  if (error instanceof NotToBePosted)
    return { code: error.code, permanent: error.permanent, doubtful: false };
  if (error instanceof WebAPIRateLimitedError)
    return { code: 'ratelimited', permanent: false, doubtful: false, retryAfter: error.retryAfter * 1000 };
  const code = slackCode(error);
  if (code !== undefined)
    return {
      code,
      permanent: permanent.has(code),
      doubtful: doubtfulCodes.has(code),
      gone: gone.includes(code),
    };
  // Slack itself answers only with 200 and 429: all other statuses are a proxy's, before or after the call took effect.
  if (error instanceof WebAPIHTTPError)
    return { code: `status ${error.statusCode}`, permanent: false, doubtful: true };
  if (error instanceof WebAPIRequestError && error.original instanceof UnreadableAnswer)
    return { code: 'unreadable', permanent: false, doubtful: true };
  return { code: 'unreachable', permanent: false, doubtful: !wasNeverSent(error) };
}

function wasNeverSent(error: unknown): boolean {
  if (obstacleIn(error)) return true;
  if (error instanceof WebAPIRequestError) return wasNeverSent(error.original);
  if (error instanceof AggregateError) return error.errors.every(wasNeverSent);
  if (!(error instanceof Error)) return false;
  if ('code' in error && neverSent.has(String(error.code))) return true;
  return error.cause !== undefined && wasNeverSent(error.cause);
}
