import type { Problem } from '../../contract/problem.ts';
import type { OnboardingClient } from '../onboarding/client.ts';
import type { Directory } from '../onboarding/directory.ts';
import { OnboardingFailure } from '../onboarding/errors.ts';
import type { Outcome, Request, RequestKind, RequestOf } from './request.ts';

/** How one kind of request reaches the service, and what is known of repeating it. */
interface Way<Kind extends RequestKind> {
  /** Sends it. @throws OnboardingFailure */
  send(request: RequestOf<Kind>): Promise<Outcome>;
  /**
   * After an attempt without a known outcome: how it ended, or undefined when it had no effect or when
   * a repeat is harmless. @throws OnboardingFailure when that cannot be found out now
   */
  findOut(request: RequestOf<Kind>): Promise<Outcome | undefined>;
  /** Whether a refusal can be the effect of an earlier attempt of our own that did arrive. */
  mayBeOurOwnDoing(problem: Problem): boolean;
}

export type Ways = { [Kind in RequestKind]: Way<Kind> };

/** The two kinds of requests that Frontdesk sends. */
export function createWays(client: OnboardingClient, directory: Directory): Ways {
  /** Creating is not repeatable: the address tells whether it happened. */
  async function findHire(email: string): Promise<Outcome | undefined> {
    const person = await directory.lookUp(email);
    return person && { kind: 'done', employeeId: person.id };
  }

  return {
    newhire: {
      async send({ payload }) {
        const created = await client.createHire(payload);
        return { kind: 'done', employeeId: created.id ?? (await idOf(payload.email)) };
      },
      findOut: ({ payload }) => findHire(payload.email),
      mayBeOurOwnDoing: (problem) => 'email' in problem,
    },
    offboarding: {
      async send({ payload }) {
        await client.startOffboarding(payload);
        return { kind: 'done', employeeId: payload.user };
      },
      // The service overwrites the date and assigns no sequence twice: an equal repeat changes nothing.
      findOut: async () => undefined,
      mayBeOurOwnDoing: () => false,
    },
  };

  /** Released deployments answer a creation without the id. That it cannot be found now is no failure. */
  async function idOf(email: string): Promise<number | null> {
    try {
      return (await directory.lookUp(email))?.id ?? null;
    } catch (error) {
      if (error instanceof OnboardingFailure) return null;
      throw error;
    }
  }
}

/** The way of one request, with its kind's type kept. */
export function along(ways: Ways, request: Request) {
  return request.kind === 'newhire'
    ? { ...bind(ways.newhire, request), request }
    : { ...bind(ways.offboarding, request), request };
}

function bind<Kind extends RequestKind>(way: Way<Kind>, request: RequestOf<Kind>) {
  return {
    send: () => way.send(request),
    findOut: () => way.findOut(request),
    mayBeOurOwnDoing: (problem: Problem) => way.mayBeOurOwnDoing(problem),
  };
}
