import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { parsedJson } from '../parsed-json.ts';
import type { Attempt, Carrier, Payload, Sent } from './delivery.ts';

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';

/** Carrier that sends signed POSTs to the app's request URL. */
export function requestUrlCarrier(url: string, signingSecret: string, clock: Clock): Carrier {
  return {
    via: 'http',
    async send(payload, attempt, signal) {
      const { body, type } = encoded(payload);
      const response = await fetch(url, {
        method: 'POST',
        body,
        signal,
        redirect: 'manual',
        headers: {
          'content-type': type,
          'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          ...signatureHeaders(signingSecret, body, clock.now()),
          ...(payload.type === 'events_api' && retryHeaders(attempt)),
        },
      });
      return read(response);
    },
  };
}

/** Commands are form fields, interactions one form field with JSON, events JSON. */
function encoded({ type, body }: Payload): { body: string; type: string } {
  if (type === 'events_api') return { body: JSON.stringify(body), type: jsonType };
  const fields = type === 'interactive' ? { payload: JSON.stringify(body) } : body;
  const pairs = Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]);
  return { body: new URLSearchParams(pairs).toString(), type: formType };
}

function retryHeaders({ number, reason }: Attempt): Record<string, string> {
  if (number === 0) return {};
  return { 'x-slack-retry-num': String(number), 'x-slack-retry-reason': reason ?? 'http_error' };
}

async function read(response: Response): Promise<Sent> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const noRetry = response.headers.get('x-slack-no-retry') === '1';
  return { status: response.status, body: isJson ? parsedJson(text, text) : text, noRetry };
}

/**
 * Slack's two signature headers (docs.slack.dev/authentication/verifying-requests-from-slack); `now` in milliseconds.
 */
export function signatureHeaders(signingSecret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${signature}` };
}
