export const tokenRefused = {
  bot: (code: string) =>
    `Slack doesn't accept SLACK_BOT_TOKEN (${code}). Copy the Bot User OAuth Token again from your app's page, ` +
    'OAuth & Permissions.',
  app: (code: string) =>
    `Slack doesn't accept SLACK_APP_TOKEN (${code}). Make a new token on your app's page, Basic Information, ` +
    'App-Level Tokens, with the scope connections:write.',
} as const;

export function cannotReachSlack(reason: string): string {
  return `Frontdesk can't reach Slack (${reason}). It keeps trying.`;
}

export const reasons = {
  noGreeting: 'no greeting in time',
  closed: 'the connection was closed before the greeting',
  stopped: 'stopped',
  noAnswer: 'no answer in time',
  unreadable: 'unreadable answer',
  noConnection: 'no connection',
  certificate: 'the certificate isn’t trusted; if it’s your company’s own, set NODE_EXTRA_CA_CERTS',
  proxy: 'no way through the proxy; check HTTPS_PROXY and NO_PROXY',
} as const;

export const connecting = 'Frontdesk is connecting to Slack.';
