import { type Logger, LogLevel } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import { type Log, withoutQuoted } from '../../log.ts';
import { none, type Telemetry } from '../../telemetry/telemetry.ts';

/** Client option for a custom base URL of the Web API. Adds the trailing slash that the client requires. */
export function baseAddress(apiUrl: string | undefined): Pick<WebClientOptions, 'slackApiUrl'> {
  return apiUrl === undefined ? {} : { slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/` };
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

/** Returns undefined for invalid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Label for response URLs, which answer an interaction and are no Web API method. */
const responseUrl = 'response_url';

/** Name of the Web API method, such as `chat.postMessage`. */
export function methodIn(address: string): string {
  const name = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  return /^[a-z]+(\.[a-zA-Z]+)+$/.test(name) ? name : responseUrl;
}
