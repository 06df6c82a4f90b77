import type { BotConfig } from '../../config/config.ts';
import { configExitCode } from '../../config/config.ts';
import { ownVersion } from '../../config/own-version.ts';
import type { Log } from '../../log.ts';
import { telemetryOf } from '../../telemetry/telemetry.ts';
import type { Clock } from '../../time/clock.ts';
import { CommandFailed } from '../terminal.ts';

interface StartTelemetryOptions {
  config: BotConfig;
  /** Where the way out is not straight. */
  fetch: typeof fetch | undefined;
  clock: Clock;
  log: Log;
}

/**
 * What watches over the bot, where the environment asks for it; nothing is loaded for what it does not ask for.
 * @returns `metricsUrl` is undefined where there are no metrics
 * @throws CommandFailed when the metrics cannot be served where they are wanted
 */
export async function startTelemetry(options: StartTelemetryOptions) {
  const metrics = await startMetrics(options);
  const traces = await startTraces(options);
  return {
    telemetry: telemetryOf([metrics?.metrics ?? [], traces?.traces ?? []].flat()),
    metricsUrl: metrics?.url,
    async stop(): Promise<void> {
      await Promise.all([metrics?.stop(), traces?.stop()]);
    },
  };
}

async function startMetrics({ config, clock, log }: StartTelemetryOptions) {
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  if (port === undefined) return undefined;
  const { createMetrics } = await import('../../telemetry/metrics/metrics.ts');
  const { serveMetrics } = await import('../../telemetry/metrics/serve.ts');
  const metrics = createMetrics({ version: ownVersion(), clock, log });
  const server = await serveMetrics({ listen: { host, port }, metrics, log }).catch((error: unknown) => {
    throw new CommandFailed(whyNotServed(`${host}:${port}`, error), configExitCode);
  });
  return { metrics, ...server };
}

async function startTraces({ config, fetch, clock, log }: StartTelemetryOptions) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  if (endpoint === undefined) return undefined;
  const { createExporter } = await import('../../telemetry/traces/exporter.ts');
  const { createTraces } = await import('../../telemetry/traces/traces.ts');
  const exporter = createExporter({ endpoint, headers, version: ownVersion(), fetch, clock, log });
  return { traces: createTraces(exporter), stop: exporter.stop };
}

function whyNotServed(place: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'EADDRINUSE')
    return `Metrics can’t be served at ${place}: the port is in use. Stop the program that uses it, or set METRICS_PORT.`;
  return `Metrics can’t be served at ${place} (${code}). Correct METRICS_HOST and METRICS_PORT, or leave METRICS_PORT empty.`;
}
