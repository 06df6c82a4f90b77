import type { Database } from '../../database/open.ts';
import { createStatement, createTransact } from '../../database/transact.ts';
import type { Log } from '../../log.ts';
import { noTelemetry, type Telemetry } from '../../telemetry/telemetry.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import type { Repeating } from '../../time/repeat.ts';
import { createApprovals } from './approvals.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createDeliveryWorker } from './delivery/delivery-worker.ts';
import type { Destination } from './delivery/destination.ts';
import { createElsewhere } from './elsewhere/elsewhere.ts';
import { createBacklog } from './lists/backlog.ts';
import { createHistory } from './lists/history.ts';
import { createPages } from './lists/pages.ts';
import { createTimeline } from './lists/timeline.ts';
import { type BlockedChannel, createBlocked } from './outbox/blocked.ts';
import { enqueue, type NewMessage, schedule } from './outbox/enqueue.ts';
import type { Post } from './outbox/message.ts';
import { createOutbox } from './outbox/outbox.ts';
import type { BuilderOf } from './outbox/pending-message.ts';
import { createOutboxStore } from './outbox/store.ts';
import { createTopics } from './outbox/topics.ts';
import { startPlanning } from './planning/planning.ts';
import { createMutes, type Planner } from './planning/write-plan.ts';
import { createAmendments, type NewAmendment } from './requests/amend.ts';
import type { Words } from './requests/ledger-words.ts';
import { createLookups } from './requests/lookups.ts';
import { createMissing, type PeopleList } from './requests/missing.ts';
import { createPresence } from './requests/presence.ts';
import { createQuestions } from './requests/questions.ts';
import { createRequestTypes, type LedgerRequestType } from './requests/request-type.ts';
import { createDecisions, type Decision } from './requests/review.ts';
import { createAside, createSetAside } from './requests/set-aside.ts';
import { createStore } from './requests/store.ts';
import { createSubmit } from './requests/submit.ts';
import { createEndedElsewhere, createSubmissionWaiters, createTellEnd } from './submission-waiters.ts';
import { type Forget, type KeptFor, startRetention } from './tables/retention.ts';
import type { LedgerTables } from './tables/schema.ts';
import { startUpkeep } from './tables/upkeep.ts';

export interface LedgerOptions {
  database: Database<LedgerTables>;
  isAlone?: boolean;
  types: readonly LedgerRequestType[];
  destination: Destination;
  words: Omit<Words, keyof Planner | OptionalWords> & Partial<Pick<Words, OptionalWords>>;
  planner?: Planner;
  builderOf: BuilderOf;
  post: Post;
  /** The organization's current day at an instant; UTC by default. */
  today?: (now: Date) => string;
  clock: Clock;
  log: Log;
  concurrency?: number;
  onChange?: () => void;
  /** Retention; by default a year for details and ten for the audit log. */
  keptFor?: KeptFor;
  forgetAlso?: readonly Forget[];
  telemetry?: Telemetry;
}

type OptionalWords = 'approval' | 'companionLeaves' | 'missing';

export type Ledger = ReturnType<typeof createLedger>;

/** Delay of messages after an outcome, so that the form is answered first. In milliseconds. */
const afterTheAnswer = 50;

const nothingPlanned: Planner = { planned: () => [], rules: () => '' };

