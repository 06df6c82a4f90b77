import type { Clock } from '../clock.ts';
import { secret } from '../ids.ts';

export interface ResponseTarget {
  channel: string;
  personId: string;
  ts?: string;
}

const lifetime = 30 * 60 * 1000;
const uses = 5;

/**
 * Response URLs, each valid for five uses within 30 minutes (docs.slack.dev/interactivity/handling-user-interaction).
 */
export class ResponseUrls {
  readonly #clock: Clock;
  readonly #issued = new Map<string, { target: ResponseTarget; at: number; left: number }>();
  readonly #origin: () => string;

  /** @param origin returns "http://127.0.0.1:PORT", known only once the server listens */
  constructor(clock: Clock, origin: () => string) {
    this.#clock = clock;
    this.#origin = origin;
  }

  issue(kind: 'commands' | 'actions' | 'app', target: ResponseTarget): string {
    const path = `/response-url/${kind}/${secret()}`;
    this.#forget();
    this.#issued.set(path, { target, at: this.#clock.now(), left: uses });
    return this.#origin() + path;
  }

  #forget(): void {
    for (const [path, { at }] of this.#issued) {
      if (this.#clock.now() - at <= lifetime) return;
      this.#issued.delete(path);
    }
  }

  use(path: string): { target: ResponseTarget } | { error: 'expired_url' | 'used_url' } {
    const issued = this.#issued.get(path);
    if (!issued || this.#clock.now() - issued.at > lifetime) return { error: 'expired_url' };
    if (issued.left === 0) return { error: 'used_url' };
    issued.left -= 1;
    return { target: issued.target };
  }
}
