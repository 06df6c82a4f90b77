import type { Database } from '../../database/open.ts';
import { createStatement, createTransact } from '../../database/transact.ts';
import type { Log } from '../../log.ts';
import { noTelemetry, type Telemetry } from '../../telemetry/telemetry.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import type { Repeating } from '../../time/repeat.ts';
import { createApprovals } from './approvals/approvals.ts';
import { createCircuitBreaker } from './circuit-breaker/circuit-breaker.ts';
import { createDeliveryWorker } from './delivery/delivery-worker.ts';
import type { Destination } from './delivery/destination.ts';
import { createTellEnd } from './delivery/tell-end.ts';
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
import { createMutes } from './planning/mutes.ts';
import { startPlanning } from './planning/planning.ts';
import type { Planner } from './planning/write-plan.ts';
import { createAmendments, type NewAmendment } from './requests/amend.ts';
import type { Words } from './requests/ledger-words.ts';
import { createLookups } from './requests/lookups.ts';
import { createMissing, type PeopleList } from './requests/missing.ts';
import { createPresence } from './requests/presence.ts';
import { createQuestions } from './requests/questions.ts';
import type { LedgerRequestType } from './requests/request-type.ts';
import { createRequestTypes } from './requests/request-types.ts';
import { createDecisions, type Decision } from './requests/review.ts';
import { createAside, createSetAside } from './requests/set-aside.ts';
import { createStore } from './requests/store.ts';
import { createSubmit } from './requests/submit.ts';
import { type Forget, type KeptFor, startRetention } from './tables/retention.ts';
import type { LedgerTables } from './tables/schema.ts';
import { startUpkeep } from './tables/upkeep.ts';
import { createEndedElsewhere } from './waiting/ended-elsewhere.ts';
import { createSubmissionWaiters } from './waiting/submission-waiters.ts';

export interface LedgerOptions {
  database: Database<LedgerTables>;
  /** Whether no other process has the database: so it is with SQLite where nothing is said. */
  isAlone?: boolean;
  /** The kinds of request that there are. */
  types: readonly LedgerRequestType[];
  destination: Destination;
  words: Omit<Words, keyof Planner | OptionalWords> & Partial<Pick<Words, OptionalWords>>;
  /** What is planned for later times; nothing where nothing is said. */
  planner?: Planner;
  builderOf: BuilderOf;
  post: Post;
  /** Which day it is for the organization at an instant; in UTC where nothing is said. */
  today?: (now: Date) => string;
  clock: Clock;
  log: Log;
  /** How many requests go to the service at once, over all processes; a real deployment has one worker. */
  concurrency?: number;
  /** Called after something about a request, or what holds up all of them, has changed. */
  onChange?: () => void;
  /** How long what is stored is kept; a year, and ten for the audit log, where nothing is said. */
  keptFor?: KeptFor;
  /** What is cleaned up on the same occasions. */
  forgetAlso?: readonly Forget[];
  telemetry?: Telemetry;
}

type OptionalWords = 'approval' | 'companionLeaves' | 'missing';

export type Ledger = ReturnType<typeof createLedger>;

/** How long messages leave the way to the answer at the form, in milliseconds. */
const afterTheAnswer = 50;

const nothingPlanned: Planner = { planned: () => [], rules: () => '' };

