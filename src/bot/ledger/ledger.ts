import type { Database } from '../../database/open.ts';
import { noTelemetry, type Telemetry } from '../../telemetry/telemetry.ts';
import type { Clock, Repeating } from '../../time/clock.ts';
import { createApprovals } from './approvals.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { Destination } from './delivery/attempt.ts';
import { createDeliveryWorker, createSubmissionWaiters } from './delivery/delivery-worker.ts';
import { createBacklog } from './lists/backlog.ts';
import { createLookups } from './lists/found-by.ts';
import { createHistory } from './lists/history.ts';
import { createPages } from './lists/pages.ts';
import { createMutes } from './mutes.ts';
import { type BlockedChannel, createBlocked } from './outbox/blocked.ts';
import { isWaitingIn } from './outbox/lanes.ts';
import { enqueue, type NewMessage, type Post, schedule } from './outbox/message.ts';
import { createOutbox } from './outbox/outbox.ts';
import { plannedOf, startPlanning } from './planning.ts';
import { amend, type NewAmendment, type Reassignment, reassign, settleUnreached } from './requests/amend.ts';
import { toldOf } from './requests/change-day.ts';
import {
  type CompareWords,
  compareList,
  type ListReading,
  type NewProposal,
  type Proposed,
  propose,
} from './requests/compare-list.ts';
import { answerMissing, compareStarts, type PeopleList } from './requests/missing.ts';
import { createPresence } from './requests/presence.ts';
import { createQuestions } from './requests/questions.ts';
import { createRequestTypes, type LedgerRequestType, type Request } from './requests/request.ts';
import { cancel, type Decision, decide, decideOn, dismiss, retry } from './requests/review.ts';
import { createAside } from './requests/set-aside.ts';
import { createStore } from './requests/store.ts';
import { createSubmit } from './requests/submit.ts';
import { createLedgerDatabase, type Reads, type Tx } from './tables/ledger-database.ts';
import { type Forget, type KeptFor, startRetention } from './tables/retention.ts';
import type { LedgerTables } from './tables/schema.ts';
import { startUpkeep } from './tables/upkeep.ts';
import { createWebhooks, type PostEvent } from './webhooks/webhooks.ts';

export interface LedgerOptions extends Pick<Reads, 'words' | 'builderOf' | 'today' | 'log'> {
  database: Database<LedgerTables>;
  isAlone?: boolean;
  types: readonly LedgerRequestType[];
  destination: Destination;
  post: Post;
  postEvent?: PostEvent;
  clock: Clock;
  onChange?: () => void;
  /** Retention; by default a year for details and ten for the audit log. */
  keptFor?: KeptFor;
  forgetAlso?: readonly Forget[];
  telemetry?: Telemetry;
}

export type Ledger = ReturnType<typeof createLedger>;

/** Delay of messages after an outcome, so that the form is answered first. In milliseconds. */
const afterTheAnswer = 50;

/** Delay of events for other systems, after the messages that people wait for. In milliseconds. */
const afterPeople = 500;

