import { flag } from './config-values.ts';
import type { Environment } from './environment.ts';

// Problems between values that are each valid alone: one sentence each, with the fix.

/** Requires a token for Socket Mode or a secret for HTTP mode. */
export function modeProblems(values: Environment): string[] {
  if (values.SLACK_APP_TOKEN || values.SLACK_SIGNING_SECRET) return [];
  return [
    'SLACK_APP_TOKEN or SLACK_SIGNING_SECRET: Set the first (xapp-…, Basic Information, App-Level Tokens) for Socket Mode, ' +
      'or the second (Basic Information, App Credentials) to receive requests over HTTP.',
  ];
}

/** Plain HTTP would expose the admin token. Loopback and an explicit opt-in are allowed. */
export function plainHttpProblems(values: Environment): string[] {
  const url = values.ONBOARDING_URL ?? '';
  const isAllowed = isLoopback(url) || flag.safeParse(values.ONBOARDING_ALLOW_HTTP).data;
  if (!url.startsWith('http://') || isAllowed) return [];
  return [
    'ONBOARDING_URL: The admin token would be sent unencrypted. Use https://, or set ONBOARDING_ALLOW_HTTP=True in a private network.',
  ];
}

/** Refuses the same port for metrics and `PORT`: metrics must not be exposed to Slack or the internet. */
export function metricsProblems(values: Environment): string[] {
  const host = values.HOST || '0.0.0.0';
  const isSameHost = ['0.0.0.0', '::', values.METRICS_HOST || '127.0.0.1'].includes(host);
  const port = Number(values.PORT || 3000);
  if (!isSameHost || !values.METRICS_PORT || port === 0 || Number(values.METRICS_PORT) !== port) return [];
  return [`METRICS_PORT: ${port} is PORT too. Metrics need a port of their own, usually 9464.`];
}

export function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
}
