import type { Clock } from '../../../../time/clock.ts';

interface ThrottleOptions<Value> {
  clock: Pick<Clock, 'after'>;
  /** How long after a write the next one under the same key begins at the earliest, in milliseconds. */
  every: number;
  isOlder(one: Value, other: Value): boolean;
  /** What it rejects is written again, unless something newer came. */
  write(value: Value): Promise<void>;
}

/** What waits under a key, and what is being written. */
interface Slot<Value> {
  latest: Value | undefined;
  writing: Promise<void>;
  cancel(): void;
}

/** Writes values one after the other under each key: the first one at once, then the newest of those that gather. */
export function createThrottle<Value>({ clock, every, isOlder, write }: ThrottleOptions<Value>) {
  const slots = new Map<string, Slot<Value>>();

  function turn(key: string, slot: Slot<Value>): void {
    const { latest } = slot;
    if (latest === undefined) return void slots.delete(key);
    slot.latest = undefined;
    slot.writing = write(latest).catch(() => {
      slot.latest ??= latest;
    });
    let isOff = false;
    const goOn = () => {
      if (!isOff) turn(key, slot);
    };
    const cancel = clock.after(every, () => void slot.writing.then(goOn));
    slot.cancel = () => {
      isOff = true;
      cancel();
    };
  }

  async function flush(key: string): Promise<void> {
    const slot = slots.get(key);
    await slot?.writing;
    if (slot?.latest !== undefined) {
      slot.cancel();
      turn(key, slot);
    }
    await slot?.writing;
  }

  return {
    put(key: string, value: Value): void {
      const slot = slots.get(key) ?? { latest: undefined, writing: Promise.resolve(), cancel: () => {} };
      if (slot.latest === undefined || !isOlder(value, slot.latest)) slot.latest = value;
      if (slots.has(key)) return;
      slots.set(key, slot);
      turn(key, slot);
    },
    /** Writes what waits under a key now. @returns when it is written, or could not be */
    flush,
    /** The same for all keys; nothing is written by itself from then on. */
    async stop(): Promise<void> {
      await Promise.all([...slots.keys()].map(flush));
      for (const { cancel } of slots.values()) cancel();
    },
  };
}
