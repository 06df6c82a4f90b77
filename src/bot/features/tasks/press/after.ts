import type { TaskDeps } from '../deps.ts';
import { type defineTaskMessages, topicOf } from '../message/due.ts';
import { TaskAbout } from '../message/task-message.ts';

/** So long after a press its messages and windows show what is so in any case, in milliseconds: the service has answered by then. */
export const inAnyCase = 30_000;

/**
 * Before the service hears of a press: should this process end meanwhile, the messages about the task show what came of
 * it all the same.
 */
export async function showLater(
  ref: { service: string; task: number },
  update: ReturnType<typeof defineTaskMessages>['update'],
  { ledger, clock }: TaskDeps,
): Promise<void> {
  const due = new Date(clock.now().getTime() + inAnyCase);
  for (const { purpose, about: stored } of await ledger.sentAbout(topicOf(ref))) {
    const about = TaskAbout.safeParse(stored).data;
    if (!about) continue;
    const address = { purpose: `${purpose} by ${due.toISOString()}`, recipient: { inPlaceOf: purpose }, due };
    await ledger.schedule([update.message(address, about)]);
  }
}

/**
 * Writes what is so now over every message about a task, and shows it wherever else it is shown.
 * @returns the places of those messages
 */
export async function showEverywhere(
  { service, task, version }: { service: string; task: number; version: number | 'gone' },
  update: ReturnType<typeof defineTaskMessages>['update'],
  { ledger, changes, lists }: TaskDeps,
): Promise<readonly { channel: string; ts: string }[]> {
  const sent = await ledger.sentAbout(topicOf({ service, task }));
  for (const { purpose, about: stored } of sent) {
    const about = TaskAbout.safeParse(stored).data;
    if (!about) continue;
    const recipient = { inPlaceOf: purpose };
    await ledger.enqueue(update.message({ purpose: `${purpose} as of ${version}`, recipient }, about));
  }
  lists.recent.forget();
  changes.tell();
  return sent.map(({ place }) => place);
}
