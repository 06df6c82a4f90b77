import type { ModalView } from '@slack/types';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { Day } from '../../time/dates.ts';
import { type Answer, DeliveryFailure, type Destination, isCovered } from '../ledger/delivery/attempt.ts';
import type { NewMessage, PlannedMessage, ToldMessage, Unreached } from '../ledger/outbox/message.ts';
import type {
  ApprovalNews,
  DeparturesAround,
  Finding,
  LedgerRequestType,
  Outcome,
  Problem,
  Question,
  Request,
  RequestContext,
} from '../ledger/requests/request.ts';
import type { ApiDescription } from '../onboarding/additions.ts';
import type { OnboardingClient } from '../onboarding/client/client.ts';
import * as errors from '../onboarding/client/errors.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { ageOf, type Snapshot } from '../onboarding/directory/snapshot.ts';
import { failureOf, needsPeople, outageIn } from '../onboarding/outage.ts';
import type { PlanRules } from '../plan/plan.ts';
import type { Entered } from '../slack/forms/form.ts';
import type { Moment } from '../slack/timeline.ts';
import { notSupported } from './stored-messages.ts';

interface DestinationOptions extends OnboardingService {
  description: ApiDescription;
  typeOf: TypeOf;
  now: () => number;
}

/** How long the list of employees is valid before an attempt, in milliseconds. */
const freshFor = 10 * 60_000;

export function createDestination(options: DestinationOptions): Destination {
  const { client, directory, description, typeOf, now } = options;

  function baseline(): number | undefined {
    const snapshot = directory.asRead();
    if (description.safeRepeats() === undefined) return undefined;
    return snapshot && ageOf(snapshot, now()) <= freshFor ? snapshot.highestId : undefined;
  }

  async function prepare(): Promise<DeliveryFailure | undefined> {
    const snapshot = directory.current();
    if (!snapshot || ageOf(snapshot, now()) > freshFor) await directory.refresh();
    if (description.safeRepeats() === undefined) await description.readOrNone();
    const trouble = baseline() === undefined ? directory.trouble() : undefined;
    return trouble && asDeliveryFailure(trouble);
  }

  return {
    baseline,
    prepare,
    promised({ kind, idempotencyKey }) {
      const isPromised = idempotencyKey !== null && description.safeRepeats()?.has(typeOf({ kind }).path);
      return (isPromised && client.sender(idempotencyKey)) || '';
    },
    async mayRepeat(request) {
      const { idempotencyKey } = request;
      const sender = idempotencyKey === null ? undefined : client.sender(idempotencyKey);
      if (!isCovered(request, sender, new Date(now()))) return false;
      return (await translated(description.read())).safeRepeats.has(typeOf(request).path);
    },
    address: client.address,
    needsPeople,
    errorOf: failureOf,
    notSupported: {
      kind: 'rejected',
      status: 404,
      problem: { non_field_errors: [notSupported] },
      by: 'frontdesk',
    },
    async probe() {
      try {
        await client.sequences();
      } catch (error) {
        const failure = asDeliveryFailure(error);
        if (failure) return failure;
        throw error;
      }
      // Updates the list first, so that people added by hand meanwhile aren't taken for results of waiting requests.
      await directory.refresh();
      return prepare();
    },
  };
}

/** Converts failures of the onboarding service for the ledger; rethrows everything else. */
async function translated<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw asDeliveryFailure(error) ?? error;
  });
}

/** Converts an error for the ledger; undefined if it isn't a failure of the service or the way to it. */
function asDeliveryFailure(error: unknown): DeliveryFailure | undefined {
  if (!(error instanceof errors.OnboardingFailure)) return undefined;
  const isCertain = error instanceof errors.NotConnected;
  const saysWhatWasDone = error instanceof errors.Unreachable || error instanceof errors.Refused;
  return new DeliveryFailure(error, {
    isCertain,
    mayHaveHadEffect: error.outcomeUnknown,
    untouched: (isCertain || saysWhatWasDone) && !error.outcomeUnknown,
    outage: outageIn(error),
    retryAfter: error.retryAfter,
    answer: answerIn(error),
  });
}

function answerIn(error: errors.OnboardingFailure): Answer | undefined {
  if (error instanceof errors.KeyUsed) return { kind: 'keyUsed', status: error.status };
  if (error instanceof errors.StillInProgress) return { kind: 'inProgress' };
  if (!(error instanceof errors.Refused)) return undefined;
  const { problem, reason, status } = error;
  if (reason === 'invalid') return { kind: 'rejected', problem, status };
  return reason === 'missing' ? { kind: 'notSupported' } : undefined;
}

/** Choices by name in the payload; undefined if the lists can't be read now. */
export type Gone = Readonly<Record<string, readonly string[]>> | undefined;

/** The service's refusal of a request, and the choices that are no longer in its lists. */
export interface Declined {
  problem: Problem;
  gone: Gone;
}

export interface QuestionWords {
  text: string;
  yes: string;
  no: string;
}

export interface OnboardingService {
  client: OnboardingClient;
  directory: Directory;
}

/** Frontdesk announces corrections, and makes them at the service only if that supports it. */
export interface Afterwards {
  /** Names of the message to the requester, and of those to others. */
  outcome: string;
  announcedBy: readonly string[];
  /** Names of the messages that replace those. */
  rewrittenBy?: readonly string[];
  rewritten?(request: Request, told: readonly ToldMessage[], rules: PlanRules): NewMessage[];
  words(): {
    /** For a new day; absent if that takes a new request. */
    moved?: AmendmentWords;
    calledOff: AmendmentWords;
    /** For resuming it; absent if that takes a new request. */
    resumed?: AmendmentWords;
  };
}

