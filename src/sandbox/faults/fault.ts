import { z } from 'zod';

/** What can go wrong with a request of the app. */
export const requestFaults = ['ratelimited', 'error', 'not json', 'empty', 'reset', 'hang', 'delay'] as const;

/** What can go wrong with a payload to the app. */
export const payloadFaults = ['lost', 'delay', 'redeliver', 'drop socket'] as const;

/**
 * Trouble to make, for Web API methods and for payloads to the app.
 *
 * On a method: `ratelimited` (429 with Retry-After), `error` (a 4xx or 5xx with a page of HTML), `not json` (200 with a
 * page of HTML), `empty` (200 and nothing), `reset` (the connection breaks), `hang` (no answer ever), `delay`.
 * `when: "after"` does the work first, so the app cannot know that it was done.
 * On `socket`, the opening of a Socket Mode connection: `error`, `reset`, `hang`; after it, a `hang` means no greeting.
 * On a payload: `lost` (never delivered), `delay`, `redeliver` (the same event or command comes twice), `drop socket`.
 */
export const NewFault = z.strictObject({
  /** A Web API method ("chat.postMessage"), "response_url", "upload", "socket", a payload kind ("view_submission"), or "*". */
  target: z.string().min(1),
  kind: z.enum([...requestFaults, ...payloadFaults]),
  when: z.enum(['before', 'after']).default('before'),
  /** How many times; then the fault is over. */
  times: z.int().positive().default(1),
  /** For `error`. */
  status: z.int().min(400).max(599).default(503),
  /** For `delay`, and `ratelimited` (Retry-After, rounded up to seconds). */
  milliseconds: z.int().nonnegative().default(1000),
});
export type NewFault = z.infer<typeof NewFault>;

export interface Fault extends NewFault {
  id: string;
  /** How many times it still strikes. */
  left: number;
}
