import { z } from 'zod';

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
 * error code.
 * @throws UnreadableAnswer when the answer is none of Slack's; what `fetch` throws
 */
export async function fetchReadable(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (response.status !== 200) return response;
  const text = await response.text();
  if (!Answer.safeParse(parsedJson(text)).success) throw new UnreadableAnswer();
  // Wrapped again: a stream that two read costs more than the whole answer.
  return new Response(text, { status: response.status, headers: response.headers });
}

/** What stands in JSON that somebody sent; undefined for what is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