/** Every request ever made: written down before the API hears of it, followed up until it has ended. */
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
    // Whoever waits at the form is answered first.
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

  /** Looks now, whatever was waited for: for what holds up everything, and where Slack asked to wait. */
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
    /** Writes a request down and starts on it. Whatever happens from here on, it is not lost. */
    submit: createSubmit({ ...forSubmit, wakeOutbox: outbox.wake }),
    ...createLookups(database, clock.now),
    ...createPages(database, clock.now),
    ...createHistory(database),
    ...createBacklog(database, clock.now),
    /** Who starts and who leaves, a page of it. */
    timeline: createTimeline(database, clock.now),
    presence,
    /** Brings the starts ahead in step with the service's list, and with departures. @returns how many changed */
    async compareStarts(list: PeopleList): Promise<number> {
      const count = (await missing.compare(list, clock.now())) + (await presence.settleAll(clock.now()));
      if (count > 0) onWritten();
      return count;
    },
    /** HR says whether a start of somebody who disappeared is cancelled. @returns whether that counts */
    async answerMissing(id: string, cancels: boolean, by: string): Promise<boolean> {
      const counts = await missing.answer(id, cancels, by, clock.now());
      onWritten();
      return counts;
    },
    questions,
    ...createTopics(database),
    ...createMutes(options.database.db),
    /** Before a form says that its request waits. @returns the request as it stands: when it has ended, the form says so */
    awaitView: store.awaitView,
    /** After a form has shown its request's refusal: no message has to bring it. */
    shownInForm: store.shownInForm,
    /** A person's answer to what could not be found out. @param by a Slack user id */
    decide: (id: string, yes: boolean, by: string) => afterwards(decisions.decide(id, yes, by, clock.now())),
    /** A person cancels what is not carried out yet. @param by a Slack user id */
    cancel: (id: string, by: string) => afterwards(decisions.cancel(id, by, clock.now())),
    /** A person has seen that it was refused, and leaves it at that. @param by a Slack user id */
    async dismiss(id: string, by: string): Promise<Decision> {
      const decided = await decisions.dismiss(id, by, clock.now());
      onChange();
      return decided;
    },
    /** A person wants the next attempt now, whatever it waits for. @param by a Slack user id */
    async retry(id: string, by: string): Promise<Decision> {
      const decided = await afterwards(decisions.retry(id, by, clock.now()));
      lookNow();
      return decided;
    },
    ...approvals,
    /** Whoever was added to the service by others. */
    elsewhere,
    toldOf: amendments.toldOf,
    /** A person says of one that was carried out that another day counts, or none. @param by a Slack user id */
    async amend(id: string, change: NewAmendment, by: string) {
      const amended = await amendments.amend(id, change, by, clock.now());
      onWritten();
      return amended;
    },
    /** What cannot be read at present: nothing is done with it. */
    aside,
    /** Writes a message down, to be sent when it is due. One with its key that is there already stays as it is. */
    enqueue: (message: NewMessage) =>
      statement((handle) => enqueue(handle, [message], clock.now())).then(outbox.wake),
    /** Writes messages down for a later instant, or another one than before. */
    schedule: (messages: readonly NewMessage[]) =>
      statement((handle) => schedule(handle, messages, clock.now())).then(outbox.wake),
    /** The channels that messages wait for, since Frontdesk cannot write there. */
    blockedChannels: blocked.channels,
    /** Tells HR, once, that Frontdesk cannot write in a channel, or may not; or that HR can be told again. */
    channelBlocked: (channel: BlockedChannel) => blocked.tell(channel, clock.now()).then(outbox.wake),
    channelMended: blocked.mended,
    /** What holds up all requests at present. */
    outage,
    /** Whether a request could be written down now. @throws when it could not */
    tryToWrite: circuitBreaker.tryToWrite,
    /** The rules have become others: what is planned follows them. */
    planAnew: () => planning?.wake(),
    /** Looks at once whether what held up everything is gone: a new token was stored, say. */
    async resume(): Promise<void> {
      await circuitBreaker.lookNow();
      wake();
    },
    /** Takes up what was left open, and goes on until `stop`. */
    async start(): Promise<void> {
      if (isAlone) await store.releaseLeases();
      circuitBreaker.start();
      upkeep = startUpkeep({ database, takeUpAside: () => aside.takeUp('frontdesk'), onFreed, clock, log });
      const also = [elsewhere.forgetOld, ...forgetAlso];
      retention = startRetention({ database, clock, log, telemetry, keptFor, also });
      planning = startPlanning({ database, words, onPlanned: outbox.wake, clock, log });
      wake();
    },
    /** Finishes what is in hand. */
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