/** Ledger of all requests: each is stored before it is sent, and followed until it has ended. */
export function createLedger(options: LedgerOptions) {
  const { destination, builderOf, post, clock, log, isAlone = options.database.kind === 'sqlite' } = options;
  const nothingSaid = { approval: () => [], companionLeaves: () => [], missing: () => [] };
  const words = { ...nothingPlanned, ...nothingSaid, ...options.planner, ...options.words };
  const { concurrency = 2, onChange = () => {}, telemetry = noTelemetry } = options;
  const { today = (now: Date) => dayIn('UTC', now) } = options;
  const { keptFor = { details: 365, audit: 3650 }, forgetAlso = [] } = options;
  const transact = createTransact(options.database);
  const statement = createStatement(options.database, transact);
  const setAside = createSetAside(log, onChange);
  const types = createRequestTypes(options.types);
  const database = { ...options.database, transact, statement, setAside, types, builderOf, today };
  const onFreed = () => wake();
  const aside = createAside(database, { onChange, onFreed, clock });
  const store = createStore(database, words);
  const questions = createQuestions(database, clock.now);
  const decisions = createDecisions(database, words, destination);
  const amendments = createAmendments(database, words);
  const waiters = createSubmissionWaiters();
  const blocked = createBlocked(database);
  const outboxStore = createOutboxStore(database, words);
  const outbox = createOutbox({ store: outboxStore, blocked, post, clock, log, onBlockedChange: onChange });
  const circuitBreaker = createCircuitBreaker({ database, destination, onRecovered: onFreed, clock, log });
  const tellEnd = createTellEnd({ waiters, telemetry, clock, log });
  let cancelAfterwards: (() => void) | undefined;
  const onProgress: typeof waiters.tell = (progress) => {
    waiters.tell(progress);
    cancelAfterwards ??= clock.after(afterTheAnswer, () => {
      cancelAfterwards = undefined;
      outbox.wake();
      onChange();
    });
  };
  const deliveryWorker = createDeliveryWorker({
    store,
    types,
    destination,
    circuitBreaker,
    waiters,
    clock,
    log,
    concurrency,
    telemetry,
    tellEnd,
    onProgress,
  });
  let retention: Repeating | undefined;
  let upkeep: Repeating | undefined;
  let planning: Repeating | undefined;

  function wake(): void {
    deliveryWorker.wake();
    outbox.wake();
  }

  function outage(): Error | undefined {
    const held = circuitBreaker.outage();
    return held && destination.errorOf(held.code);
  }

  async function afterwards(decision: Promise<Decision>): Promise<Decision> {
    const decided = await decision;
    if (decided.kind === 'taken' && decided.request.outcome) tellEnd(decided.request);
    if (decided.kind === 'taken') await questions.dropUnsent(decided.request.id);
    wake();
    onChange();
    return decided;
  }

  /** Ignores all waiting times, those of an outage and those requested by Slack. */
  function lookNow(): void {
    Promise.all([circuitBreaker.lookNow(), outbox.hurry()])
      .then(wake)
      .catch((err: unknown) => log.error({ err }, 'it cannot be looked at once'));
  }

  function onWritten(): void {
    outbox.wake();
    onChange();
  }
  const approvals = createApprovals(database, words, { now: clock.now, afterwards, onWritten });
  const watchElsewhere = createEndedElsewhere({ database, waiters, clock });
  const forSubmit = { store, deliveryWorker, waiters, watchElsewhere, outage, onChange, clock, log };
  const missing = createMissing(database, words);
  const presence = createPresence(database, words);
  const elsewhere = createElsewhere(database, words, { now: clock.now, onWritten, keptFor: keptFor.details });

  return {
    submit: createSubmit({ ...forSubmit, wakeOutbox: outbox.wake }),
    ...createLookups(database, clock.now),
    ...createPages(database, clock.now),
    ...createHistory(database),
    ...createBacklog(database, clock.now),
    timeline: createTimeline(database, clock.now),
    presence,
    /** Compares upcoming starts with the service's list and with departures. @returns the number of changes */
    async compareStarts(list: PeopleList): Promise<number> {
      const count = (await missing.compare(list, clock.now())) + (await presence.settleAll(clock.now()));
      if (count > 0) onWritten();
      return count;
    },
    /** HR's answer to whether the start of a missing person is cancelled. @returns whether the answer counts */
    async answerMissing(id: string, cancels: boolean, by: string): Promise<boolean> {
      const counts = await missing.answer(id, cancels, by, clock.now());
      onWritten();
      return counts;
    },
    questions,
    ...createTopics(database),
    ...createMutes(options.database.db),
    /**
     * Call before a form shows that its request is waiting. @returns the current request; if it has ended, show that
     * instead
     */
    awaitView: store.awaitView,
    /** Call after a form has shown a refusal, so that no message repeats it. */
    shownInForm: store.shownInForm,
    decide: (id: string, yes: boolean, by: string) => afterwards(decisions.decide(id, yes, by, clock.now())),
    /** Cancels a request that isn't carried out yet. @param by a Slack user id */
    cancel: (id: string, by: string) => afterwards(decisions.cancel(id, by, clock.now())),
    /** Acknowledges a refusal without retrying. @param by a Slack user id */
    async dismiss(id: string, by: string): Promise<Decision> {
      const decided = await decisions.dismiss(id, by, clock.now());
      onChange();
      return decided;
    },
    /** Makes the next attempt now, ignoring all waiting times. @param by a Slack user id */
    async retry(id: string, by: string): Promise<Decision> {
      const decided = await afterwards(decisions.retry(id, by, clock.now()));
      lookNow();
      return decided;
    },
    ...approvals,
    elsewhere,
    toldOf: amendments.toldOf,
    async amend(id: string, change: NewAmendment, by: string) {
      const amended = await amendments.amend(id, change, by, clock.now());
      onWritten();
      return amended;
    },
    /** Entries that can't be read; they are skipped until fixed. */
    aside,
    enqueue: (message: NewMessage) =>
      statement((handle) => enqueue(handle, [message], clock.now())).then(outbox.wake),
    schedule: (messages: readonly NewMessage[]) =>
      statement((handle) => schedule(handle, messages, clock.now())).then(outbox.wake),
    blockedChannels: blocked.channels,
    /** Notifies HR, once, that Frontdesk can't post in a channel. `channelMended` re-arms that. */
    channelBlocked: (channel: BlockedChannel) => blocked.tell(channel, clock.now()).then(outbox.wake),
    channelMended: blocked.mended,
    outage,
    /** Checks that a request could be stored now. @throws if the database can't be written */
    tryToWrite: circuitBreaker.tryToWrite,
    /** Call when settings have changed: planned messages are computed again. */
    planAnew: () => planning?.wake(),
    /** Probes now whether an outage is over, e.g. after a new token was stored. */
    async resume(): Promise<void> {
      await circuitBreaker.lookNow();
      wake();
    },
    async start(): Promise<void> {
      if (isAlone) await store.releaseLeases();
      circuitBreaker.start();
      upkeep = startUpkeep({ database, takeUpAside: () => aside.takeUp('frontdesk'), onFreed, clock, log });
      const also = [elsewhere.forgetOld, ...forgetAlso];
      retention = startRetention({ database, clock, log, telemetry, keptFor, also });
      planning = startPlanning({ database, words, onPlanned: outbox.wake, clock, log });
      wake();
    },
    async stop(): Promise<void> {
      await retention?.stop();
      await planning?.stop();
      await upkeep?.stop();
      await deliveryWorker.stop();
      cancelAfterwards?.();
      await outbox.stop();
      await circuitBreaker.stop();
    },
  };
}
