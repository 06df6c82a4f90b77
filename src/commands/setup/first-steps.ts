import { type BotTables, migrations } from '../../bot/storage/migrations.ts';
import { type BotConfig, ConfigInvalid, readBotConfig } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { pendingMigrations } from '../../database/migrate.ts';
import type { Database } from '../../database/open.ts';

export interface Line {
  name: string;
  title: string;
  state: 'done' | 'missing' | 'unknown' | 'skipped';
  text: string;
  next?: string;
}

/** Placeholders for missing Slack tokens, so that the rest can still be read. */
const standIns = { SLACK_BOT_TOKEN: 'xoxb-missing', SLACK_APP_TOKEN: 'xapp-missing' };

const title = 'Slack app';
const getTokens =
  'Print the app’s manifest (npm run --silent frontdesk -- manifest), create the app from it at https://api.slack.com/apps, ' +
  'install it, and put its tokens into .env. README, “Connect a workspace”, has each step.';

/**
 * The configuration, and whether Slack's tokens are set. Slack isn't contacted.
 * @throws ConfigInvalid when anything besides these tokens is wrong
 */
export function readSlackStep(
  env: Environment,
  readFile: (path: string) => string,
): { config: BotConfig; slack: Line } {
  try {
    const config = readBotConfig(env, readFile);
    const mode = config.SLACK_APP_TOKEN ? 'Socket Mode' : 'HTTP mode';
    return {
      config,
      slack: { name: 'slack', title, state: 'done', text: `The tokens are set, for ${mode}.` },
    };
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    const config = readBotConfig(withoutSlack(env), readFile);
    const text = error.problems.join('\n');
    return { config, slack: { name: 'slack', title, state: 'missing', text, next: getTokens } };
  }
}

function withoutSlack(env: Environment): Environment {
  const others = Object.entries(env).filter(([name]) => !/^SLACK_(BOT|APP)_TOKEN(_FILE)?$/.test(name));
  return { ...Object.fromEntries(others), ...standIns };
}

/** Shown until Frontdesk has been started with this version and database. */
export const notStarted: Line = {
  name: 'start',
  title: 'First start',
  state: 'missing',
  text: 'Frontdesk hasn’t been started with this version and this database yet.',
  next: 'Start Frontdesk: npm start. The other steps are then in Slack, in Frontdesk’s App Home.',
};

/** Whether no migration is pending. Only a start migrates; `setup` just reads. */
export async function isUpToDate({ db, kind }: Database<BotTables>): Promise<boolean> {
  return (await pendingMigrations(db, migrations(kind))).length === 0;
}
