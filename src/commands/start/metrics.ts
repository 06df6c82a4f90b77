import type { BotConfig } from '../../config/config.ts';
import { configExitCode } from '../../config/config.ts';
import { ownVersion } from '../../config/own-version.ts';
import type { Log } from '../../log.ts';
import { noTelemetry, type Telemetry } from '../../telemetry/telemetry.ts';
import type { Clock } from '../../time/clock.ts';
import { CommandFailed } from '../terminal.ts';

interface MetricsOptions {
  config: BotConfig;
  clock: Clock;
  log: Log;
}

interface RunningMetrics {
  telemetry: Telemetry;
  /** Undefined without METRICS_PORT. */
  url: string | undefined;
  stop(): Promise<void>;
}

/**
 * Serves metrics if METRICS_PORT is set; without it none of their code is loaded.
 * @throws CommandFailed when they can't be served at METRICS_HOST and METRICS_PORT
 */
export async function startMetrics({ config, clock, log }: MetricsOptions): Promise<RunningMetrics> {
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  if (port === undefined) return { telemetry: noTelemetry, url: undefined, stop: async () => {} };
  const { createMetrics } = await import('../../telemetry/metrics/metrics.ts');
  const { serveMetrics } = await import('../../telemetry/metrics/serve.ts');
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
