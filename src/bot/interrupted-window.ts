import type { Log } from '../log.ts';
import { type Clock, within } from '../time/clock.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { NewMessage } from './ledger/outbox/enqueue.ts';
import type { OpenView } from './slack/incoming/origin.ts';

/** How long Slack is kept waiting for the database, in milliseconds, beside what else it waits for. */
const patience = 600;

export interface InterruptedDeps {
  ledger: Pick<Ledger, 'schedule' | 'withdraw'>;
  clock: Clock;
  log: Log;
}

/** Where and when it says so. */
export type WindowAddress = Pick<NewMessage, 'purpose' | 'recipient' | 'due'>;

interface IfInterrupted {
  /** What waits, in a word: each kind of window has another one. */
  name: string;
  /** When its work has ended in any case, in milliseconds from now. */
  after: number;
  /** What stands in the window then. */
  message(address: WindowAddress): NewMessage;
}

/**
 * Before a window says that it waits: should this process end meanwhile, another one shows there what can be said then.
 * Slack does not wait for a slow database: what cannot be written down in time is shown by this process alone.
 * @returns call it once the window shows what came of it
 */
export async function sayIfInterrupted(
  { id, hash }: Pick<OpenView, 'id' | 'hash'>,
  { name, after, message }: IfInterrupted,
  { ledger, clock, log }: InterruptedDeps,
): Promise<() => Promise<void>> {
  const purpose = `${name} window ${id} ${hash}`;
  const due = new Date(clock.now().getTime() + after);
  const written = ledger.schedule([message({ purpose, recipient: { view: id }, due })]);
  await within(clock, patience, written).catch(() => undefined);
  return () =>
    written
      .then(() => ledger.withdraw(purpose))
      .catch((err: unknown) =>
        log.warn({ err }, 'a window that shows what came of it may be changed once more'),
      );
}
