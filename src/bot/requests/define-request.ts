import type { ModalView } from '@slack/types';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { Language } from '../../language.ts';
import type { Day } from '../../time/dates.ts';
import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Recipient, ToldMessage, Unreached } from '../ledger/outbox/message.ts';
import type { PlannedMessage } from '../ledger/planning/write-plan.ts';
import type { ApprovalNews } from '../ledger/requests/ledger-words.ts';
import type {
  CompanionDeparture,
  DeparturesAround,
  Outcome,
  Problem,
  Question,
  Request,
  RequestContext,
} from '../ledger/requests/request.ts';
import type { Finding, LedgerRequestType } from '../ledger/requests/request-type.ts';
import type { OnboardingClient } from '../onboarding/client/client.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import type { Snapshot } from '../onboarding/directory/snapshot.ts';
import type { PlanRules } from '../plan/plan.ts';
import type { Entered } from '../slack/forms/request-form.ts';
import { translated } from './delivery-failure.ts';
import type { Declined, Gone } from './gone.ts';

/** What a person is asked about a request, and the two answers. */
export interface QuestionWords {
  text: string;
  yes: string;
  no: string;
}

/** The way to the onboarding service, and what is known of its people. */
export interface OnboardingService {
  client: OnboardingClient;
  directory: Directory;
}

/** What can be said of a request once it was carried out, and Frontdesk tells people, but cannot do at the service. */
export interface Afterwards {
  /** The name of the message to whoever asked for it, and of those by which others hear of it. */
  outcome: string;
  announcedBy: readonly string[];
  /** The names of the messages that write over those. */
  rewrittenBy?: readonly string[];
  /** What was sent before and has to say what is so now. */
  rewritten?(request: Request, told: readonly ToldMessage[], rules: PlanRules): NewMessage[];
  words(language: Language): {
    /** Another day counts; absent where that takes another request. */
    moved?: AmendmentWords;
    calledOff: AmendmentWords;
    /** It stands again; absent where that takes another request. */
    resumed?: AmendmentWords;
  };
}

interface AmendmentWords {
  button: string;
  title: string;
  /** Of the field for the day, where one is asked for. */
  label?: string;
  ask(name: string, day: string | null): string;
  /** To everybody who was told of the request. */
  said(name: string, days: { day: string | null; before: string | null }): string;
  /** What is to be done at the service. */
  advice: string;
  /** Instead, where Frontdesk does that: that it is going to, and that it has. */
  follows: { asked: string; done(name: string, day: string | null): string };
}

/** What of the settings decides who is told what. */
export interface Audience {
  /** The ids of the channels told of created hires. */
  channels: readonly string[];
  /** The address of a person's page, with `{id}` in it, where it is known. */
  profileUrl: string | undefined;
  /** Whether days are sent as calendar files. */
  reminders: { calendar: boolean };
}

/** The day of a request in people's calendars, where they get it as a file. */
export interface DayInCalendars<R = Request> {
  /** Who gets it. The keys tell them apart, without anybody's name. */
  readers(request: R): readonly { key: string; recipient: Recipient }[];
  /** The reference of the request with which the entry began, where this one changes another. */
  begunBy?(request: R): string;
  /** Whether others who see a reader's calendar must not read it. */
  isPrivate: boolean;
  words(language: Language): {
    /** Plain text. */
    title(name: string): string;
    /** Above the file, in mrkdwn. */
    added(name: string, day: string): string;
    moved(name: string, day: string): string;
    calledOff(name: string): string;
  };
}

/** How somebody stands among those who start and leave. */
interface Upcoming<R> {
  /** How they stand once it is done, in a few words. */
  state(request: R, today: Day, language: Language): string;
  /** What happens to them on the day, in a few words with their name. */
  line(request: R, language: Language): string;
  /** Who is there for them, and what they come as: a few words each. */
  about?(request: R, language: Language): readonly string[];
  /** What is not settled about them, a few words each. */
  open?(request: R, language: Language): readonly string[];
}

