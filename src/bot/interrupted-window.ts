import type { Log } from '../log.ts';
import { type Clock, within } from '../time/clock.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { NewMessage } from './ledger/outbox/enqueue.ts';
import type { OpenView } from './slack/incoming/origin.ts';

/** How long to wait for the database while Slack waits for us, in milliseconds. */
const patience = 600;

export interface InterruptedDeps {
  ledger: Pick<Ledger, 'schedule' | 'withdraw'>;
  clock: Clock;
  log: Log;
}

export type WindowAddress = Pick<NewMessage, 'purpose' | 'recipient' | 'due'>;

interface IfInterrupted {
  /** Short name, unique to the kind of window. */
  name: string;
  /** When the work has certainly ended, in milliseconds from now. */
  after: number;
  message(address: WindowAddress): NewMessage;
}

/**
 * Schedules a message for a window that shows a wait, in case this process ends meanwhile: another one then updates
 * the window. Waits only briefly for a slow database; a schedule that isn't stored in time has effect only in this
 * process.
 * @returns a function to call once the window shows the result
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
