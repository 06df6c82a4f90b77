import { startFrontdesk } from '../../bot/app.ts';
import type { FrontdeskOptions, Limits } from '../../bot/services.ts';
import { createConnectionStore } from '../../bot/storage/connection.ts';
import { createSettingsStore, noteEnvironment, present } from '../../bot/storage/settings.ts';
import { createStarterSources } from '../../bot/storage/starter-sources.ts';
import { createWebhookEndpoints } from '../../bot/storage/webhook-endpoints.ts';
import { type BotConfig, commandNames, configExitCode } from '../../config/config.ts';
import { ownVersion } from '../../config/config-values.ts';
import { holdDatabase } from '../../database/in-use.ts';
import type { Log } from '../../log.ts';
import { noTelemetry } from '../../telemetry/telemetry.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import {
  checkKeyFile,
  dataPath,
  fixedConnection,
  fixedEndpoint,
  fixedSettings,
  openBotDatabase,
} from '../bot-database.ts';
import { outgoing, outgoingEvents, slackNetwork } from '../outgoing.ts';
import { CommandFailed } from '../terminal.ts';

/**
 * A failure stops everything started before it. `stop` finishes current work and closes everything.
 */
export async function startFromConfig(
  config: BotConfig,
  log: Log,
  clock: Clock = systemClock,
  limits?: Limits,
) {
  await using started = new AsyncDisposableStack();
  const metrics = await startMetrics(config, clock, log);
  started.defer(metrics.stop);
  started.defer((await holdDatabase(config.DATABASE_URL, 'shared')).release);
  // Loaded on demand: it is a program of its own, with a web server.
  const embedded = config.ONBOARDING_URL === undefined ? await import('./embedded.ts') : undefined;
  const { telemetry } = metrics;
  const options = await optionsFrom(config, { telemetry, limits, clock, log }, started, embedded);
  const { ONBOARDING_URL: url, ONBOARDING_API_TOKEN: token } = config;
  const given = { ...fixedSettings(config), url, ...(token !== undefined && { token: 'given' }) };
  await noteEnvironment(options.database, present(given), clock.now());
  await options.endpoints.fix(fixedEndpoint(config));
  const frontdesk = await startFrontdesk(options);
  started.defer(frontdesk.stop);
  const running = started.move();
  let stopping: Promise<void> | undefined;
  return { ...frontdesk, metricsUrl: metrics.url, stop: () => (stopping ??= running.disposeAsync()) };
}

type Given = Pick<FrontdeskOptions, 'telemetry' | 'limits' | 'clock' | 'log'>;

/**
 * Opens everything outside the bot.
 * @param opened gets what has to be closed
 * @param embedded starts the service of a company that has none
 */
export async function optionsFrom(
  config: BotConfig,
  given: Given,
  opened: AsyncDisposableStack,
  embedded?: typeof import('./embedded.ts'),
): Promise<FrontdeskOptions> {
  const { clock, log } = given;
  // For Slack, without a limit on connections.
  const wayOut = outgoing(config);
  opened.defer(() => wayOut.destroy());
  const { database, encryption } = await openBotDatabase(config, {
    connections: config.DATABASE_CONNECTIONS,
  });
  opened.defer(database.close);
  if (config.ONBOARDING_API_TOKEN === undefined) await checkKeyFile(database, config);
  // The onboarding service usually has one worker: two connections keep it busy.
  const dispatcher = outgoing(config, 2);
  const service = await embedded?.startEmbeddedService(config, log);
  if (service) opened.defer(service.stop);
  // The ledger has finished its work by then; a menu's lookup that still hangs isn't worth waiting for.
  opened.defer(() => dispatcher.destroy());

  const token = config.ONBOARDING_API_TOKEN;
  // An admin can connect another service than the embedded one, unless the environment gives a token.
  const fixed = fixedConnection(config);
  if (service && token !== undefined) fixed.url = service.url;
  const connection = createConnectionStore({ database, encryption, fixed });
  if (service && token === undefined)
    await embedded?.connectEmbedded(config, service.url, connection, dispatcher);
  const settings = createSettingsStore(database.db, fixedSettings(config));
  const endpoints = createWebhookEndpoints({ database, encryption, now: clock.now });
  const mayBePrivate = config.FRONTDESK_EVENTS_ALLOW_PRIVATE;
  const eventDispatcher = outgoingEvents(config, mayBePrivate);
  opened.defer(() => eventDispatcher.destroy());
  return {
    ...given,
    slack: {
      botToken: config.SLACK_BOT_TOKEN,
      apiUrl: config.SLACK_API_URL,
      mode: modeOf(config),
      network: slackNetwork(config, wayOut),
    },
    listen: { host: config.HOST, port: config.PORT },
    keptFor: { details: config.FRONTDESK_RETENTION_DAYS, audit: config.FRONTDESK_AUDIT_DAYS },
    allowAdminCreatingEndpoint: config.FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT,
    commands: commandNames(config),
    version: ownVersion(),
    dataPath: dataPath(config.DATABASE_URL),
    database,
    settings,
    connection,
    starterSources: createStarterSources({ database, encryption, now: clock.now }),
    dispatcher,
    endpoints,
    webhookRules: { mayBePrivate },
    eventDispatcher,
  };
}

/** An app-level token selects Socket Mode, even if there's a signing secret. */
function modeOf({ SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, HTTP_PATH: path }: BotConfig) {
  return SLACK_APP_TOKEN
    ? { kind: 'socket' as const, appToken: SLACK_APP_TOKEN }
    : { kind: 'http' as const, signingSecret: SLACK_SIGNING_SECRET ?? '', path };
}

/** Starts only if METRICS_PORT is set; without it none of the metrics' code is loaded. */
async function startMetrics(config: BotConfig, clock: Clock, log: Log) {
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  if (port === undefined) return { telemetry: noTelemetry, url: undefined, stop: async () => {} };
  const { createMetrics, serveMetrics } = await import('../../telemetry/metrics.ts');
  const metrics = createMetrics({ version: ownVersion(), clock, log });
  const server = await serveMetrics({ listen: { host, port }, metrics, log }).catch((error: unknown) => {
    throw new CommandFailed(whyNotServed(`${host}:${port}`, error), configExitCode);
  });
  return { telemetry: metrics, ...server };
}

function whyNotServed(place: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'EADDRINUSE')
    return `Metrics can’t be served at ${place}: the port is in use. Stop the program that uses it, or set METRICS_PORT.`;
  return `Metrics can’t be served at ${place} (${code}). Correct METRICS_HOST and METRICS_PORT, or leave METRICS_PORT empty.`;
}
