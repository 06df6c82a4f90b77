import { Command } from 'commander';
import { say } from '../../bot/features/setup/messages.ts';
import { entriesOf, type SetupEntry } from '../../bot/setup/entries.ts';
import type { SetupFacts } from '../../bot/setup/step.ts';
import { setupSteps } from '../../bot/setup-steps.ts';
import type { BotTables } from '../../bot/storage/migrations.ts';
import type { BotConfig } from '../../config/config.ts';
import { isThere, openDatabase } from '../../database/open.ts';
import { encryptionOf } from '../bot-database.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { storedFacts } from './facts.ts';
import { isUpToDate, type Line, notStarted, readSlackStep } from './first-steps.ts';

const exitCodes =
  'Exit code: 0 when every step is done or skipped, 1 when something is left to do or can’t be found out now, 78 when the ' +
  'configuration or the database can’t be used.';

/** `setup [--json]`: prints the setup steps of App Home, and those before the first start. Changes nothing. */
export function setupCommand(terminal: Terminal, readFile: (path: string) => string): Command {
  return new Command('setup')
    .description('show what is set up, what is missing, and what to do next; changes nothing')
    .option('--json', 'as JSON, for scripts', false)
    .addHelpText('after', `\n${exitCodes}`)
    .action(async ({ json }: { json: boolean }) => {
      const { config, slack } = readSlackStep(terminal.env, readFile);
      const lines = [slack, ...(await storedLines(config))];
      const left = lines.filter(({ state }) => state === 'missing' || state === 'unknown').length;
      if (json) terminal.print(JSON.stringify({ complete: left === 0, steps: lines }, undefined, 2));
      else for (const line of printed(lines)) terminal.print(line);
      if (left > 0) throw new CommandFailed(left === 1 ? '1 step is left.' : `${left} steps are left.`);
    });
}

async function storedLines(config: BotConfig): Promise<Line[]> {
  if (!isThere(config.DATABASE_URL)) return [notStarted];
  const database = openDatabase<BotTables>(config.DATABASE_URL);
  try {
    if (!(await isUpToDate(database))) return [notStarted];
    const { facts, marks } = await storedFacts(config, { database, encryption: encryptionOf(config) });
    return entriesOf(setupSteps, { facts, marks }).map((entry) => lineOf(entry, facts));
  } finally {
    await database.close();
  }
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
