import { createHmac } from 'node:crypto';

/**
 * Slack's two signature headers (docs.slack.dev/authentication/verifying-requests-from-slack); `now` in milliseconds.
 */
export function signatureHeaders(signingSecret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${signature}` };
}
