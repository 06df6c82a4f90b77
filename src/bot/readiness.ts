import { commonLanguage } from '../language.ts';
import { type Clock, within } from '../time/clock.ts';
import type { Directory } from './onboarding/directory/directory.ts';
import { explain } from './onboarding/explain.ts';
import { unavailable } from './operator-messages.ts';
import type { ConnectionStore } from './storage/connection.ts';

/** What `/readyz` says. */
export interface Readiness {
  /** `held up`: what is handed in is written down and waits; `unavailable`: nothing can be handed in. */
  status: 'ok' | 'held up' | 'unavailable';
  /** What is wrong, in a sentence. */
  trouble?: string;
}

interface ReadinessOptions {
  directory: Directory;
  connection: ConnectionStore;
  /** What holds up all requests. */
  trouble: () => Error | undefined;
  /** Why Slack does not reach Frontdesk, in a sentence. */
  slackTrouble: () => string | undefined;
  /** Whether the process is on its way out. */
  isStopping: () => boolean;
  /** Writes something that changes nothing. @throws when the database cannot be written */
  tryToWrite: () => Promise<void>;
  clock: Clock;
}

/** How long the database may take, and how long its answer counts, in milliseconds. */
const patience = 2_000;
const freshFor = 1_000;

/**
 * Whether people can hand in requests: behind a load balancer that is what counts, and a request that cannot be sent
 * yet is written down all the same.
 */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { clock, tryToWrite, slackTrouble, connection, directory } = options;
  let asked = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);

  function canWrite(): Promise<boolean> {
    const now = clock.now().getTime();
    // Also where the clock was set back since.
    if (Math.abs(now - asked) >= freshFor) {
      asked = now;
      answer = within(clock, patience, tryToWrite().then(yes, no)).then((written) => written ?? false);
    }
    return answer;
  }

  /** Nothing can be handed in. */
  async function unavailableBecause(): Promise<string | undefined> {
    if (options.isStopping()) return unavailable.stopping;
    const apart = slackTrouble();
    if (apart !== undefined) return apart;
    if (!directory.current() && !directory.trouble()) return unavailable.startingUp;
    return (await canWrite()) ? undefined : unavailable.database;
  }

  /** What is handed in waits. */
  function heldUpBecause(): string | undefined {
    const unreadable = connection.trouble();
    if (unreadable !== undefined) return unreadable;
    const failure = options.trouble() ?? (directory.current() ? undefined : directory.trouble());
    return failure && explain(failure, commonLanguage);
  }

  return async () => {
    const missing = await unavailableBecause();
    if (missing !== undefined) return { status: 'unavailable', trouble: missing };
    const waits = heldUpBecause();
    return waits === undefined ? { status: 'ok' } : { status: 'held up', trouble: waits };
  };
}

const yes = () => true;
const no = () => false;
