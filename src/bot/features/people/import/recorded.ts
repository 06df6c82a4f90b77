import { repeat } from '../../../../time/repeat.ts';
import type { PeopleDeps } from '../deps.ts';
import type { ImportMessages } from './announcements.ts';

/** So long after the last sign of an import whoever began it hears that it did not come to its end, in milliseconds. */
const givenUpAfter = 10 * 60_000;
const signEvery = givenUpAfter / 2;

interface RecordingDeps extends Pick<PeopleDeps, 'imports' | 'ledger' | 'clock' | 'log'> {
  messages: ImportMessages;
}

/** Who pressed "Import", and on which page. */
interface Press {
  id: string;
  userId: string;
  /** The window's. */
  viewId: string;
  /** How many people the page was about. */
  people: number;
}

/**
 * Does an import, once for each page. Whoever began it hears how far it came, whatever becomes of it, of the window or of
 * this process: the message is written down before anything is asked, which takes minutes in a large workspace.
 * @returns undefined where the same press came before
 * @throws what the work throws
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
    // It shows what came of it now, from whoever did it.
    await ledger.withdraw(inWindow.purpose);
  }
}
