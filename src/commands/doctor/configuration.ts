import { type Check, failure, ok } from '../../bot/checks/check.ts';
import { type BotConfig, ConfigInvalid, readBotConfig } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { configuration as said } from './messages.ts';

/** Placeholders for missing Slack tokens, so that everything else can still be checked. */
const standIns = { SLACK_BOT_TOKEN: 'xoxb-missing', SLACK_APP_TOKEN: 'xapp-missing' };

interface Configuration {
  /** The usable part of the configuration; defaults fill the rest. */
  config: BotConfig;
  broken: ReadonlySet<string>;
  /** One per problem, or a single one when there are none. */
  checks: Check[];
}

/** Reads the environment as a start does, and continues past problems that would end a start. */
export function readConfiguration(env: Environment, readFile: (path: string) => string): Configuration {
  try {
    const config = readBotConfig(env, readFile);
    return { config, broken: new Set(), checks: [fine] };
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    const broken = new Set(error.problems.flatMap(namesIn));
    return { config: withoutBroken(env, broken, readFile), broken, checks: error.problems.map(checkOf) };
  }
}

/** Reads again without the invalid variables, since one invalid value can hide problems with others. */
function withoutBroken(env: Environment, broken: Set<string>, readFile: (path: string) => string): BotConfig {
  const kept = Object.entries(env).filter(([name]) => !broken.has(name.toUpperCase().replace(/_FILE$/, '')));
  try {
    return readBotConfig({ ...Object.fromEntries(kept), ...missing(kept, broken) }, readFile);
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    const more = error.problems.flatMap(namesIn).filter((name) => !broken.has(name));
    if (more.length === 0) return readBotConfig(standIns, readFile);
    for (const name of more) broken.add(name);
    return withoutBroken(env, broken, readFile);
  }
}

function missing(kept: readonly [string, unknown][], broken: ReadonlySet<string>): Environment {
  const isGiven = (name: string) => kept.some(([one, value]) => value && one.replace(/_FILE$/, '') === name);
  const hasWayIn = isGiven('SLACK_APP_TOKEN') || isGiven('SLACK_SIGNING_SECRET');
  return {
    ...(!isGiven('SLACK_BOT_TOKEN') && { SLACK_BOT_TOKEN: standIns.SLACK_BOT_TOKEN }),
    ...((!hasWayIn || broken.has('SLACK_APP_TOKEN')) && { SLACK_APP_TOKEN: standIns.SLACK_APP_TOKEN }),
  };
}

/** A problem starts with the names of its variables. */
function namesIn(problem: string): string[] {
  const [names = ''] = problem.split(':', 1);
  return (names.match(/[A-Z][A-Z0-9_]+/g) ?? []).map((name) => name.replace(/_FILE$/, ''));
}

const title = () => said.title;

const fine: Check = { name: 'configuration', title, look: () => ok(() => said.fine) };

function checkOf(problem: string): Check {
  const [names = ''] = problem.split(':', 1);
  const todo = problem.slice(names.length + 1).trim();
  return {
    name: `configuration ${names}`,
    title,
    look: () => failure(() => ({ what: said.wrong(names), todo })),
  };
}
