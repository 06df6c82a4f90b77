import { Command } from 'commander';
import { sql } from 'kysely';
import { type Check, ok, type Result, runChecks, unchecked, warning } from '../../bot/health/check.ts';
import { connectionChecks } from '../../bot/health/checks.ts';
import { diskCheck, keyCheck } from '../../bot/health/machine.ts';
import { say } from '../../bot/health/messages.ts';
import { beforeConnecting } from '../../bot/health/slack.ts';
import { ownName } from '../../bot/storage/connection.ts';
import type { Encryption } from '../../bot/storage/encryption.ts';
import { type BotTables, migrations } from '../../bot/storage/migrations.ts';
import { type SettingName, settingsBefore } from '../../bot/storage/settings.ts';
import type { BotConfig } from '../../config/config.ts';
import type { Database } from '../../database/open.ts';
import { silentLog } from '../../log.ts';
import { migrationsFor } from '../../service/storage/schema.ts';
import type { Tables } from '../../service/storage/tables.ts';
import { dataPath, fixedConnection, fixedSettings, readStores } from '../bot-database.ts';
import { outgoing, slackNetwork } from '../outgoing.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import {
  type Configuration,
  configurationChecks,
  filesCheck,
  lookAtKey,
  readConfiguration,
} from './configuration.ts';
import { type LookedAt, lookAtDatabase } from './look-at-database.ts';
import { database as databases, ending, embedded as said, states } from './messages.ts';

const exitCodes =
  'Exit code: 0 when nothing fails (there can be warnings), 1 when something fails, 2 when the command is mistyped.';

export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description('check everything that Frontdesk needs, and say what to do; changes nothing')
    .option('--json', 'as JSON, for scripts', false)
    .addHelpText('after', `\n${exitCodes}`)
    .action(async ({ json }: { json: boolean }) => {
      const results = await runDoctor(terminal);
      const count = (state: Result['state']) => results.filter((result) => result.state === state).length;
      const failures = count('failure');
      for (const line of json ? [asJson(results, failures === 0)] : results.flatMap(linesOf))
        terminal.print(line);
      if (failures > 0) throw new CommandFailed(ending.failures(failures, count('warning')));
    });
}

function asJson(results: readonly Result[], ok: boolean): string {
  const checks = results.map(({ name, title, state, say }) => ({
    name,
    title: title(),
    state,
    ...say(),
  }));
  return JSON.stringify({ ok, checks }, undefined, 2);
}

const widest = Math.max(...Object.values(states).map(({ length }) => length));

function linesOf({ title, state, say }: Result): string[] {
  const { what, todo } = say();
  const indent = ' '.repeat(widest + 2);
  const first = `${states[state].padEnd(widest)}  ${title()}: ${what}`;
  return todo === undefined ? [first] : [first, `${indent}${todo}`];
}

async function runDoctor({ env, readFile }: Terminal): Promise<Result[]> {
  await using opened = new AsyncDisposableStack();
  const configuration = readConfiguration(env, readFile);
  const checks = await checksFor(configuration, opened);
  return await runChecks(checks, configuration.broken);
}

/** Checks of everything that a start would use. @param opened gets what has to be closed after the run */
async function checksFor(configuration: Configuration, opened: AsyncDisposableStack): Promise<Check[]> {
  const { config, problems, broken } = configuration;
  const { DATABASE_URL } = config;
  const looked = await lookAtDatabase<BotTables>(DATABASE_URL, 'DATABASE_URL', migrations, opened);
  // Instead of a wrong address, the default one was looked at.
  const database = broken.has('DATABASE_URL') ? { database: undefined, isKnown: false } : looked;
  const { encryption, unreadable } = lookAtKey(config);
  const stored = await readStored(config, database, encryption);
  const { connection } = stored;
  return [
    ...configurationChecks(problems),
    looked.check,
    filesCheck(config),
    keyCheck({ connection, unreadable, needs: ['database'] }),
    diskCheck(dataPath(DATABASE_URL)),
    ...(await outside(config, stored, opened)),
  ];
}

type Stored = Awaited<ReturnType<typeof readStored>>;

