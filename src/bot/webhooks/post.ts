import type { Dispatcher } from 'undici';
import { bytesOf } from '../../bytes.ts';
import type { WebhookEndpointRow } from '../ledger/tables/webhook-tables.ts';
import type { Delivered, PostEvent, WebhookEvent } from '../ledger/webhooks/webhooks.ts';
import { mistakeInAddress } from './address.ts';
import { eventBody } from './event.ts';
import { signedHeaders } from './signature.ts';

export interface WebhookRules {
  /** Whether events may go to private networks. */
  mayBePrivate: boolean;
}

interface PostOptions extends WebhookRules {
  /** Doesn't follow redirects, and connects to no private network unless that is allowed. */
  dispatcher: Dispatcher;
  /** Secrets that sign now. @throws if they can't be read */
  secretsOf(endpoint: WebhookEndpointRow): readonly string[];
  /** Whether an event has to wait, or isn't true any more. */
  heldBack(event: WebhookEvent): Promise<Extract<Delivered, { kind: 'later' | 'dropped' }> | undefined>;
  now: () => Date;
}

/** Time limit of an attempt, in milliseconds. */
const limit = 15_000;

/** Bytes of an answer that are read; the rest is cut. */
const most = 64 * 1_024;

/** Posts events by Standard Webhooks. A status from 200 to 299 counts as taken. */
export function createPostEvent(options: PostOptions): PostEvent {
  const { dispatcher, mayBePrivate, secretsOf, heldBack, now } = options;

  return async (event, endpoint) => {
    const held = await heldBack(event);
    if (held) return held;
    const mistake = mistakeInAddress(endpoint.url, mayBePrivate);
    if (mistake) return { kind: 'failed', answer: mistake };
    let secrets: readonly string[];
    try {
      secrets = secretsOf(endpoint);
    } catch {
      return { kind: 'failed', answer: 'secret' };
    }
    const body = eventBody(event, endpoint.with_names === 1);
    const headers = signedHeaders({ id: event.id, body }, secrets, now());
    return postTo(endpoint.url, { body, headers }, dispatcher);
  };
}

async function postTo(
  url: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  dispatcher: Dispatcher,
): Promise<Delivered> {
  const { origin, pathname, search } = new URL(url);
  const signal = AbortSignal.timeout(limit);
  const own = { 'content-type': 'application/json', 'user-agent': 'Frontdesk' };
  const sent = { origin, path: `${pathname}${search}`, method: 'POST', body, signal } as const;
  try {
    const answer = await dispatcher.request({ ...sent, headers: { ...own, ...headers } });
    // The status counts; an answer that goes on is cut.
    await bytesOf(answer.body, most).catch(() => undefined);
    answer.body.destroy();
    const { statusCode: status } = answer;
    if (status >= 200 && status < 300) return { kind: 'delivered', answer: String(status) };
    const seconds = Number(answer.headers['retry-after']);
    return {
      kind: 'failed',
      answer: String(status),
      retryAfter: seconds > 0 ? seconds * 1_000 : undefined,
    };
  } catch (error) {
    return { kind: 'failed', answer: signal.aborted ? 'timeout' : codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  for (const cause of causes)
    if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string')
      return cause.code.slice(0, 60);
  return 'error';
}
