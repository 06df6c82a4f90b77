import type { Problem } from '../../contract/problem.ts';

/**
 * What was chosen and isn't in the service's lists any more, by the name under which it was sent; undefined where the
 * lists can't be read now.
 */
export type Gone = Readonly<Record<string, readonly string[]>> | undefined;

/** What the service says about a request that it declined, and what its lists say about that. */
export interface Declined {
  problem: Problem;
  gone: Gone;
}
