import type { Dispatcher } from 'undici';
import type { Log } from '../../log.ts';
import { systemClock, within } from '../../time/clock.ts';
import type { SlackNetwork } from '../slack/connection/socket-connection.ts';
import type { SettingName, Settings } from '../storage/settings.ts';
import { say } from './messages.ts';

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
  /** Variables of the environment: with a wrong one, the check would test something else than intended. */
  variables?: readonly string[];
  /** May throw anything: see `runChecks`. */
  look(): Found | Promise<Found>;
}

/** Input of the checks of Slack and of the onboarding service. */
export interface Outside {
  slack: { botToken: string; apiUrl?: string | undefined; network?: SlackNetwork | undefined };
  settings: Settings;
  unreadable: readonly SettingName[];
  /** Address and token of the onboarding service that the bot uses or would use. */
  connection: { url: string | undefined; token: string | undefined };
  mayBePlain: (url: string) => boolean;
  dispatcher: Dispatcher;
  /** Whether a service that creates only administrators may be used. */
  allowAdminCreatingEndpoint: boolean;
  /** Names of the checks that a setting, or the connection, depends on. */
  needsFor(what: SettingName | 'connection'): readonly string[];
  log: Log;
}

/** Time limit for each answer of Slack and the service, in milliseconds: somebody may be waiting. */
export const patience = 5_000;

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

/** Limit for one check, in milliseconds, beside its own limits: somebody waits for all of them. */
const longest = 20_000;

/**
 * Runs all checks concurrently, so that no failure hides another; a check that depends on a failed one is
 * `unchecked`. Always resolves.
 * @param broken variables of the environment that can't be used
 * @returns results in the order of the checks
 */
export function runChecks(
  checks: readonly Check[],
  broken: ReadonlySet<string> = new Set(),
): Promise<Result[]> {
  const runs = checks.map((check) => [check.name, once(() => resultOf(check))] as const);
  const byName = new Map(runs);

  async function resultOf(check: Check): Promise<Result> {
    const found = (await obstacleTo(check)) ?? (await lookInTime(check));
    return { name: check.name, title: check.title, ...found };
  }

  async function obstacleTo({ needs = [], variables = [] }: Check): Promise<Found | undefined> {
    const missing = variables.filter((name) => broken.has(name));
    if (missing.length > 0) return unchecked(() => say().withoutVariables(missing));
    for (const name of needs) {
      const before = await byName.get(name)?.();
      if (before?.state === 'unchecked') return unchecked(before.say);
      if (before?.state === 'failure' || before?.stops)
        return unchecked(() => say().comesFirst(before.title()));
    }
    return undefined;
  }

  return Promise.all(runs.map(([, run]) => run()));
}

async function lookInTime({ look }: Check): Promise<Found> {
  try {
    const found = await within(systemClock, longest, Promise.resolve().then(look));
    return found ?? failure(() => say().tooSlow(longest / 1000));
  } catch (error) {
    // A bug: the result is unknown, and the message might contain anything.
    const kind = error instanceof Error ? error.name : typeof error;
    return warning(() => say().unexpected(kind));
  }
}
