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
