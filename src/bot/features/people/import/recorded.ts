import { repeat } from '../../../../time/repeat.ts';
import type { PeopleDeps } from '../deps.ts';
import { type defineImported, importedMessage } from './announcements.ts';

/** So long after the last sign of an import whoever began it hears that it did not come to its end, in milliseconds. */
const givenUpAfter = 10 * 60_000;
const signEvery = givenUpAfter / 2;

interface RecordingDeps extends Pick<PeopleDeps, 'imports' | 'ledger' | 'clock' | 'log'> {
  imported: ReturnType<typeof defineImported>;
}

/** Who pressed "Import", and on which page. */
interface Press {
  id: string;
  userId: string;
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
  { id, userId, people }: Press,
  { imports, ledger, imported, clock, log }: RecordingDeps,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await imports.begin(id, userId, people))) return undefined;
  const tell = (due?: Date) =>
    ledger.schedule([importedMessage(imported, { id, userId, ...(due && { due }) })]);
  const tellLater = () => tell(new Date(clock.now().getTime() + givenUpAfter));
  await tellLater();
  const onError = (err: unknown) => log.warn({ err }, 'an import from Slack may be given up while it runs');
  const alive = repeat({ clock, every: signEvery, first: signEvery, turn: tellLater, onError });
  try {
    return await work();
  } finally {
    await alive.stop();
    await imports.end(id, userId);
    await tell();
  }
}
