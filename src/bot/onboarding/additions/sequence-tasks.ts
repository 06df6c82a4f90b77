import type { Addition } from '../../../contract/additions/paths.ts';
import type { FullSequence } from '../../../contract/additions/sequences.ts';
import type { Log } from '../../../log.ts';
import { type Clock, within } from '../../../time/clock.ts';
import { NotConnected } from '../client/client.ts';
import type { ServiceAdditions } from './additions.ts';

/** What a service needs for its sequences' tasks to be known, and to reach people. */
const needed: readonly Addition[] = ['sequences', 'tasks', 'task'];

/** From which age on the list is read again: for a page that shows it, and when a form opens, in milliseconds. */
const oldAfter = { page: 10_000, form: 60_000 };
/** How long a page waits for that, in milliseconds: then it shows what was read before. */
const patience = 400;

/** The sequences with their tasks, as they were read at an instant, in milliseconds since the epoch. */
export interface ReadSequences {
  byId: ReadonlyMap<number, FullSequence>;
  readAt: number;
}

/** `unknown` as long as the list was not read; `notOffered` where the service has none, or nobody knows yet that it has. */
export type KnownSequences = ReadSequences | 'unknown' | 'notOffered';

export type SequenceTasks = ReturnType<typeof createSequenceTasks>;

interface CopyOptions {
  additions: Pick<ServiceAdditions, 'offered' | 'known' | 'sequences' | 'edits'>;
  /** Which service is connected. */
  address: () => string | undefined;
  clock: Clock;
  log: Log;
}

interface Copy extends ReadSequences {
  from: string | undefined;
  /** How many changes of sequences had been sent from here when the reading began. */
  edits: number;
}

/** What tasks the service's sequences bring: a copy in memory, so that no form waits for the service. */
export function createSequenceTasks({ additions, address, clock, log }: CopyOptions) {
  let last: Copy | undefined;
  let underWay: { edits: number; from: string | undefined; reading: Promise<void> } | undefined;
  const now = () => clock.now().getTime();
  const isOffered = (names: ReadonlySet<Addition>) => needed.every((name) => names.has(name));

  /** Nothing is shown of another service. */
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
      // Whoever looks is told that nothing is known, or as of when it is.
      if (!(err instanceof NotConnected)) log.warn({ err }, 'the tasks of sequences cannot be read');
    }
  }

  /** Reads the list; who asks while it is being read shares that. What began before a change of ours is no answer. */
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
    /** A form opens: the list is read in the background, so that it is there when somebody looks. */
    warm(): void {
      if (isOld(oldAfter.form)) void read();
    },
    /** What is known in time for a page about some of them. One that is not in the list may be new. */
    async lately(ids: readonly number[]): Promise<KnownSequences> {
      const isNew = !ids.every((id) => current()?.byId.has(id));
      if (isNew || isOld(oldAfter.page)) await within(clock, patience, read());
      return known();
    },
  };
}
