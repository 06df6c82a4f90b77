import { Gauge, type Registry } from 'prom-client';
import { type Backlog, none, type Sources } from '../telemetry.ts';

const openStates = ['awaiting_approval', 'pending', 'delivering', 'outcome_unknown', 'needs_review'];

/** Label for values from another version of Frontdesk. */
const other = 'other';
const known = (word: string, words: readonly string[]) => (words.includes(word) ? word : other);

type Known = Pick<Sources, 'kinds' | 'outages'>;

function gaugesIn(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
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
    reviews: gauge('frontdesk_reviews_waiting', 'Requests that wait for a person’s answer.'),
  };
}

/** Gauges of the backlog, read from the database. */
export function createGauges(registry: Registry) {
  const { open, ages, breaker, outbox, messageAges, setAside, reviews } = gaugesIn(registry);

  function showRequests(requests: Backlog['requests'], { kinds }: Known, now: Date): void {
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

  return {
    /** Removes all values when the backlog is unknown: stale ones would look current. */
    clear(): void {
      for (const one of [open, ages, breaker, outbox, messageAges, setAside]) one.reset();
      reviews.remove();
    },
    show(backlog: Backlog, { kinds, outages }: Known, now: Date): void {
      this.clear();
      showRequests(backlog.requests, { kinds, outages }, now);
      showMessages(backlog.messages, now);
      for (const reason of outages) breaker.set({ reason }, 0);
      const held = backlog.outage ?? none;
      if (held !== none) breaker.set({ reason: known(held, outages) }, 1);
      setAside.set({ what: 'requests' }, backlog.setAside.requests);
      setAside.set({ what: 'messages' }, backlog.setAside.messages);
    },
  };
}

function zero<Label extends string>(gauges: Gauge<Label>[], labels: Record<Label, string>): void {
  for (const gauge of gauges) gauge.set(labels, 0);
}

/** In seconds; 0 for future instants. */
function ageOf(since: Date, now: Date): number {
  return Math.max(0, now.getTime() - since.getTime()) / 1_000 || 0;
}