/** `isKnown`: whether values that the environment doesn't give are known too. */
async function readStored(
  config: BotConfig,
  { database, isKnown }: Pick<LookedAt<BotTables>, 'database' | 'isKnown'>,
  encryption: Encryption,
) {
  const nothing = { settings: settingsBefore(fixedSettings(config)), unreadable: [], connection: undefined };
  if (!database) return { ...nothing, isKnown };
  try {
    const { settingsStore, connection } = await readStores(database, encryption, config);
    const settings = { settings: settingsStore.current(), unreadable: settingsStore.unreadable() };
    return { ...settings, connection, isKnown };
  } catch {
    // The database is too old to have these tables.
    return { ...nothing, isKnown: false };
  }
}

async function outside(config: BotConfig, stored: Stored, opened: AsyncDisposableStack): Promise<Check[]> {
  const dispatcher = outgoing(config);
  opened.defer(() => dispatcher.destroy());
  const { SLACK_BOT_TOKEN: botToken, SLACK_API_URL: apiUrl, SLACK_APP_TOKEN: appToken } = config;
  const fixed = fixedConnection(config);
  const saved = await stored.connection?.describe();
  const all = connectionChecks({
    ...stored,
    slack: { botToken, apiUrl, network: slackNetwork(config, dispatcher) },
    wayIn: (slack) => beforeConnecting(slack, appToken),
    connection: {
      url: fixed.url ?? saved?.url,
      token: fixed.token ?? stored.connection?.current()?.token,
    },
    mayBePlain: fixed.mayBePlain,
    dispatcher,
    allowAdminCreatingEndpoint: config.FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT,
    needsFor: neededBy(config, stored),
    log: silentLog(),
  });
  const isOwn = config.ONBOARDING_URL === undefined && (saved === undefined || saved.setBy === ownName);
  if (!isOwn) return all;
  const own = all.map((check) => (check.name === 'service' ? ownServiceCheck(check) : check));
  return [...(await ownDatabaseChecks(config, opened)), ...own];
}

/** Values that the environment doesn't give come from the database, so their checks need it. */
function neededBy(config: BotConfig, { isKnown }: Stored) {
  const settings = fixedSettings(config);
  const { url, token } = fixedConnection(config);
  return (what: SettingName | 'connection'): readonly string[] => {
    if (isKnown) return [];
    const given = what === 'connection' ? url !== undefined && token !== undefined : settings[what];
    const isGiven = Array.isArray(given) ? given.length > 0 : given !== undefined && given !== false;
    return isGiven ? [] : ['database'];
  };
}

/** Checks the built-in service. It answers only while Frontdesk runs, so a refused connection is just a warning. */
function ownServiceCheck(check: Check): Check {
  return {
    ...check,
    async look() {
      const found = await check.look();
      if (found.about === 'none' || found.about === 'noAddress' || found.about === 'refused')
        return { ...warning(() => said.notRunning), stops: true };
      if (found.state !== 'failure') return found;
      return { ...found, say: () => ({ ...found.say(), ...said.otherProgram }) };
    },
  };
}

async function ownDatabaseChecks(config: BotConfig, opened: AsyncDisposableStack): Promise<Check[]> {
  const url = config.SERVICE_DATABASE_URL;
  const looked = await lookAtDatabase<Tables>(url, 'SERVICE_DATABASE_URL', migrationsFor, opened);
  return [looked.check, contentCheck(looked.database)];
}

function contentCheck(database: Database<Tables> | undefined): Check {
  return {
    name: 'built-in-service',
    title: () => said.title,
    needs: ['service-database'],
    variables: ['ONBOARDING_URL'],
    async look() {
      if (!database) return unchecked(() => say().comesFirst(databases.titles.SERVICE_DATABASE_URL));
      const { people, sequences } = await counted(database);
      if (people === 0) return warning(() => said.nobody);
      return sequences === 0 ? warning(() => said.noSequences) : ok(() => said.fine(people, sequences));
    },
  };
}

/** Program accounts aren't people: see `isNobody`. */
async function counted({ db }: Database<Tables>): Promise<{ people: number; sequences: number }> {
  const { rows } = await sql<Record<'people' | 'sequences', number>>`
    select (select count(*) from people where email not like '%.invalid') as people,
      (select count(*) from sequences) as sequences`.execute(db);
  return { people: Number(rows[0]?.people), sequences: Number(rows[0]?.sequences) };
}
