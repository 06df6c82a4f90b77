import type { OnboardingClient } from '../onboarding/client.ts';
import { NotConnected } from '../onboarding/client.ts';
import { ageOf, type Directory } from '../onboarding/directory.ts';
import { OnboardingFailure } from '../onboarding/errors.ts';
import { findHire } from './find-hire.ts';
import type { Outcome, Question, Request, RequestKind, RequestOf } from './request.ts';

/** What was found out about an attempt in doubt. */
export type Finding =
  | { kind: 'ended'; outcome: Outcome }
  /** It has had no effect so far. */
  | { kind: 'absent' }
  | { kind: 'undecided'; question: Question };

/** How one kind of request reaches the service, and what is known of repeating it. */
interface Way<Kind extends RequestKind> {
  /** Sends it. @throws OnboardingFailure */
  send(request: RequestOf<Kind>): Promise<Outcome>;
  /** After an attempt without a known outcome. @throws OnboardingFailure when it cannot be found out now */
  findOut(request: RequestOf<Kind>): Promise<Finding>;
  /** Whether the employees tell if it was carried out. */
  canBeLookedUp: boolean;
}

/** The ways of both kinds, and what concerns all of them. */
export interface Ways {
  newhire: Way<'newhire'>;
  offboarding: Way<'offboarding'>;
  /** The highest employee id as of a moment ago; undefined when it would have to be read first. */
  highestId(): number | undefined;
  /** Reads what `highestId` needs. @returns what went wrong, if something did */
  readHighestId(): Promise<Error | undefined>;
  /** Asks for something that changes nothing. @returns what is wrong with the service, if something is */
  probe(): Promise<Error | undefined>;
}

/** For how long what is known of the employees counts as known before an attempt, in milliseconds. */
const freshFor = 10 * 60_000;

/** The two kinds of requests that Frontdesk sends. */
export function createWays(client: OnboardingClient, directory: Directory, now: () => number): Ways {
  function highestId(): number | undefined {
    const snapshot = directory.current();
    return snapshot && ageOf(snapshot, now()) <= freshFor ? snapshot.highestId : undefined;
  }

  async function readHighestId(): Promise<Error | undefined> {
    await directory.refresh();
    return highestId() === undefined ? directory.trouble() : undefined;
  }

  return {
    highestId,
    readHighestId,
    async probe() {
      const failure = await failureOf(client.sequences());
      if (failure) return failure;
      return highestId() === undefined ? readHighestId() : undefined;
    },
    newhire: {
      async send({ payload }) {
        const created = await client.createHire(payload);
        return { kind: 'done', employeeId: created.id ?? (await idOf(payload.email, directory)) };
      },
      findOut: (request) => findHire(request, directory),
      canBeLookedUp: true,
    },
    offboarding: {
      async send({ payload }) {
        await client.startOffboarding(payload);
        return { kind: 'done', employeeId: payload.user };
      },
      // The service overwrites the date and assigns no sequence twice: an equal repeat changes nothing.
      findOut: async () => ({ kind: 'absent' }),
      canBeLookedUp: false,
    },
  };
}

async function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof OnboardingFailure || error instanceof NotConnected) return error;
    throw error;
  }
}

/** Released deployments answer a creation without the id. That it cannot be found now is no failure. */
async function idOf(email: string, directory: Directory): Promise<number | null> {
  try {
    return (await directory.lookUp(email)).person?.id ?? null;
  } catch (error) {
    if (error instanceof OnboardingFailure || error instanceof NotConnected) return null;
    throw error;
  }
}

/** The way of one request, with its kind's type kept. */
export function along(ways: Ways, request: Request) {
  return request.kind === 'newhire' ? bind(ways.newhire, request) : bind(ways.offboarding, request);
}

function bind<Kind extends RequestKind>(way: Way<Kind>, request: RequestOf<Kind>) {
  return {
    send: () => way.send(request),
    findOut: () => way.findOut(request),
    canBeLookedUp: way.canBeLookedUp,
  };
}
