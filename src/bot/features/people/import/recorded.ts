import { repeat } from '../../../../time/repeat.ts';
import type { PeopleDeps } from '../deps.ts';
import type { ImportMessages } from './announcements.ts';

/** How long after its last sign of life an import is reported as unfinished, in milliseconds. */
const givenUpAfter = 10 * 60_000;
const signEvery = givenUpAfter / 2;

interface RecordingDeps extends Pick<PeopleDeps, 'imports' | 'ledger' | 'clock' | 'log'> {
  messages: ImportMessages;
}

interface Press {
  id: string;
  userId: string;
  viewId: string;
  people: number;
}

/**
 * Runs an import, once per page. Its result message is scheduled before the work begins, so the requester gets one
 * even if the window is closed or the process is lost.
 * @returns undefined for a repeated press
 * @throws errors of `work`
 */
export async function recorded<Result>(
  { id, userId, viewId, people }: Press,
  { imports, ledger, messages, clock, log }: RecordingDeps,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await imports.begin(id, userId, people))) return undefined;
  const toPerson = { purpose: `import ${id}`, recipient: { channel: userId } };
  const inWindow = { purpose: `import window ${id}`, recipient: { view: viewId } };
  async function tellLater(): Promise<void> {
    const due = new Date(clock.now().getTime() + givenUpAfter);
    await ledger.schedule([
      messages.toPerson.message({ ...toPerson, due }, { id }),
      messages.inWindow.message({ ...inWindow, due }, { id }),
    ]);
  }
  await tellLater();
  const onError = (err: unknown) => log.warn({ err }, 'an import from Slack may be given up while it runs');
  const alive = repeat({ clock, every: signEvery, first: signEvery, turn: tellLater, onError });
  try {
    return await work();
  } finally {
    await alive.stop();
    await imports.end(id, userId);
    await ledger.schedule([messages.toPerson.message(toPerson, { id })]);
    // The caller updates the window with the result.
    await ledger.withdraw(inWindow.purpose);
  }
}
