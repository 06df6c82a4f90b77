import type { PressServices } from '../services.ts';
import { TaskAbout, type TaskRef, topicOf } from '../task.ts';

/** Delay of the fallback updates after a press, in milliseconds. Longer than the service may take to answer. */
const inAnyCase = 30_000;

/** Schedules updates of the task's messages before the service is called, in case this process ends meanwhile. */
export async function showLater(
  ref: TaskRef,
  update: PressServices['messages']['update'],
  { ledger, clock }: PressServices,
): Promise<void> {
  const due = new Date(clock.now().getTime() + inAnyCase);
  for (const { purpose, about: stored } of await ledger.sentAbout(topicOf(ref))) {
    const about = TaskAbout.safeParse(stored).data;
    if (!about) continue;
    const address = { purpose: `${purpose} by ${due.toISOString()}`, recipient: { inPlaceOf: purpose }, due };
    await ledger.schedule([update.message(address, about)]);
  }
}

/** Updates all messages about a task, and the pages that show it. @returns where those messages are */
export async function showEverywhere(
  { service, task, version }: TaskRef & { version: number | 'gone' },
  update: PressServices['messages']['update'],
  { ledger, changes, lists }: PressServices,
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
