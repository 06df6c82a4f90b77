import type { ModalView } from '@slack/types';
import type { Problem } from '../../contract/problem.ts';
import type { Day } from '../../time/dates.ts';
import type { Finding } from '../ledger/delivery/finding.ts';
import type { OutgoingMessage, Unreached } from '../ledger/outbox/message.ts';
import type { Outcome, Question, Request, RequestKind, RequestOf } from '../ledger/requests/request.ts';
import type { OnboardingClient } from '../onboarding/client/client.ts';
import type { Directory } from '../onboarding/directory/directory.ts';

/** What a person is asked about a request, and the two answers. */
export interface QuestionWords {
  text: string;
  yes: string;
  no: string;
}

/** Somebody who looks at App Home, as the onboarding service knows them. */
interface KnownAs {
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
interface Audience {
  /** The ids of the channels told of created hires. */
  channels: readonly string[];
  /** The address of a person's page, with `{id}` in it, where it is known. */
  profileUrl: string | undefined;
}

/** Everything that makes a request one of its kind, as the rest of the bot sees it. */
interface Definition<Kind extends RequestKind, R> {
  kind: Kind;
  /** Where the service takes it. */
  path: string;
  /** One attempt. @throws OnboardingFailure, which says whether it may have had an effect */
  deliver(request: R, service: OnboardingService): Promise<Outcome>;
  /** After an attempt without a known outcome. @throws OnboardingFailure when it cannot be found out now */
  reconcile(request: R, service: OnboardingService): Promise<Finding>;
  /** How it ended when a person says that it worked. */
  worked(request: R, question: Question): Outcome;
  /** Whether a refusal can come from what an earlier attempt brought about. */
  mayBeOwnEffect(problem: Problem): boolean;
  /** What App Home calls it. */
  title: string;
  /** Whether managers decide about those that they submitted; HR decides about all. */
  managersDecide: boolean;
  /** Whom it is to be kept from: the employee whom it is about. */
  keptFrom?(request: R): number | undefined;
  /** Whether somebody who did not submit it is to see it all the same. */
  concerns?(request: R, person: KnownAs): boolean;
  /** What lies ahead, in App Home: under which heading, and a line of it. */
  upcoming: { heading: string; line(request: R, today: Day): string };
  /** What could not be found out. */
  question(request: R, question: Question): QuestionWords;
  /** Who is told what once it has been carried out or refused. */
  ended(request: R, settings: Audience): OutgoingMessage[];
  /** To the requester: a message of that purpose reached nobody; undefined where that is no news. */
  unreached?(request: R, message: { purpose: string; why: Unreached }): OutgoingMessage | undefined;
  /** In the place of the form. */
  doneView(request: R, settings: Audience): ModalView;
  refusedView(request: R, problem: Problem): ModalView;
}

/** A kind of request that all of the bot can use without knowing which it is. */
export type RequestType = Definition<RequestKind, Request>;

/** Makes a request type of what one feature says about its requests. */
export function defineRequest<Kind extends RequestKind>(
  definition: Definition<Kind, RequestOf<Kind>>,
): RequestType {
  const { kind, upcoming, keptFrom, concerns, unreached } = definition;
  const own = (request: Request): RequestOf<Kind> => {
    if (!isOf(request, kind)) throw new Error(`A request of kind ${request.kind} is no ${kind}.`);
    return request;
  };
  return {
    ...definition,
    deliver: (request, service) => definition.deliver(own(request), service),
    reconcile: (request, service) => definition.reconcile(own(request), service),
    worked: (request, question) => definition.worked(own(request), question),
    keptFrom: (request) => keptFrom?.(own(request)),
    concerns: (request, person) => concerns?.(own(request), person) ?? false,
    upcoming: { ...upcoming, line: (request, today) => upcoming.line(own(request), today) },
    question: (request, question) => definition.question(own(request), question),
    ended: (request, settings) => definition.ended(own(request), settings),
    unreached: (request, message) => unreached?.(own(request), message),
    doneView: (request, settings) => definition.doneView(own(request), settings),
    refusedView: (request, problem) => definition.refusedView(own(request), problem),
  };
}

/** Tells a request of one kind from the others. */
export function isOf<Kind extends RequestKind>(request: Request, kind: Kind): request is RequestOf<Kind> {
  return request.kind === kind;
}

/** Finds the type of a request. */
export type TypeOf = (request: { kind: string }) => RequestType;

/** @throws when a request's kind is defined nowhere, which is a mistake in the program */
export function typesByKind(types: readonly RequestType[]): TypeOf {
  const byKind = new Map<string, RequestType>(types.map((type) => [type.kind, type]));
  return ({ kind }) => {
    const type = byKind.get(kind);
    if (!type) throw new Error(`No feature defines requests of kind ${kind}.`);
    return type;
  };
}
