import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Makes the ids that Slack would make. Each kind counts on, so they are easy to follow in a log. */
export class Ids {
  #count = 0;
  #lastTs = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** "V" gives "V0000000A1". */
  next(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count.toString(36).toUpperCase().padStart(10, '0')}`;
  }

  /** A message's timestamp, which is also its id: seconds with six digits, never the same twice. */
  ts(): string {
    this.#lastTs = Math.max(this.#lastTs + 1, this.#clock.now() * 1000);
    return `${Math.floor(this.#lastTs / 1_000_000)}.${String(this.#lastTs % 1_000_000).padStart(6, '0')}`;
  }

  /** The hash of a view's present state: "1596530361.3wRYuk3R". */
  hash(): string {
    return `${Math.floor(this.#clock.now() / 1000)}.${secret(4)}`;
  }

  /** For blocks and actions to which the app gave no id: Slack makes them up anew with each view. */
  short(): string {
    return secret(4);
  }
}

/** Something that cannot be guessed, in hex. */
export function secret(bytes = 16): string {
  return randomBytes(bytes).toString('hex');
}
