import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

export type Ids = ReturnType<typeof createIds>;

export function createIds(clock: Clock) {
  let lastTs = 0;
  const ids = {
    /** Number of ids given out. */
    count: 0,
    /** Prefix "V" gives "V0000000A1". */
    next(prefix: string): string {
      ids.count += 1;
      return `${prefix}${ids.count.toString(36).toUpperCase().padStart(10, '0')}`;
    },
    /** Message timestamp, also its id: seconds with six decimals, always unique. */
    ts(): string {
      lastTs = Math.max(lastTs + 1, clock.now() * 1000);
      return `${Math.floor(lastTs / 1_000_000)}.${String(lastTs % 1_000_000).padStart(6, '0')}`;
    },
    /** Hash of a view's state: "1596530361.3wRYuk3R". */
    hash: () => `${Math.floor(clock.now() / 1000)}.${secret(4)}`,
    /** Id for blocks and actions without one; like Slack's, different in each view. */
    short: () => secret(4),
  };
  return ids;
}

export function secret(bytes = 16): string {
  return randomBytes(bytes).toString('hex');
}

interface PassOptions {
  /** Milliseconds. */
  lifetime: number;
  uses: number;
  /** Milliseconds in which an expired one is still told from an unknown one; not at all by default. */
  remembered?: number;
}

/** Ids that are valid for a few uses in a short time: triggers, response URLs. */
export function createPasses<T>(clock: Clock, { lifetime, uses, remembered = lifetime }: PassOptions) {
  const all = new Map<string, { value: T; at: number; left: number }>();
  return {
    issue(id: string, value: T): void {
      const now = clock.now();
      for (const [other, { at }] of all) {
        if (now - at <= remembered) break;
        all.delete(other);
      }
      all.set(id, { value, at: now, left: uses });
    },
    use(id: string): { value: T } | { problem: 'unknown' | 'expired' | 'used' } {
      const issued = all.get(id);
      if (!issued) return { problem: 'unknown' };
      if (issued.left === 0) return { problem: 'used' };
      if (clock.now() - issued.at > lifetime) return { problem: 'expired' };
      issued.left -= 1;
      return { value: issued.value };
    },
  };
}