export interface AmendmentWords {
  /** The button, and the title of its window. */
  button: string;
  label?: string;
  ask(name: string, day: string | null): string;
  /** Message to everyone who was informed of the request. */
  said(name: string, days: { day: string | null; before: string | null }): string;
  advice: string;
  /** Replaces the advice if Frontdesk makes the change itself. */
  follows: string;
}

/** Facts of a request for other systems, besides its person and day. */
interface RequestFacts {
  email?: string | undefined;
  position?: string | undefined;
  timezone?: string | undefined;
  manager?: EmployeeFacts | undefined;
  buddy?: EmployeeFacts | undefined;
  /** Day of the request that it changes; undefined if it changes none. */
  previousDay?: string | undefined;
}

interface EmployeeFacts {
  employee: number;
  name?: string | undefined;
  email?: string | undefined;
}

export interface Audience {
  channels: readonly string[];
  /** URL of a person's page, with `{id}` in it, if known. */
  profileUrl: string | undefined;
  reminders: { calendar: boolean };
}

export interface DayInCalendars<R = Request> {
  /** References of requests that this one changes, which share its entry: the first one and the last one. */
  changes?(request: R): readonly string[];
  /** Whether it is hidden from others who see the calendar. */
  isPrivate: boolean;
  words(): {
    title(name: string): string;
    added(name: string, day: string): string;
    calledOff(name: string): string;
  };
}

interface Upcoming<R> {
  state(request: R, today: Day): string;
  line(request: R): string;
  about?(request: R): readonly string[];
  open?(request: R): readonly string[];
}

/** Definition of a kind of request. `Payload` is sent, `Context` is for messages. */
interface Definition<Payload extends object, Context extends RequestContext, R = Request<Payload, Context>>
  extends Omit<LedgerRequestType<Payload, Context>, 'deliver' | 'reconcile'> {
  path: string;
  /** Throws OnboardingFailure, which says whether the attempt may have had an effect. */
  deliver(request: R, service: OnboardingService): Promise<Outcome>;
  /** Finds an unknown outcome; throws OnboardingFailure if that isn't possible now. */
  reconcile(request: R, service: OnboardingService): Promise<Finding>;
  title(): string;
  facts?(request: R): RequestFacts;
  /** Whether managers decide on their own requests; HR decides on all. */
  managersDecide: boolean;
  /** Employee id of the person to keep it from: its subject. */
  keptFrom?(request: R): number | undefined;
  afterwards?: Afterwards;
  /** Notes for HR before a start is moved, about last days that affect it. `today` is in the organization's zone. */
  leavingNotes?(request: R, around: DeparturesAround, today: Day): string[];
  /** Messages to HR when the person disappears from the service before the start day. */
  missing?(request: R): NewMessage[];
  /** Asks who may take a proposal about it. */
  proposed?(request: R): NewMessage[];
  managerOf?(request: R): number | undefined;
  tasks?: {
    kind: SequenceKind;
    subjectOf(person: { id: number; email: string }): string;
    personOf(request: R): number | undefined;
    /** Sequences whose tasks come with the request. */
    sequencesOf(request: R): readonly { id: number; name: string }[];
    /** The person's time zone, if it was entered. */
    zoneOf?(request: R): string | undefined;
    /** Whether tasks of an earlier request are changed. */
    isChange?(request: R): boolean;
  };
  /** Employees with a role for the person, as they were entered. */
  companionsOf?(
    request: R,
  ): readonly { employee: number; name: string | undefined; roles: readonly string[] }[];
  /** Moments that Frontdesk has no part in, and sentences about why there are none. */
  further?(request: R, at: { now: Date; timezone: string }): { moments: Moment[]; notes: string[] };
  weekly: 'channels' | 'hr';
  upcoming(): Upcoming<R>;
  /** `owner` is HR or the requester; `concerned` sees only what their messages say anyway. */
  details(request: R, reader: 'owner' | 'concerned'): readonly Entered[];
  question(request: R, question: Question): QuestionWords;
  ended(request: R, settings: Audience): NewMessage[];
  approval?(request: R, news: ApprovalNews): NewMessage[];
  calendar?: DayInCalendars<R>;
  /** Every message for later. A pure function: what was shown before sending is sent. */
  plan?: { of(request: R, rules: PlanRules): PlannedMessage[] };
  /** Tells the requester or HR that a message of this purpose reached nobody. Undefined if that needs no message. */
  unreached?(request: R, message: { purpose: string; why: Unreached }): NewMessage | undefined;
  doneView(request: R, settings: Audience): ModalView;
  rejectedView(request: R, declined: Declined): ModalView;
  gone?(request: R, refused: Problem, lists: Snapshot): Gone;
}

/** Request type without knowledge of its kind: pass its methods only requests of that kind. */
export type RequestType = Definition<object, RequestContext>;

/** Checks a feature's request type against its payload and context types. */
export function defineRequest<Payload extends object, Context extends RequestContext>(
  definition: Definition<Payload, Context>,
): Definition<Payload, Context> {
  return definition;
}

/** Adapts the types for the ledger: binds the service and converts its failures to DeliveryFailure. */
export function forLedger(types: readonly RequestType[], service: OnboardingService): LedgerRequestType[] {
  return types.map((type) => ({
    ...type,
    deliver: (request) => translated(type.deliver(request, service)),
    reconcile: (request) => translated(type.reconcile(request, service)),
  }));
}

export type TypeOf = (request: { kind: string }) => RequestType;

export function typesByKind(types: readonly RequestType[]): TypeOf {
  const byKind = new Map(types.map((type) => [type.kind, type]));
  return ({ kind }) => {
    const type = byKind.get(kind);
    if (!type) throw new Error(`No feature defines requests of kind ${kind}.`);
    return type;
  };
}
