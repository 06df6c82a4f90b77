import { Command } from 'commander';
import { say } from '../bot/features/setup/messages.ts';
import {
  counted,
  entriesOf,
  type SetupEntry,
  type SetupFacts,
  setupFacts,
  skippedSteps,
} from '../bot/health/setup-step.ts';
import { createClient } from '../bot/onboarding/client/client.ts';
import { readLists } from '../bot/onboarding/directory/directory.ts';
import { isNobody } from '../bot/onboarding/directory/person.ts';
import { setupSteps } from '../bot/setup-steps.ts';
import type { ConnectionStore } from '../bot/storage/connection.ts';
import { type BotTables, migrations } from '../bot/storage/migrations.ts';
import { createSequenceKinds } from '../bot/storage/sequence-kinds.ts';
import { type BotConfig, ConfigInvalid } from '../config/config.ts';
import { additionsIn } from '../contract/paths.ts';
import { type Database, isThere, openDatabase, pendingMigrations } from '../database/open.ts';
import { plural } from '../language.ts';
import { encryptionOf, readStores } from './bot-database.ts';
import { type Configuration, readConfiguration } from './doctor/configuration.ts';
import { outgoing } from './outgoing.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

const exitCodes =
  'Exit code: 0 when every step is done or skipped, 1 when something is left to do or can’t be found out now, 78 when the ' +
  'configuration or the database can’t be used.';

export function setupCommand(terminal: Terminal): Command {
  return new Command('setup')
    .description('show what is set up, what is missing, and what to do next; changes nothing')
    .option('--json', 'as JSON, for scripts', false)
    .addHelpText('after', `\n${exitCodes}`)
    .action(async ({ json }: { json: boolean }) => {
      const configuration = readConfiguration(terminal.env, terminal.readFile);
      const lines = [slackStep(configuration), ...(await storedLines(configuration.config))];
      const left = lines.filter(({ state }) => state === 'missing' || state === 'unknown').length;
      if (json) terminal.print(JSON.stringify({ complete: left === 0, steps: lines }, undefined, 2));
      else for (const line of printed(lines)) terminal.print(line);
      if (left > 0) throw new CommandFailed(`${plural(left, 'step is', 'steps are')} left.`);
    });
}

/** Lines of the steps in App Home, as far as Frontdesk has been started with this database. Changes nothing. */
async function storedLines(config: BotConfig): Promise<Line[]> {
  if (!isThere(config.DATABASE_URL)) return [notStarted];
  await using opened = new AsyncDisposableStack();
  const database = openDatabase<BotTables>(config.DATABASE_URL);
  opened.defer(database.close);
  const { db, kind } = database;
  if ((await pendingMigrations(db, migrations(kind))).length > 0) return [notStarted];
  const { settingsStore, connection } = await readStores(database, encryptionOf(config), config);
  const asked = await askService(connection, database, config);
  const facts = await setupFacts({ settingsStore, connection, ...asked });
  return entriesOf(setupSteps, facts, await skippedSteps(db)).map((entry) => lineOf(entry, facts));
}

function lineOf({ step, state, text }: SetupEntry, facts: SetupFacts): Line {
  const isLeft = state === 'missing' || state === 'unknown';
  return {
    name: step.name,
    title: step.title(),
    state,
    text,
    ...(isLeft && { next: step.atTerminal(facts) }),
  };
}

function printed(lines: readonly Line[]): string[] {
  const { states } = say();
  return lines.flatMap(({ title, state, text, next }, index) => [
    `${index + 1}. ${title}: ${states[state].toLowerCase()}`,
    ...text.split('\n').map((line) => `   ${line}`),
    ...(next === undefined ? [] : [`   Next: ${next}`]),
  ]);
}

interface Line extends Pick<SetupEntry, 'state' | 'text'> {
  name: string;
  title: string;
  next?: string;
}

const title = 'Slack app';
const getTokens =
  'Print the app’s manifest (npm run --silent frontdesk -- manifest), create the app from it at https://api.slack.com/apps, ' +
  'install it, and put its tokens into .env. README, “Connect a workspace”, has each step.';

/** Slack isn't contacted. Throws ConfigInvalid when anything besides its tokens is wrong. */
function slackStep({ config, problems }: Configuration): Line {
  if (problems.length === 0) {
    const mode = config.SLACK_APP_TOKEN ? 'Socket Mode' : 'HTTP mode';
    return { name: 'slack', title, state: 'done', text: `The tokens are set, for ${mode}.` };
  }
  const others = problems.filter((problem) => !/^SLACK_(BOT|APP)_TOKEN/.test(problem));
  if (others.length > 0) throw new ConfigInvalid(others);
  return { name: 'slack', title, state: 'missing', text: problems.join('\n'), next: getTokens };
}

/** Shown until Frontdesk has been started with this version and database. */
export const notStarted: Line = {
  name: 'start',
  title: 'First start',
  state: 'missing',
  text: 'Frontdesk hasn’t been started with this version and this database yet.',
  next: 'Start Frontdesk: npm start. The other steps are then in Slack, in Frontdesk’s App Home.',
};

/** Time limits for an answer of the service and for a whole list, in milliseconds. */
const patience = { readTimeout: 5_000, listTimeout: 30_000 };

async function askService(connection: ConnectionStore, database: Database<BotTables>, config: BotConfig) {
  const none = { counted: undefined, additions: new Set<never>() };
  if (!connection.current()) return { ...none, trouble: undefined };
  const dispatcher = outgoing(config);
  const client = createClient({ connection: connection.current, dispatcher, ...patience });
  const now = () => new Date();
  const service = () => connection.current()?.url ?? '';
  try {
    const { people, sequences } = await readLists(client, createSequenceKinds(database, service, now));
    const employees = [...people.values()].filter((person) => !isNobody(person));
    const additions = await client.description().then(additionsIn, () => none.additions);
    return { counted: counted(employees.length, sequences), additions, trouble: undefined };
  } catch (error) {
    return { ...none, trouble: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    await dispatcher.destroy();
  }
}
