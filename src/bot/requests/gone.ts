import type { Problem } from '../../contract/problem.ts';

/** Choices by name in the payload; undefined if the lists can't be read now. */
export type Gone = Readonly<Record<string, readonly string[]>> | undefined;

/** The service's refusal of a request, and the choices that are no longer in its lists. */
export interface Declined {
  problem: Problem;
  gone: Gone;
}
