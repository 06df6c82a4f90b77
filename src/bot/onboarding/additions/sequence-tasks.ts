import type { Addition } from '../../../contract/additions/paths.ts';
import type { FullSequence } from '../../../contract/additions/sequences.ts';
import type { Log } from '../../../log.ts';
import { type Clock, within } from '../../../time/clock.ts';
import { NotConnected } from '../client/client.ts';
import type { ServiceAdditions } from './additions.ts';

const needed: readonly Addition[] = ['sequences', 'tasks', 'task'];

/** Age from which the list is read again, for a page and for an opening form, in milliseconds. */
const oldAfter = { page: 10_000, form: 60_000 };
/** How long a page waits for the list, in milliseconds, before it shows the earlier one. */
const patience = 400;

export interface ReadSequences {
  byId: ReadonlyMap<number, FullSequence>;
  readAt: number;
}

/** `unknown` before the first reading; `notOffered` if the service has no such list, or isn't known to. */
export type KnownSequences = ReadSequences | 'unknown' | 'notOffered';

export type SequenceTasks = ReturnType<typeof createSequenceTasks>;

interface CopyOptions {
  additions: Pick<ServiceAdditions, 'offered' | 'known' | 'sequences' | 'edits'>;
  address: () => string | undefined;
  clock: Clock;
  log: Log;
}

interface Copy extends ReadSequences {
  from: string | undefined;
  /** Number of edits sent before the reading began. */
  edits: number;
}

/** Cached tasks of the service's sequences, so that no form waits for the service. */
export function createSequenceTasks({ additions, address, clock, log }: CopyOptions) {
  let last: Copy | undefined;
  let underWay: { edits: number; from: string | undefined; reading: Promise<void> } | undefined;
  const now = () => clock.now().getTime();
  const isOffered = (names: ReadonlySet<Addition>) => needed.every((name) => names.has(name));

  /** Never shows another service's sequences. */
  function current(): Copy | undefined {
    return last?.from === address() ? last : undefined;
  }

  function known(): KnownSequences {
    if (!isOffered(additions.known())) return 'notOffered';
    return current() ?? 'unknown';
  }

  function isOld(age: number): boolean {
    const copy = current();
    return !copy || copy.edits !== additions.edits() || Math.abs(now() - copy.readAt) > age;
  }

  async function readFrom(from: string | undefined, edits: number): Promise<void> {
    try {
      if (!isOffered(await additions.offered())) return;
      const readAt = now();
      const byId = new Map((await additions.sequences()).map((sequence) => [sequence.id, sequence]));
      const isOvertaken = from !== address() || (current()?.edits ?? 0) > edits;
      if (!isOvertaken) last = { from, edits, readAt, byId };
    } catch (err) {
      // The page says that nothing is known, or how old the list is.
      if (!(err instanceof NotConnected)) log.warn({ err }, 'the tasks of sequences cannot be read');
    }
  }

  /** Reads the list; concurrent callers share a reading, unless it began before an edit. */
  function read(): Promise<void> {
    const [from, edits] = [address(), additions.edits()];
    if (underWay && underWay.from === from && underWay.edits === edits) return underWay.reading;
    const begun = { from, edits, reading: readFrom(from, edits) };
    underWay = begun;
    void begun.reading.then(() => {
      if (underWay === begun) underWay = undefined;
    });
    return begun.reading;
  }

  return {
    /** Call when a form opens: reads the list in the background. */
    warm(): void {
      if (isOld(oldAfter.form)) void read();
    },
    /** Sequences known in time for a page. A missing id may be new, so the list is read again. */
    async lately(ids: readonly number[]): Promise<KnownSequences> {
      const isNew = !ids.every((id) => current()?.byId.has(id));
      if (isNew || isOld(oldAfter.page)) await within(clock, patience, read());
      return known();
    },
  };
}