/** Everything that makes a request one of its kind. `Payload` is what is sent, `Context` what messages say beside it. */
interface Definition<Payload extends object, Context extends RequestContext, R = Request<Payload, Context>>
  extends Omit<LedgerRequestType<Payload, Context>, 'deliver' | 'reconcile'> {
  /** Where the service takes it. */
  path: string;
  /** One attempt. @throws OnboardingFailure, which says whether it may have had an effect */
  deliver(request: R, service: OnboardingService): Promise<Outcome>;
  /** After an attempt without a known outcome. @throws OnboardingFailure when it cannot be found out now */
  reconcile(request: R, service: OnboardingService): Promise<Finding>;
  /** What App Home calls it. */
  title(language: Language): string;
  /** Whether managers decide about those that they submitted; HR decides about all. */
  managersDecide: boolean;
  /** Whom it is to be kept from: the employee whom it is about. */
  keptFrom?(request: R): number | undefined;
  afterwards?: Afterwards;
  /** What HR has to know of a start before it is moved: last days that bear on it. */
  leavingNotes?(request: R, around: DeparturesAround, language: Language): string[];
  /** To HR: somebody disappeared from the service before the start day. */
  missing?(request: R): NewMessage[];
  /** To HR: somebody who is there for a start leaves. @param by a Slack user id */
  companionLeaves?(request: R, departure: CompanionDeparture, by: string): NewMessage[];
  /** Of a kind whose subject is somebody's address: who was entered as their manager, by the id in the service. */
  managerOf?(request: R): number | undefined;
  /** The tasks at the service that follow from it. */
  tasks?: {
    kind: SequenceKind;
    /** The subject of requests about somebody. */
    subjectOf(person: { id: number; email: string }): string;
    /** Whose tasks they are, by the id in the service; undefined where that is not known. */
    personOf(request: R): number | undefined;
  };
  /** Who reads of it in the weekly overview: the channels that want it, or HR's private channel alone. */
  weekly: 'channels' | 'hr';
  /** Among those who start and leave, in App Home. */
  upcoming: Upcoming<R>;
  /**
   * What was entered, under the labels of the form.
   * @param reader HR, or whoever submitted it; or somebody whom it concerns, who sees what they are told of it anyway
   */
  details(request: R, language: Language, reader: 'owner' | 'concerned'): readonly Entered[];
  /** What is not certain of one that is done, to whoever said that it is. */
  caveat?(request: R, language: Language): string | undefined;
  /** What could not be found out. */
  question(request: R, question: Question, language: Language): QuestionWords;
  /** Who is told what once it has been carried out or refused. */
  ended(request: R, settings: Audience): NewMessage[];
  /** Who is told what while somebody else has to approve it; absent where nobody ever has to. */
  approval?(request: R, news: ApprovalNews): NewMessage[];
  /** Who gets the day as an entry for their calendar; absent where nobody does. */
  calendar?: DayInCalendars<R>;
  plan?: {
    /** What is to be said at later times about one that is done and stands. */
    of(request: R, rules: PlanRules): PlannedMessage[];
    /**
     * Requests that show all that there is to plan. Where another version plans something else for one of them, every
     * request is planned anew.
     */
    examples: readonly R[];
  };
  /** To the requester or HR: a message of that purpose reached nobody; undefined where that is no news. */
  unreached?(request: R, message: { purpose: string; why: Unreached }): NewMessage | undefined;
  /** In the place of the form. */
  doneView(request: R, settings: Audience, language: Language): ModalView;
  rejectedView(request: R, declined: Declined, language: Language): ModalView;
  /** What was chosen in fields that were refused and is in no list of the service any more. */
  gone?(request: R, refused: Problem, lists: Snapshot): Gone;
}

/** A kind of request that all of the bot can use without knowing which it is: its methods take requests of its kind. */
export type RequestType = Definition<object, RequestContext>;

/** Makes a request type of what one feature says about its requests. */
export function defineRequest<Payload extends object, Context extends RequestContext>(
  definition: Definition<Payload, Context>,
): Definition<Payload, Context> {
  return definition;
}

/** The types as the ledger uses them: each knows the service, and fails in the ledger's words. */
export function forLedger(types: readonly RequestType[], service: OnboardingService): LedgerRequestType[] {
  return types.map((type) => ({
    ...type,
    deliver: (request) => translated(type.deliver(request, service)),
    reconcile: (request) => translated(type.reconcile(request, service)),
  }));
}

/** Finds the type of a request. */
export type TypeOf = (request: { kind: string }) => RequestType;

/** @throws when a request's kind is defined nowhere, which is a mistake in the program */
export function typesByKind(types: readonly RequestType[]): TypeOf {
  const byKind = new Map(types.map((type) => [type.kind, type]));
  return ({ kind }) => {
    const type = byKind.get(kind);
    if (!type) throw new Error(`No feature defines requests of kind ${kind}.`);
    return type;
  };
}
