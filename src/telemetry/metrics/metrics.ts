import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Backlog, Sources, Telemetry } from '../telemetry.ts';
import { createGauges } from './gauges.ts';
import { createDurations, createOccasions } from './instruments.ts';
import { remembered } from './remembered.ts';

interface Scraped {
  contentType: string;
  text: string;
}

export interface Metrics extends Telemetry {
  scrape(): Promise<Scraped>;
}

interface MetricsOptions {
  version: string;
  clock: Clock;
  log: Log;
}

/** In milliseconds. Scrapes within ten seconds share one reading, and none waits for a hanging database. */
const reading = { freshFor: 10_000, patience: 2_000, givenUpAfter: 60_000 };

/** Creates the bot's metrics for Prometheus. */
export function createMetrics({ version, clock, log }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = createDurations(registry);
  const occasions = createOccasions(registry);
  const gauges = createGauges(registry);
  const own = createOwnGauges(registry, version);
  let sources: Sources | undefined;
  let backlog: (() => Promise<Backlog | undefined>) | undefined;
  let scraping: Promise<Scraped> | undefined;

  async function scrape(): Promise<Scraped> {
    if (sources && backlog) await lookAt(sources, backlog);
    return { contentType: registry.contentType, text: await registry.metrics() };
  }

  async function lookAt(from: Sources, read: () => Promise<Backlog | undefined>): Promise<void> {
    const found = await read();
    own.failed.set(found ? 0 : 1);
    own.isUp.set(from.isSlackUp() ? 1 : 0);
    own.employeesReadAt.set((from.employeesReadAt() ?? 0) / 1_000);
    if (found) gauges.show(found, from, clock.now());
    else gauges.clear();
  }

  return {
    async observe(name, words, work) {
      const began = performance.now();
      try {
        return await work();
      } finally {
        durations[name](words, (performance.now() - began) / 1_000);
      }
    },
    record: (name, event) => occasions[name](event),
    follow(from) {
      sources = from;
      const onError = (err: unknown) => log.warn({ err }, 'what waits cannot be read for the metrics');
      backlog = remembered(from.backlog, { ...reading, clock, onError });
    },
    /** Concurrent scrapes share one result. */
    scrape: () =>
      (scraping ??= scrape().finally(() => {
        scraping = undefined;
      })),
  };
}

function createOwnGauges(registry: Registry, version: string) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const build = new Gauge({
    name: 'frontdesk_build_info',
    help: '1, with the version of Frontdesk.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version }, 1);
  return {
    failed: gauge(
      'frontdesk_scrape_failed',
      '1 where the database could not be read: what comes from it is missing.',
    ),
    isUp: gauge('frontdesk_slack_connected', '1 while Slack reaches this process.'),
    employeesReadAt: gauge(
      'frontdesk_employees_read_timestamp_seconds',
      'When the employees and sequences in the menus were read; 0 before the first time.',
    ),
  };
}
