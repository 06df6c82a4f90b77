import type { NewHire } from '../../../contract/new-hire.ts';
import { paths } from '../../../contract/paths.ts';
import type { OnboardingClient } from '../../onboarding/client/client.ts';
import { NotConnected } from '../../onboarding/client/client.ts';
import { OnboardingFailure } from '../../onboarding/client/errors.ts';
import { createSafeRepeats } from '../../onboarding/client/safe-repeats.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { Person } from '../../onboarding/directory/person.ts';
import { ageOf } from '../../onboarding/directory/snapshot.ts';
import type { Outcome, Request, RequestKind, RequestOf } from '../requests/request.ts';
import { findHire } from './find-hire.ts';
import type { Finding } from './finding.ts';
import { isCovered, type Promised } from './repeats.ts';

/** How one kind of request reaches the service, and what is known of repeating it. */
interface Way<Kind extends RequestKind> {
  /** Sends it. @throws OnboardingFailure */
  send(request: RequestOf<Kind>): Promise<Outcome>;
  /** After an attempt without a known outcome. @throws OnboardingFailure when it cannot be found out now */
  findOut(request: RequestOf<Kind>): Promise<Finding>;
}

/** The ways of both kinds, and what concerns all of them. */
export interface Ways {
  newhire: Way<'newhire'>;
  offboarding: Way<'offboarding'>;
  /** The highest employee id as of a moment ago; undefined when `prepare` has to be called first. */
  highestId(): number | undefined;
  /** Who promises, as of a moment ago, that a repeat is safe. */
  promised: Promised;
  /** Reads what has to be known before anything is sent. @returns what went wrong, if something did */
  prepare(): Promise<Error | undefined>;
  /**
   * Whether the service that answers now promises that repeating a request changes nothing, and did so before each
   * attempt. @throws OnboardingFailure when it cannot be asked
   */
  mayRepeat(request: Request): Promise<boolean>;
  /** Another service, or another token: what was promised before does not count. */
  forget(): void;
  /** The address of the service. */
  address(): string | undefined;
  /** Asks for something that changes nothing. @returns what is wrong with the service, if something is */
  probe(): Promise<Error | undefined>;
}

/** For how long what is known of the employees counts as known before an attempt, in milliseconds. */
const freshFor = 10 * 60_000;

const pathOf: Record<string, string> = {
  newhire: paths.users,
  offboarding: paths.offboarding,
} satisfies Record<RequestKind, string>;

/** The two kinds of requests that Frontdesk sends. */
export function createWays(client: OnboardingClient, directory: Directory, now: () => number): Ways {
  const repeats = createSafeRepeats(client, now);

  function highestId(): number | undefined {
    const snapshot = directory.asRead();
    if (repeats.known() === undefined) return undefined;
    return snapshot && ageOf(snapshot, now()) <= freshFor ? snapshot.highestId : undefined;
  }

  async function prepare(): Promise<Error | undefined> {
    const snapshot = directory.current();
    if (!snapshot || ageOf(snapshot, now()) > freshFor) await directory.refresh();
    if (repeats.known() === undefined) await repeats.readOrNone();
    return highestId() === undefined ? directory.trouble() : undefined;
  }

  return {
    highestId,
    prepare,
    promised({ kind, idempotencyKey }) {
      const isPromised = idempotencyKey !== null && repeats.known()?.has(pathOf[kind] ?? '');
      return (isPromised && client.sender(idempotencyKey)) || '';
    },
    async mayRepeat(request) {
      const { kind, idempotencyKey } = request;
      const sender = idempotencyKey === null ? undefined : client.sender(idempotencyKey);
      if (!isCovered(request, sender, new Date(now()))) return false;
      return (await repeats.read()).has(pathOf[kind] ?? '');
    },
    forget: repeats.forget,
    address: client.address,
    async probe() {
      const failure = await failureOf(client.sequences());
      if (failure) return failure;
      // Whoever was added by hand meanwhile was not added by what waits.
      await directory.refresh();
      return prepare();
    },
    newhire: {
      async send({ payload, idempotencyKey }) {
        const { id, role } = await client.createHire(payload, idempotencyKey ?? undefined);
        const employeeId = id ?? (await idOf(payload.email, directory));
        if (employeeId !== null) directory.add(personOf(payload, employeeId));
        // Somebody who got another role than the one that was asked for has no sequences.
        return { kind: 'done', employeeId, confirmed: role === payload.role };
      },
      findOut: (request) => findHire(request, directory),
    },
    offboarding: {
      async send({ payload, idempotencyKey }) {
        await client.startOffboarding(payload, idempotencyKey ?? undefined);
        return { kind: 'done', employeeId: payload.user, confirmed: true };
      },
      // No list tells who is leaving, and a repeat sends the leaver's mails a second time.
      findOut: async () => ({ kind: 'undecided', question: { kind: 'isItThere' } }),
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

function personOf({ first_name, last_name, email, role }: NewHire, id: number): Person {
  return { id, name: `${first_name} ${last_name}`, email, role };
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
  };
}