/** Ledger of all requests: each is stored before it is sent, and followed until it has ended. */
export function createLedger(options: LedgerOptions) {
  const { destination, post, clock, log, isAlone = options.database.kind === 'sqlite' } = options;
  const { onChange = () => {}, telemetry = noTelemetry } = options;
  const { keptFor = { details: 365, audit: 3650 }, forgetAlso = [] } = options;
  const { words, builderOf, today } = options;
  const types = createRequestTypes(options.types);
  const given = { types, words, builderOf, today, log, onChange, clock };
  const database = createLedgerDatabase(options.database, given);
  const { transact, statement } = database;
  const aside = createAside(database, wake);
  const store = createStore(database);
  const questions = createQuestions(database);
  const presence = createPresence(database);
  const waiters = createSubmissionWaiters();
  const blocked = createBlocked(database);
  const outbox = createOutbox(database, blocked, post);
  const webhooks = createWebhooks(database, options.postEvent ?? (async () => ({ kind: 'dropped' })));
  database.afterEmitting(() => webhooks.worker.wakeIn(afterPeople));
  const circuitBreaker = createCircuitBreaker(database, destination, wake);
  let cancelAfterwards: (() => void) | undefined;
  const deliveryWorker = createDeliveryWorker(database, {
    store,
    destination,
    circuitBreaker,
    waiters,
    telemetry,
    tellEnd,
    onProgress(progress) {
      waiters.tell(progress);
      cancelAfterwards ??= clock.after(afterTheAnswer, () => {
        cancelAfterwards = undefined;
        onWritten();
      });
    },
  });
  let background: readonly Repeating[] = [];
  let planning: ReturnType<typeof startPlanning> | undefined;

  function wake(): void {
    deliveryWorker.wake();
    outbox.wake();
    webhooks.worker.wake();
  }

  function onWritten(): void {
    outbox.wake();
    onChange();
  }

  function written<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return transact(work).finally(onWritten);
  }

  function tellEnd(request: Request): void {
    const { id: requestId, kind, state, createdAt } = request;
    const seconds = Math.max(0, clock.now().getTime() - new Date(createdAt).getTime()) / 1_000;
    log.info({ requestId, kind, state, seconds: Math.round(seconds) }, 'a request has ended');
    telemetry.record('ended', { kind, state, seconds });
    waiters.tell({ request, trouble: undefined });
  }

  function outage(): Error | undefined {
    const held = circuitBreaker.outage();
    return held && destination.errorOf(held.code);
  }

  function deciding(id: string, decision: (tx: Tx, request: Request) => Promise<Decision>) {
    return afterwards(decideOn(database, id, decision));
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

  return {
    submit: createSubmit(database, { store, deliveryWorker, waiters, outage, wakeOutbox: outbox.wake }),
    ...createLookups(database),
    ...createPages(database),
    ...createHistory(database),
    ...createBacklog(database, aside),
    presence,
    /** Compares upcoming starts with the service's list and with departures. @returns the number of changes */
    async compareStarts(list: PeopleList): Promise<number> {
      const count = (await compareStarts(database, list)) + (await presence.settleAll());
      if (count > 0) onWritten();
      return count;
    },
    /** HR's answer to whether the start of a missing person is cancelled. @returns whether the answer counts */
    answerMissing: (id: string, cancels: boolean, by: string): Promise<boolean> =>
      written((tx) => answerMissing(tx, id, cancels, by)),
    questions,
    ...createMutes(options.database.db),
    /**
     * Call before a form shows that its request is waiting. @returns the current request; if it has ended, show that
     * instead
     */
    awaitView: store.awaitView,
    /** Call after a form has shown a refusal, so that no message repeats it. */
    shownInForm: store.shownInForm,
    /** Answers the request's question. @param by a Slack user id, also below */
    decide: (id: string, yes: boolean, by: string): Promise<Decision> =>
      deciding(id, (tx, request) => decide(tx, request, { yes, by, service: destination.address() })),
    /** Cancels a request that isn't carried out yet. */
    cancel: (id: string, by: string): Promise<Decision> =>
      deciding(id, (tx, request) => cancel(tx, request, by)),
    /** Acknowledges a refusal without retrying, or declines a proposal. */
    dismiss: (id: string, by: string): Promise<Decision> =>
      decideOn(database, id, (tx, request) => dismiss(tx, request, by)).finally(onChange),
    /** Makes the next attempt now, ignoring all waiting times. */
    retry: (id: string, by: string): Promise<Decision> =>
      deciding(id, (tx, request) => retry(tx, request, by)).finally(lookNow),
    ...createApprovals(database, { afterwards, onWritten }),
    /** Stores a proposal, or updates it if its source wrote it before and nobody has taken it. */
    propose: (proposal: NewProposal): Promise<Proposed> => written((tx) => propose(tx, proposal)),
    /** Proposes people who were added to the service's list. @returns the number of people found */
    async compareList(reading: ListReading, asked: CompareWords | undefined): Promise<number> {
      const count = await transact((tx) => compareList(tx, reading, asked));
      if (count > 0) onWritten();
      return count;
    },
    toldOf: (id: string) => toldOf(options.database.db, id),
    amend: (id: string, change: NewAmendment, by: string) => written((tx) => amend(tx, id, change, by)),
    /** Changes the people around a completed request. @param by Slack user id of the author */
    reassign: (id: string, change: Reassignment, by: string) => written((tx) => reassign(tx, id, change, by)),
    /** Clears undelivered messages, by purpose, whose readers know by now. */
    settleUnreached: (id: string, isSettled: (purpose: string) => boolean, by: string) =>
      written((tx) => settleUnreached(tx, id, isSettled, by)),
    /** Entries that can't be read; they are skipped until fixed. */
    aside,
    webhooks,
    /** Other requests in the post of a request's message, by its purpose: see `NewMessage.together`. */
    saidWith: outbox.saidWith,
    /** Sends what is held until others are there: see `NewMessage.together`. */
    sendTogether: (requestIds: readonly string[]) => outbox.sendTogether(requestIds).then(outbox.wake),
    enqueue: (message: NewMessage) => statement((tx) => enqueue(tx, [message])).then(outbox.wake),
    schedule: (messages: readonly NewMessage[]) =>
      statement((tx) => schedule(tx, messages)).then(outbox.wake),
    /** Whether an enqueued message of the lane isn't sent yet. */
    isWaitingIn: (lane: string) => isWaitingIn(database.db, lane),
    blockedChannels: blocked.channels,
    /** Notifies HR, once, that Frontdesk can't post in a channel. `channelMended` re-arms that. */
    channelBlocked: (channel: BlockedChannel) => blocked.tell(channel).then(outbox.wake),
    channelMended: blocked.mended,
    outage,
    /** Checks that a request could be stored now. @throws if the database can't be written */
    tryToWrite: circuitBreaker.tryToWrite,
    /** All planned messages of a request, sent ones included; none if a later one about the person replaced it. */
    planned: (request: Request) => plannedOf(database, request),
    /** Call when settings have changed: the plan follows them. */
    planAnew: () => planning?.replan(),
    /** Probes now whether an outage is over, e.g. after a new token was stored. */
    resume: () => circuitBreaker.lookNow().then(wake),
    async start(): Promise<void> {
      if (isAlone) await store.releaseLeases();
      circuitBreaker.start();
      planning = startPlanning(database, outbox.wake);
      background = [
        startRetention({ database: options.database, clock, log, telemetry, keptFor, also: forgetAlso }),
        startUpkeep(database, () => aside.takeUp('frontdesk'), wake),
      ];
      wake();
    },
    async stop(): Promise<void> {
      for (const repeating of background) await repeating.stop();
      await planning?.stop();
      await deliveryWorker.stop();
      cancelAfterwards?.();
      await outbox.stop();
      await webhooks.worker.stop();
      await circuitBreaker.stop();
    },
  };
}
