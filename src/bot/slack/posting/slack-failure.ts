import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { obstacleIn } from '../../../obstacle.ts';
import { UnreadableAnswer } from '../read-answer.ts';

/** What Slack says of a message that it no longer has, or lets nobody change any more. */
const gone: readonly string[] = [
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'is_archived',
  'is_inactive',
];

/** What Slack says of a message that no repeat can help (docs.slack.dev/reference/methods, chat.postMessage and chat.update). */
const permanent = new Set([
  ...gone,
  // Of a new message to a person: a channel can be mended, see `isMendable`.
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

/** Slack's words for a failure of its own, after which the work may have been done (reference/methods). */
const doubtfulCodes = new Set(['internal_error', 'fatal_error', 'request_timeout', 'service_unavailable']);

/** Codes of connections that never came to be. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What an error of Slack's client means for a repeat. */
interface SlackFailure {
  code: string;
  /** A repeat cannot help. */
  permanent: boolean;
  /** What was asked for may have been done all the same. */
  doubtful: boolean;
  /** The message that was to be changed can't be changed any more. */
  gone?: boolean;
  /** Milliseconds. */
  retryAfter?: number;
}

/** A message must not go there: not posted, for a reason of our own. The code stands among those of Slack. */
export class NotToBePosted extends Error {
  override name = 'NotToBePosted';
  readonly code: string;
  /** Nobody can mend it. */
  readonly permanent: boolean;

  constructor(code: string, permanent = false) {
    super(`Nothing is posted there: ${code}.`);
    this.code = code;
    this.permanent = permanent;
  }
}

/** Slack's own word for a refusal; undefined when the failure is no answer of Slack's. */
export function slackCode(error: unknown): string | undefined {
  return error instanceof WebAPIPlatformError ? error.data.error : undefined;
}

/**
 * What Slack answers, or its word where it refuses with one of these.
 * @throws what `ask` throws otherwise
 */
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

/** What an error of Slack's client means for a repeat. */
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
  // Slack answers with 200 and 429 alone: every other status is somebody's on the way, before or after the work.
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
