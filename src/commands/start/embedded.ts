import type { Dispatcher } from 'undici';
import { testConnection } from '../../bot/onboarding/client/test-connection.ts';
import { type ConnectionStore, ownName } from '../../bot/storage/connection.ts';
import type { ServiceConfig } from '../../config/config.ts';
import type { Log } from '../../log.ts';
import { openOperator } from '../../service/operator.ts';
import { startService } from '../../service/service.ts';

/** The service's account whose token Frontdesk uses; not a mailbox. */
const account = {
  first_name: 'Frontdesk',
  last_name: 'Bot',
  email: 'frontdesk@bot.invalid',
  role: 1,
} as const;

export function serviceSettings(config: ServiceConfig) {
  return {
    databaseUrl: config.SERVICE_DATABASE_URL,
    connections: config.DATABASE_CONNECTIONS,
    host: config.SERVICE_HOST,
    port: config.SERVICE_PORT,
    timezone: config.SERVICE_TIMEZONE,
    language: config.SERVICE_LANGUAGE,
    apiAccess: config.API_ACCESS,
    trustProxy: config.TRUST_PROXY,
  };
}

/**
 * Starts the service of a company that has none. Its API is always on, since the bot needs it; it listens at
 * `SERVICE_HOST`, which is this machine alone unless changed.
 */
export function startEmbeddedService(config: ServiceConfig, log: Log) {
  return startService({ ...serviceSettings(config), apiAccess: true, log });
}

export async function connectEmbedded(
  config: ServiceConfig,
  url: string,
  store: ConnectionStore,
  dispatcher: Dispatcher,
): Promise<void> {
  const stored = await store.describe();
  // Another service that somebody connected takes precedence.
  if (stored && stored.setBy !== ownName) return;
  const current = await store.load();
  if (current && (await testConnection(current, dispatcher)).ok) return;
  const operator = openOperator(config.SERVICE_DATABASE_URL);
  try {
    const known = (await operator.listUsers()).some(({ email }) => email === account.email);
    if (!known) await operator.addUser(account);
    await store.save({ url, token: await operator.createToken(account.email) }, ownName, new Date());
  } finally {
    await operator.close();
  }
}
