import type { Clock } from '../../../../time/clock.ts';

interface ThrottleOptions<Value> {
  clock: Pick<Clock, 'after'>;
  /** Shortest time between two writes of one key, in milliseconds. */
  every: number;
  isOlder(one: Value, other: Value): boolean;
  /** A rejected value is written again, unless a newer one arrived. */
  write(value: Value): Promise<void>;
}

interface Slot<Value> {
  latest: Value | undefined;
  writing: Promise<void>;
  cancel(): void;
}

/**
 * Writes values one after another per key: the first at once, then only the newest of those that arrive meanwhile.
 */
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
    /** Writes a key's waiting value now. @returns when it's written or has failed */
    flush,
    /** Flushes all keys, and ends the timers. */
    async stop(): Promise<void> {
      await Promise.all([...slots.keys()].map(flush));
      for (const { cancel } of slots.values()) cancel();
    },
  };
}
