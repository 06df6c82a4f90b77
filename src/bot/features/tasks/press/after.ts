import type { TaskDeps } from '../deps.ts';
import { type defineTaskMessages, topicOf } from '../message/due.ts';
import { TaskAbout } from '../message/task-message.ts';

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
