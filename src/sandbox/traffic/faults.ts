import { z } from 'zod';

export const requestFaults = ['ratelimited', 'error', 'not json', 'empty', 'reset', 'hang', 'delay'] as const;

export const payloadFaults = ['lost', 'delay', 'redeliver', 'drop socket'] as const;

/**
 * A fault to inject, for Web API methods and for payloads to the app:
 * - On a method: `ratelimited` (429 with Retry-After), `error` (a 4xx or 5xx with an HTML page), `not json` (200 with
 *   an HTML page), `empty` (200 without a body), `reset` (connection reset), `hang` (no answer), `delay`.
 * - On `socket`, the opening of a Socket Mode connection: `error`, `reset`, `hang`; a later `hang` means no greeting.
 * - On a payload: `lost` (never delivered), `delay`, `redeliver` (the same one twice), `drop socket`.
 * With `when: "after"` the method runs first, so the app can't know that it succeeded.
 */
export const NewFault = z.strictObject({
  /** A Web API method ("chat.postMessage"), "response_url", "upload", "socket", a payload name, or "*". */
  target: z.string().min(1),
  kind: z.enum([...requestFaults, ...payloadFaults]),
  when: z.enum(['before', 'after']).default('before'),
  times: z.int().positive().default(1),
  /** For `error`. */
  status: z.int().min(400).max(599).default(503),
  /** For `delay`, and for `ratelimited` (Retry-After, rounded up to seconds). */
  milliseconds: z.int().nonnegative().default(1000),
});
export type NewFault = z.infer<typeof NewFault>;

export interface Fault extends NewFault {
  id: string;
  left: number;
}

/** Faults that are still due. */
export class Faults {
  #faults: Fault[] = [];
  #count = 0;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  add(fault: NewFault): Fault {
    this.#count += 1;
    const added = { ...fault, id: `F${this.#count}`, left: fault.times };
    this.#faults.push(added);
    this.#changed();
    return added;
  }

  list(): Fault[] {
    return [...this.#faults];
  }

  remove(id?: string): void {
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id);
    this.#changed();
  }

  /** Consumes one occurrence of the oldest matching fault; undefined if none matches. */
  strike(target: string, when: Fault['when'], kinds: readonly Fault['kind'][]): Fault | undefined {
    const isMeant = (fault: Fault) => fault.target === target || fault.target === '*';
    const fits = (fault: Fault) => fault.when === when && kinds.includes(fault.kind);
    const struck = this.#faults.find((fault) => isMeant(fault) && fits(fault));
    if (!struck) return undefined;
    struck.left -= 1;
    if (struck.left === 0) this.remove(struck.id);
    return struck;
  }
}
