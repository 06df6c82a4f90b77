import { z } from 'zod';
import { none, type Telemetry } from '../../telemetry/telemetry.ts';
import { methodIn, responseUrl } from './methods.ts';

/** What Slack answers with 200: done, or refused with one of its own words (docs.slack.dev/apis/web-api). */
const Answer = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true) }),
  z.looseObject({ ok: z.literal(false), error: z.string().regex(/^[a-z_]{1,100}$/) }),
]);

/** Something answered in Slack's place, or half of an answer came: what was asked for may have been done. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer';

  constructor() {
    super('The answer is none of Slack’s.');
  }
}

/**
 * `fetch` for Slack's client, which would take a page of HTML, or nothing at all, for a refusal with that text as its
 * error code. What it returns throws UnreadableAnswer when the answer is none of Slack's, and what `fetch` throws.
 * @param ask how answers are fetched
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

/** @returns with a word for how it failed, if it did @throws UnreadableAnswer */
async function readable(response: Response, method: string): Promise<{ response: Response; error: string }> {
  if (response.status !== 200) return { response, error: response.status === 429 ? 'ratelimited' : 'status' };
  // At a response URL the status decides: Slack answers with a bare word, other servers with nothing.
  if (method === responseUrl) {
    await response.body?.cancel();
    return { response, error: none };
  }
  const text = await response.text();
  const answer = Answer.safeParse(parsedJson(text));
  if (!answer.success) throw new UnreadableAnswer();
  // Wrapped again: a stream that two read costs more than the whole answer.
  const again = new Response(text, { status: response.status, headers: response.headers });
  return { response: again, error: answer.data.ok ? none : 'refused' };
}

function unanswered(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
}

/** What stands in JSON that somebody sent; undefined for what is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
