import { fastify } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log.ts';
import { type Clock, remembered } from '../time/clock.ts';
import {
  type Backlog,
  type EventName,
  type Events,
  none,
  type OperationName,
  type Operations,
  type Sources,
  type Telemetry,
} from './telemetry.ts';

interface Metrics extends Telemetry {
  scrape(): Promise<{ contentType: string; text: string }>;
}

interface MetricsOptions {
  version: string;
  clock: Clock;
  log: Log;
}

/** In milliseconds. Scrapes within ten seconds share one reading, and none waits for a hanging database. */
const reading = { freshFor: 10_000, patience: 2_000, givenUpAfter: 60_000 };

export function createMetrics({ version, clock, log }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const makers = makersIn(registry);
  const durations = createDurations(makers);
  const occasions = createOccasions(makers);
  const show = createGauges(makers, version);
  let look = async () => {};

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
    follow(sources) {
      const onError = (err: unknown) => log.warn({ err }, 'what waits cannot be read for the metrics');
      const backlog = remembered(sources.backlog, { ...reading, clock, onError });
      look = async () => show(await backlog(), sources, clock.now());
    },
    async scrape() {
      await look();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

type Makers = ReturnType<typeof makersIn>;

/** Makers of the registry's metrics, with their labels. */
function makersIn(registry: Registry) {
  const registers = [registry];
  return {
    timed: <Label extends string>(name: string, help: string, labelNames: Label[], buckets = moments) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    counted: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
  };
}

const openStates = ['awaiting_approval', 'pending', 'delivering', 'outcome_unknown', 'needs_review'];

const other = 'other';
const known = (word: string, words: readonly string[]) => (words.includes(word) ? word : other);

function gaugesIn({ gauge }: Makers) {
  const ageHelp = 'How long the oldest of these has been open.';
  const breakerHelp = '1 where sending is held up for this reason.';
  const outboxHelp = 'Messages that are wanted by now and not in Slack.';
  const messageAgeHelp = 'How long the oldest of these has been wanted.';
  return {
    open: gauge('frontdesk_requests_open', 'Requests that have not ended.', 'kind', 'state'),
    ages: gauge('frontdesk_requests_oldest_age_seconds', ageHelp, 'kind', 'state'),
    breaker: gauge('frontdesk_circuit_breaker_open', breakerHelp, 'reason'),
    outbox: gauge('frontdesk_outbox_messages', outboxHelp, 'waits_for'),
    messageAges: gauge('frontdesk_outbox_oldest_age_seconds', messageAgeHelp, 'waits_for'),
    setAside: gauge('frontdesk_set_aside', 'What is stored and cannot be read.', 'what'),
  };
}

/** Returns a function that shows the backlog; undefined for an unknown one, whose stale values would look current. */
function createGauges(makers: Makers, version: string) {
  const { gauge } = makers;
  gauge('frontdesk_build_info', '1, with the version of Frontdesk.', 'version').set({ version }, 1);
  const failedHelp = '1 where the database could not be read: what comes from it is missing.';
  const failed = gauge('frontdesk_scrape_failed', failedHelp);
  const isUp = gauge('frontdesk_slack_connected', '1 while Slack reaches this process.');
  const readHelp = 'When the employees and sequences in the menus were read; 0 before the first time.';
  const employeesReadAt = gauge('frontdesk_employees_read_timestamp_seconds', readHelp);
  const reviews = gauge('frontdesk_reviews_waiting', 'Requests that wait for a person’s answer.');
  const gauges = gaugesIn(makers);
  const { open, ages, breaker, outbox, messageAges, setAside } = gauges;

  function showRequests(requests: Backlog['requests'], kinds: Sources['kinds'], now: Date): void {
    for (const kind of kinds) for (const state of openStates) zero([open, ages], { kind, state });
    for (const { kind, state, count, oldest } of requests) {
      const labels = { kind: known(kind, kinds), state: known(state, openStates) };
      open.inc(labels, count);
      ages.set(labels, ageOf(oldest, now));
    }
    const undecided = requests.filter(({ state }) => state === 'needs_review');
    reviews.set(undecided.reduce((sum, { count }) => sum + count, 0));
  }

  function showMessages(messages: Backlog['messages'], now: Date): void {
    for (const waits_for of ['slack', 'people']) zero([outbox, messageAges], { waits_for });
    for (const { waitsFor: waits_for, count, oldest } of messages) {
      outbox.set({ waits_for }, count);
      messageAges.set({ waits_for }, ageOf(oldest, now));
    }
  }

  return (backlog: Backlog | undefined, sources: Sources, now: Date): void => {
    failed.set(backlog ? 0 : 1);
    isUp.set(sources.isSlackUp() ? 1 : 0);
    employeesReadAt.set((sources.employeesReadAt() ?? 0) / 1_000);
    for (const one of Object.values(gauges)) one.reset();
    reviews.remove();
    if (!backlog) return;
    const { kinds, outages } = sources;
    showRequests(backlog.requests, kinds, now);
    showMessages(backlog.messages, now);
    for (const reason of outages) breaker.set({ reason }, 0);
    const held = backlog.outage ?? none;
    if (held !== none) breaker.set({ reason: known(held, outages) }, 1);
    setAside.set({ what: 'requests' }, backlog.setAside.requests);
    setAside.set({ what: 'messages' }, backlog.setAside.messages);
  };
}

function zero<Label extends string>(gauges: Gauge<Label>[], labels: Record<Label, string>): void {
  for (const gauge of gauges) gauge.set(labels, 0);
}

/** In seconds; 0 for future instants. */
function ageOf(since: Date, now: Date): number {
  return Math.max(0, now.getTime() - since.getTime()) / 1_000 || 0;
}

/** Buckets for operations that someone waits for, in seconds. */
const moments = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Buckets around Slack's three-second timeout, in seconds. */
const untilThree = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5];
/** Buckets from a request's submission to its end, from a second to a month, in seconds. */
const untilEnded = [1, 2.5, 5, 15, 60, 300, 1_800, 3_600, 14_400, 86_400, 259_200, 604_800, 2_592_000];

type Durations = { [Name in OperationName]: (words: Operations[Name], seconds: number) => void };
type Occasions = { [Name in EventName]: (event: Events[Name]) => void };

function createDurations({ timed, counted }: Makers): Durations {
  const payloadHelp = 'From a payload of Slack to the end of its listener.';
  const payloads = timed('frontdesk_payload_duration_seconds', payloadHelp, ['kind', 'outcome']);
  const calls = timed('frontdesk_slack_request_duration_seconds', 'Calls of Slack’s Web API.', ['method']);
  const callErrorsHelp = 'Calls of Slack’s Web API that failed.';
  const callErrors = counted('frontdesk_slack_errors_total', callErrorsHelp, ['method', 'error']);
  const requestHelp = 'Requests to the onboarding service.';
  const requests = timed('frontdesk_api_request_duration_seconds', requestHelp, ['method', 'endpoint']);
  const requestErrorsHelp = 'Requests to the onboarding service that failed.';
  const byError = ['method', 'endpoint', 'error'] as const;
  const requestErrors = counted('frontdesk_api_errors_total', requestErrorsHelp, [...byError]);
  const attemptHelp = 'Attempts to bring a request to the onboarding service, by what came of them.';
  const attempts = timed('frontdesk_delivery_duration_seconds', attemptHelp, ['kind', 'result']);

  return {
    payload: ({ kind, outcome }, seconds) => payloads.labels({ kind, outcome }).observe(seconds),
    'slack.call'({ method, error }, seconds) {
      calls.labels({ method }).observe(seconds);
      if (error !== none) callErrors.labels({ method, error }).inc();
    },
    'api.request'({ method, endpoint, error }, seconds) {
      requests.labels({ method, endpoint }).observe(seconds);
      if (error !== none) requestErrors.labels({ method, endpoint, error }).inc();
    },
    delivery: ({ kind, result }, seconds) => attempts.labels({ kind, result }).observe(seconds),
  };
}

function createOccasions({ timed, counted, gauge }: Makers): Occasions {
  const answerHelp = 'Until Slack was answered, which waits three seconds.';
  const answers = timed('frontdesk_acknowledgement_duration_seconds', answerHelp, ['kind'], untilThree);
  const menuHelp = 'Until a menu had its entries.';
  const menus = timed('frontdesk_menu_duration_seconds', menuHelp, ['menu'], untilThree);
  const endHelp = 'From a request’s submission to its end. The count is how many ended.';
  const ended = timed('frontdesk_request_duration_seconds', endHelp, ['kind', 'state'], untilEnded);
  const connectedHelp = 'Socket Mode connections that were opened: one at the start, then reconnects.';
  const connected = counted('frontdesk_socket_connections_total', connectedHelp);
  const unreached = counted('frontdesk_slack_unreached_total', 'Attempts to connect to Slack that failed.');
  const cleanedHelp = 'When what is old was cleaned up last; 0 before the first time.';
  const cleanedAt = gauge('frontdesk_retention_last_run_timestamp_seconds', cleanedHelp);
  const forgottenHelp = 'Ended requests whose personal details were dropped.';
  const forgotten = counted('frontdesk_retention_forgotten_requests_total', forgottenHelp);
  const failures = counted('frontdesk_retention_failures_total', 'Parts of cleaning up that failed.');

  return {
    acknowledged({ kind, listener, seconds }) {
      answers.labels({ kind }).observe(seconds);
      if (kind === 'block_suggestion') menus.labels({ menu: listener }).observe(seconds);
    },
    ended: ({ kind, state, seconds }) => ended.labels({ kind, state }).observe(seconds),
    connected: () => connected.inc(),
    unreached: () => unreached.inc(),
    cleaned(event) {
      cleanedAt.setToCurrentTime();
      forgotten.inc(event.forgotten);
      failures.inc(event.failures);
    },
  };
}

interface ServeOptions {
  listen: { host: string; port: number };
  metrics: Pick<Metrics, 'scrape'>;
  log: Log;
}

/** Maximum number of connections, and the request timeout in milliseconds. */
const bounds = { connections: 20, patience: 5_000 };

export async function serveMetrics({ listen, metrics, log }: ServeOptions) {
  const server = fastify({ requestTimeout: bounds.patience, forceCloseConnections: true });
  server.server.maxConnections = bounds.connections;
  server.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await metrics.scrape();
    return reply.type(contentType).send(text);
  });
  server.setNotFoundHandler((_request, reply) => reply.code(404).send('Metrics are at /metrics.\n'));
  server.setErrorHandler((err, _request, reply) => {
    log.error({ err }, 'the metrics cannot be read');
    return reply.code(500).send('The metrics can’t be read. The log says why.\n');
  });
  const url = await server.listen(listen);
  server.server.on('error', (err) => log.error({ err }, 'the metrics could not be served for a moment'));
  return { url: `${url}/metrics`, stop: () => server.close() };
}
