import type { Clock } from '../clock.ts';
import { secret } from '../ids.ts';

interface Trigger {
  personId: string;
  viewId?: string;
}

const remembered = 60 * 60 * 1000;

/** Trigger ids, each valid for one use within `lifetime` (docs.slack.dev/interactivity/handling-user-interaction). */
export class Triggers {
  readonly #clock: Clock;
  readonly #lifetime: number;
  readonly #issued = new Map<string, { trigger: Trigger; at: number; isUsed: boolean }>();

  /** @param lifetime in milliseconds */
  constructor(clock: Clock, lifetime: number) {
    this.#clock = clock;
    this.#lifetime = lifetime;
  }

  issue(trigger: Trigger): string {
    const id = `${this.#clock.now()}.${Number.parseInt(secret(4), 16)}.${secret()}`;
    this.#forget();
    this.#issued.set(id, { trigger, at: this.#clock.now(), isUsed: false });
    return id;
  }

  #forget(): void {
    for (const [id, { at }] of this.#issued) {
      if (this.#clock.now() - at < remembered) return;
      this.#issued.delete(id);
    }
  }

  exchange(id: string): Trigger | { error: string } {
    const issued = this.#issued.get(id);
    if (!issued) return { error: 'invalid_trigger_id' };
    if (issued.isUsed) return { error: 'exchanged_trigger_id' };
    if (this.#clock.now() - issued.at > this.#lifetime) return { error: 'expired_trigger_id' };
    issued.isUsed = true;
    return issued.trigger;
  }
}
