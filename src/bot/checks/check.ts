import type { Language } from '../../language.ts';

/** `unchecked`: it could not be found out, so nothing is claimed. */
type State = 'ok' | 'warning' | 'failure' | 'unchecked';

/** A result in plain words: how it is, and what somebody has to do about it. No secret, and nobody's name. */
export interface Said {
  what: string;
  todo?: string;
}

type Say = (language: Language) => Said;

/** What a check found. */
export interface Found {
  state: State;
  say: Say;
  /** What tells this trouble from another one that the same check can find: ids and codes, nothing that varies by itself. */
  about?: string;
  /** The channel that it is about, and Slack's word for the trouble, where people are told of such a trouble anyway. */
  channel?: { id: string; code: string };
  /** What needs this check cannot be told, although it is no failure. */
  stops?: true;
}

/** One thing that has to be in order. Looking changes nothing anywhere. */
export interface Check {
  /** Results are stored under it: it stays as it is. */
  name: string;
  title(language: Language): string;
  /** The names of the checks without which this one cannot be told; those that are not made are no obstacle. */
  needs?: readonly string[];
  /** @throws anything: see `runChecks` */
  look(): Found | Promise<Found>;
}

/** A check with what came of it. */
export type Result = Pick<Check, 'name' | 'title'> & Found;

export const ok = (say: Say): Found => ({ state: 'ok', say });
export const warning = (say: Say): Found => ({ state: 'warning', say });
export const failure = (say: Say, about?: string): Found => ({
  state: 'failure',
  say,
  ...(about !== undefined && { about }),
});
export const unchecked = (say: Say): Found => ({ state: 'unchecked', say });
