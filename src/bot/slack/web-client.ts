import { type Logger, LogLevel } from '@slack/bolt';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  type WebClientOptions,
} from '@slack/web-api';
import { z } from 'zod';
import { parsedJson } from '../../json.ts';
import { type Log, withoutQuoted } from '../../log.ts';
import { connectCodes, obstacleIn } from '../../obstacle.ts';
import { none, type Telemetry } from '../../telemetry/telemetry.ts';

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
  if ('code' in error && connectCodes.has(String(error.code))) return true;
  return error.cause !== undefined && wasNeverSent(error.cause);
}

/**
 * Options without retries: a `views.open` with an expired trigger, or a message that Slack may have accepted,
 * must not be resent blindly. The ledger retries.
 * @param apiUrl custom base URL of the Web API
 * @param timeout in milliseconds
 */
export function clientOptionsFor(
  apiUrl: string | undefined,
  timeout: number,
  logger: Logger,
): WebClientOptions {
  return {
    // The client requires the trailing slash.
    ...(apiUrl !== undefined && { slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/` }),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout,
    logger,
  };
}

export function boltLogger(log: Log): Logger {
  const drop = () => {};
  return {
    debug: drop,
    info: drop,
    warn: (...parts) => log.warn({ bolt: said(parts) }, 'Bolt warns'),
    error: (...parts) => log.error({ bolt: said(parts) }, 'Bolt reports an error'),
    setLevel: drop,
    getLevel: () => LogLevel.WARN,
    setName: drop,
  };
}

/** Strings and error messages only: objects may be payloads. */
function said(parts: unknown[]): string {
  const texts = parts.map((part) => {
    if (part instanceof Error) return part.message;
    return typeof part === 'string' ? part : '';
  });
  return withoutQuoted(texts.join(' ').trim());
}

/** Body of Slack's answer with status 200 (docs.slack.dev/apis/web-api). */
const Answer = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true) }),
  z.looseObject({ ok: z.literal(false), error: z.string().regex(/^[a-z_]{1,100}$/) }),
]);

/** The answer isn't Slack's, or is incomplete. The call may have taken effect. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer';

  constructor() {
    super('The answer is none of Slack’s.');
  }
}

/**
 * Slack's client would take an HTML page or an empty body for a refusal with that text as error code. Rejects
 * with UnreadableAnswer for an answer that isn't Slack's.
 */
export function fetchReadable(telemetry: Pick<Telemetry, 'observe'>, ask: typeof fetch): typeof fetch {
  return (input, init) => {
    const words = { method: methodIn(input instanceof Request ? input.url : String(input)), error: none };
    return telemetry.observe('slack.call', words, async () => {
      try {
        const { response, error } = await readable(await ask(input, init), words.method);
        words.error = error;
        return response;
      } catch (error) {
        words.error = error instanceof UnreadableAnswer ? 'unreadable' : unanswered(error);
        throw error;
      }
    });
  };
}

/** Returns an error label for metrics too; throws UnreadableAnswer. */
async function readable(response: Response, method: string): Promise<{ response: Response; error: string }> {
  if (response.status !== 200) return { response, error: response.status === 429 ? 'ratelimited' : 'status' };
  // At a response URL only the status counts: Slack answers with a bare word, other servers with nothing.
  if (method === responseUrl) {
    await response.body?.cancel();
    return { response, error: none };
  }
  const text = await response.text();
  const answer = Answer.safeParse(parsedJson(text));
  if (!answer.success) throw new UnreadableAnswer();
  // A new response: cloning a stream costs more than the whole answer.
  const again = new Response(text, { status: response.status, headers: response.headers });
  return { response: again, error: answer.data.ok ? none : 'refused' };
}

function unanswered(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
}

/** Label for response URLs, which answer an interaction and are no Web API method. */
const responseUrl = 'response_url';

/** Name of the Web API method, such as `chat.postMessage`. */
export function methodIn(address: string): string {
  const name = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  return /^[a-z]+(\.[a-zA-Z]+)+$/.test(name) ? name : responseUrl;
}
