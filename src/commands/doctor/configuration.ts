import { existsSync, statSync } from 'node:fs';
import { type Check, failure, ok, unchecked, warning } from '../../bot/health/check.ts';
import { say } from '../../bot/health/messages.ts';
import { createEncryption, secretsAsTheyAre } from '../../bot/storage/encryption.ts';
import { type BotConfig, ConfigInvalid, readBotConfig } from '../../config/config.ts';
import type { Environment } from '../../config/config-values.ts';
import { sqlitePath } from '../../database/open.ts';
import { companions } from '../../database/private-file.ts';
import { keyFile, type StorageConfig } from '../bot-database.ts';
import { configuration, files } from './messages.ts';

/**
 * Reads the key without creating one or changing a file's mode. `unreadable` is the failure of the check for a
 * stored token that it can't decrypt.
 */
export function lookAtKey({ DATABASE_URL, FRONTDESK_SECRET: secret }: StorageConfig) {
  const path = keyFile(DATABASE_URL);
  const { secrets, why } =
    secret === undefined ? keysIn(path) : { secrets: [secret], why: 'unreadable' as const };
  return {
    encryption: createEncryption(() => secrets),
    unreadable: failure(() => (why === 'unreadable' ? say().key.unreadable : say().key[why](path)), why),
  };
}

/** `why`: what is wrong if a stored token can't be decrypted. */
function keysIn(path: string) {
  try {
    const secrets = secretsAsTheyAre(path);
    if (!secrets) return { secrets: [], why: 'missing' as const };
    return { secrets, why: secrets.length > 0 ? ('unreadable' as const) : ('broken' as const) };
  } catch {
    return { secrets: [], why: 'closed' as const };
  }
}

/**
 * Other users of this machine can't read or change files with secrets and people. Files named by `NAME_FILE`
 * are left out: access to them is up to the container that provides them.
 */
export function filesCheck(config: BotConfig): Check {
  return {
    name: 'files',
    title: () => files.title,
    variables: ['DATABASE_URL'],
    look() {
      const there = filesOf(config).filter((path) => existsSync(path));
      if (there.length === 0) return ok(() => files.none);
      const modes = there.map((path) => ({ path, mode: statSync(path).mode }));
      // Windows has other permissions, and shows the same mode for all files.
      if (modes.every(({ mode }) => (mode & 0o777) === 0o666)) return unchecked(() => files.otherSystem);
      const those = (bits: number) => modes.flatMap(({ path, mode }) => ((mode & bits) === 0 ? [] : [path]));
      const [writable, readable] = [those(0o022), those(0o044)];
      if (writable.length > 0) return failure(() => files.writable(writable), writable.join());
      return readable.length > 0 ? warning(() => files.open(readable)) : ok(() => files.fine);
    },
  };
}

function filesOf(config: BotConfig): string[] {
  const { DATABASE_URL, SERVICE_DATABASE_URL, ONBOARDING_URL } = config;
  const databases = ONBOARDING_URL === undefined ? [DATABASE_URL, SERVICE_DATABASE_URL] : [DATABASE_URL];
  const paths = databases.flatMap((url) => sqlitePath(url) ?? []);
  return [
    ...paths.flatMap((path) => companions.map((companion) => path + companion)),
    ...(config.FRONTDESK_SECRET === undefined ? [keyFile(DATABASE_URL)] : []),
    '.env',
  ];
}

export interface Configuration {
  config: BotConfig;
  /** Variables that can't be used. `config` is read without them. */
  broken: ReadonlySet<string>;
  /** Sentences, each beginning with the names of the variables. */
  problems: readonly string[];
}

/** Reads again without variables that can't be used, until the rest can, so that it can still be checked. */
export function readConfiguration(
  env: Environment,
  readFile: (path: string) => string,
  broken: ReadonlySet<string> = new Set(),
): Configuration {
  try {
    return { config: readBotConfig(without(env, broken), readFile), broken, problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    const names = error.problems.flatMap(namesIn);
    if (names.every((name) => broken.has(name))) throw error;
    const rest = readConfiguration(env, readFile, new Set([...broken, ...names]));
    return { ...rest, problems: error.problems };
  }
}

/** Placeholders for Slack's tokens, which are required. */
const standIns = { SLACK_BOT_TOKEN: 'xoxb-missing', SLACK_APP_TOKEN: 'xapp-missing' };

function without(env: Environment, broken: ReadonlySet<string>): Environment {
  const isBroken = ([name]: [string, unknown]) => broken.has(name.toUpperCase().replace(/_FILE$/, ''));
  const kept = Object.entries(env).filter((entry) => !isBroken(entry));
  return Object.fromEntries([...kept, ...Object.entries(standIns).filter(isBroken)]);
}

function namesIn(problem: string): string[] {
  const [names = ''] = problem.split(':', 1);
  return (names.match(/[A-Z][A-Z0-9_]+/g) ?? []).map((name) => name.replace(/_FILE$/, ''));
}

export function configurationChecks(problems: readonly string[]): Check[] {
  const title = () => configuration.title;
  if (problems.length === 0)
    return [{ name: 'configuration', title, look: () => ok(() => configuration.fine) }];
  return problems.map((problem) => {
    const [names = ''] = problem.split(':', 1);
    const said = { what: configuration.wrong(names), todo: problem.slice(names.length + 1).trim() };
    return { name: `configuration ${names}`, title, look: () => failure(() => said) };
  });
}
