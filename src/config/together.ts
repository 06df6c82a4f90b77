import { flag } from './config-values.ts';
import type { Environment } from './environment.ts';

// What is wrong with values that are right each by itself: a sentence for each, with what to do.

/** There has to be a way for Slack's requests. */
export function modeProblems(values: Environment): string[] {
  if (values.SLACK_APP_TOKEN || values.SLACK_SIGNING_SECRET) return [];
  return [
    'SLACK_APP_TOKEN or SLACK_SIGNING_SECRET: Set the first (xapp-…, Basic Information, App-Level Tokens) for Socket Mode, ' +
      'or the second (Basic Information, App Credentials) to receive requests over HTTP.',
  ];
}

/** The admin token would travel readable over plain HTTP, so only this machine or an explicit word allows it. */
export function plainHttpProblems(values: Environment): string[] {
  const url = values.ONBOARDING_URL ?? '';
  const isAllowed = isLoopback(url) || flag.safeParse(values.ONBOARDING_ALLOW_HTTP).data;
  if (!url.startsWith('http://') || isAllowed) return [];
  return [
    'ONBOARDING_URL: The admin token would be sent unencrypted. Use https://, or set ONBOARDING_ALLOW_HTTP=True in a private network.',
  ];
}

/** Whoever reaches `PORT`, Slack above all, is not to read the metrics. */
export function metricsProblems(values: Environment): string[] {
  const host = values.HOST || '0.0.0.0';
  const isSameHost = ['0.0.0.0', '::', values.METRICS_HOST || '127.0.0.1'].includes(host);
  const port = Number(values.PORT || 3000);
  if (!isSameHost || !values.METRICS_PORT || port === 0 || Number(values.METRICS_PORT) !== port) return [];
  return [`METRICS_PORT: ${port} is PORT too. Metrics need a port of their own, usually 9464.`];
}

/** Whether the address is on this machine. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
}
