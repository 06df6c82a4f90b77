import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type EventName, type Events, none, type OperationName, type Operations } from '../telemetry.ts';

/** Buckets for operations that someone waits for, in seconds. */
const moments = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Buckets around Slack's three-second timeout, in seconds. */
const untilThree = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5];
/** Buckets from a request's submission to its end, from a second to a month, in seconds. */
const untilEnded = [1, 2.5, 5, 15, 60, 300, 1_800, 3_600, 14_400, 86_400, 259_200, 604_800, 2_592_000];

type Durations = { [Name in OperationName]: (words: Operations[Name], seconds: number) => void };
type Occasions = { [Name in EventName]: (event: Events[Name]) => void };

function makersIn(registry: Registry) {
  const registers = [registry];
  return {
    timed: <Label extends string>(name: string, help: string, labelNames: Label[], buckets = moments) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    counted: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
  };
}

/** Duration and failures of work in this process. */
export function createDurations(registry: Registry): Durations {
  const { timed, counted } = makersIn(registry);
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

/** Counts and timings of events in this process. */
export function createOccasions(registry: Registry): Occasions {
  const { timed, counted, gauge } = makersIn(registry);
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
