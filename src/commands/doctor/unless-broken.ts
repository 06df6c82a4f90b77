import { type Check, unchecked } from '../../bot/checks/check.ts';
import { say } from '../../bot/checks/messages.ts';

const network = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

/** Variables by check. If one is invalid, the check would test something else than intended. */
const variablesOf: Record<string, readonly string[]> = {
  database: ['DATABASE_URL'],
  'service-database': ['SERVICE_DATABASE_URL', 'ONBOARDING_URL'],
  'built-in-service': ['ONBOARDING_URL'],
  files: ['DATABASE_URL'],
  disk: ['DATABASE_URL'],
  key: ['DATABASE_URL', 'FRONTDESK_SECRET'],
  slack: ['SLACK_API_URL', ...network],
  'slack-token': ['SLACK_BOT_TOKEN'],
  'slack-requests': ['SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET'],
  access: ['FRONTDESK_HR', 'FRONTDESK_MANAGERS'],
  channels: ['FRONTDESK_CHANNELS'],
  'private-channel': ['FRONTDESK_PRIVATE_CHANNEL'],
  service: ['ONBOARDING_URL', ...network],
  'service-token': ['ONBOARDING_API_TOKEN', 'FRONTDESK_SECRET'],
};

export function unlessBroken(check: Check, broken: ReadonlySet<string>): Check {
  const names = variablesOf[check.name]?.filter((name) => broken.has(name)) ?? [];
  if (names.length === 0) return check;
  return {
    ...check,
    needs: [],
    look: () => unchecked(() => say().withoutVariables(names)),
  };
}
