/** `unchecked`: no result, so nothing is claimed. */
type State = 'ok' | 'warning' | 'failure' | 'unchecked';

export interface Said {
  what: string;
  todo?: string;
}

type Say = () => Said;

export interface Found {
  state: State;
  say: Say;
  /** Stable fingerprint of the problem (ids and codes only). */
  about?: string;
  /** Channel and Slack's error code, if people are notified of that problem anyway. */
  channel?: { id: string; code: string };
  /** Dependent checks can't be made, although this is no failure. */
  stops?: true;
}

export interface Check {
  /** Key of stored results; must not change. */
  name: string;
  title(): string;
  needs?: readonly string[];
  /** May throw anything: see `runChecks`. */
  look(): Found | Promise<Found>;
}

export type Result = Pick<Check, 'name' | 'title'> & Found;

export const ok = (say: Say): Found => ({ state: 'ok', say });
export const warning = (say: Say): Found => ({ state: 'warning', say });
export const failure = (say: Say, about?: string): Found => ({
  state: 'failure',
  say,
  ...(about !== undefined && { about }),
});
export const unchecked = (say: Say): Found => ({ state: 'unchecked', say });

/** Memoizes a call, so that concurrent and later callers share its answer. */
export function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => (answer ??= ask());
}
