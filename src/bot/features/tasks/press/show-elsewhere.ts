import type { OpenView } from '../../../slack/incoming/origin.ts';
import type { WindowAbout } from '../message/waiting-window.ts';
import { inAnyCase } from './after.ts';
import type { PressDeps } from './press-deps.ts';

/**
 * Before a window says that it waits: should this process end meanwhile, another one shows there how the task stands.
 * @returns call it once the window shows what came of it
 */
export async function showElsewhere(
  { id, hash }: Pick<OpenView, 'id' | 'hash'>,
  about: WindowAbout,
  { ledger, clock, messages }: PressDeps,
): Promise<() => Promise<void>> {
  const purpose = `task window ${id} ${hash}`;
  const due = new Date(clock.now().getTime() + inAnyCase);
  await ledger.schedule([messages.window.message({ purpose, recipient: { view: id }, due }, about)]);
  return () => ledger.withdraw(purpose);
}
