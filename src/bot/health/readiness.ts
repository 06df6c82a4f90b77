import { type Clock, remembered } from '../../time/clock.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { explain } from '../onboarding/outage.ts';
import type { ConnectionStore } from '../storage/connection.ts';
import { unavailable } from '../storage/operator-messages.ts';

interface ReadinessOptions {
  directory: Directory;
  connection: ConnectionStore;
  trouble: () => Error | undefined;
  slackTrouble: () => string | undefined;
  isStopping: () => boolean;
  /**
   * Test write without effect.
   * @throws if the database can't be written
   */
  tryToWrite: () => Promise<void>;
  clock: Clock;
}

/** Limits of the test write, in milliseconds. */
const writing = { freshFor: 1_000, patience: 2_000, givenUpAfter: 3_000 };

/**
 * Creates the check for `/readyz`: whether requests can be submitted. A request that can't be sent yet is stored, so
 * that counts as ready.
 */
export function createReadiness(options: ReadinessOptions) {
  const { clock, tryToWrite, slackTrouble, connection, directory } = options;
  const canWrite = remembered(() => tryToWrite().then(() => true), { ...writing, clock, onError: () => {} });

  async function unavailableBecause(): Promise<string | undefined> {
    if (options.isStopping()) return unavailable.stopping;
    const apart = slackTrouble();
    if (apart !== undefined) return apart;
    if (!directory.current() && !directory.trouble()) return unavailable.startingUp;
    return (await canWrite()) ? undefined : unavailable.database;
  }

  function heldUpBecause(): string | undefined {
    const unreadable = connection.trouble();
    if (unreadable !== undefined) return unreadable;
    const failure = options.trouble() ?? (directory.current() ? undefined : directory.trouble());
    return failure && explain(failure);
  }

  return async (): Promise<{ status: 'ok' | 'held up' | 'unavailable'; trouble?: string }> => {
    const missing = await unavailableBecause();
    if (missing !== undefined) return { status: 'unavailable', trouble: missing };
    const waits = heldUpBecause();
    return waits === undefined ? { status: 'ok' } : { status: 'held up', trouble: waits };
  };
}
