import type { ModalView } from '@slack/types';
import type { Language } from '../../language.ts';
import type { Day } from '../../time/dates.ts';
import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Unreached } from '../ledger/outbox/message.ts';
import type { Outcome, Problem, Question, Request, RequestContext } from '../ledger/requests/request.ts';
import type { Finding, LedgerRequestType } from '../ledger/requests/request-type.ts';
import type { OnboardingClient } from '../onboarding/client/client.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { translated } from './delivery-failure.ts';

/** What a person is asked about a request, and the two answers. */
export interface QuestionWords {
  text: string;
  yes: string;
  no: string;
}

/** Somebody who looks at App Home, as the onboarding service knows them. */
interface KnownAs {
  /** The Slack user. */
  userId: string;
  /** Empty where Slack tells none. */
  email: string;
  employee: number | undefined;
}

/** The way to the onboarding service, and what is known of its people. */
export interface OnboardingService {
  client: OnboardingClient;
  directory: Directory;
}

/** What of the settings decides who is told what. */
export interface Audience {
  /** The ids of the channels told of created hires. */
  channels: readonly string[];
  /** The address of a person's page, with `{id}` in it, where it is known. */
  profileUrl: string | undefined;
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
  /** Whether somebody who did not submit it is to see it all the same. */
  concerns?(request: R, person: KnownAs): boolean;
  /** Of a kind whose subject is somebody's address: who was entered as their manager, by the id in the service. */
  managerOf?(request: R): number | undefined;
  /** What lies ahead, in App Home: under which heading, and a line of it. */
  upcoming: { heading(language: Language): string; line(request: R, today: Day, language: Language): string };
  /** What is not certain of one that is done, to whoever said that it is. */
  caveat?(request: R, language: Language): string | undefined;
  /** What could not be found out. */
  question(request: R, question: Question, language: Language): QuestionWords;
  /** Who is told what once it has been carried out or refused. */
  ended(request: R, settings: Audience): NewMessage[];
  /** To the requester: a message of that purpose reached nobody; undefined where that is no news. */
  unreached?(request: R, message: { purpose: string; why: Unreached }): NewMessage | undefined;
  /** In the place of the form. */
  doneView(request: R, settings: Audience, language: Language): ModalView;
  rejectedView(request: R, problem: Problem, language: Language): ModalView;
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
