import { type BotTables, migrations } from '../../bot/storage/migrations.ts';
import { type BotConfig, ConfigInvalid, readBotConfig } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { pendingMigrations } from '../../database/migrate.ts';
import type { Database } from '../../database/open.ts';

/** A step as the terminal shows it. */
export interface Line {
  name: string;
  title: string;
  state: 'done' | 'missing' | 'unknown' | 'skipped';
  text: string;
  /** What to do, where something is to be done. */
  next?: string;
}

/** In the place of Slack's tokens, so that everything else can be read while they are missing. */
const standIns = { SLACK_BOT_TOKEN: 'xoxb-missing', SLACK_APP_TOKEN: 'xapp-missing' };

const title = 'Slack app';
const getTokens =
  'Print the app’s manifest (npm run --silent frontdesk -- manifest), create the app from it at https://api.slack.com/apps, ' +
  'install it, and put its tokens into .env. README, “Connect a workspace in ten minutes”, has each step.';

/**
 * The configuration, and how it stands with Slack's tokens. Nothing is asked of Slack.
 * @throws ConfigInvalid where something else than they is wrong
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

/** Before the first start there is nothing to look at. */
export const notStarted: Line = {
  name: 'start',
  title: 'First start',
  state: 'missing',
  text: 'Frontdesk hasn’t been started with this version and this database yet.',
  next: 'Start Frontdesk: npm start. The other steps are then in Slack, in Frontdesk’s App Home.',
};

/** A database from before this version is brought up to date by a start, not by somebody who looks. */
export async function isUpToDate({ db, kind }: Database<BotTables>): Promise<boolean> {
  return (await pendingMigrations(db, migrations(kind))).length === 0;
}
