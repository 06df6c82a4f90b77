import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { createFrontdesk } from '../bot/app.ts';
import type { Bot } from '../bot/bot.ts';
import { dryRun } from '../bot/features/newhire/imports/dry-run.ts';
import { tableOf } from '../bot/features/newhire/imports/entry.ts';
import { say } from '../bot/features/newhire/imports/messages.ts';
import { Choices } from '../bot/features/newhire/imports/rows.ts';
import { dryRunLines } from '../bot/features/newhire/imports/windows.ts';
import { explain } from '../bot/onboarding/outage.ts';
import { readBotConfig } from '../config/config.ts';
import { isThere } from '../database/open.ts';
import { silentLog } from '../log.ts';
import { noTelemetry } from '../telemetry/telemetry.ts';
import { systemClock as clock } from '../time/clock.ts';
import { optionsFrom } from './start/start.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** `hires import FILE --dry-run`: the check of `/newhire import`, for a file on this machine. */
export function hiresCommand(terminal: Terminal): Command {
  const hires = new Command('hires').description('new hires from a file');
  hires
    .command('import')
    .argument('<file>', 'CSV, as for /newhire import in Slack')
    .requiredOption('--dry-run', 'check every row; to add them, use /newhire import')
    .description('say which hires could be added; exit code 1 unless all')
    .action(check);
  return hires;

  async function check(file: string): Promise<void> {
    const table = tableOf(await readFile(file).catch(() => unusable(`${file} can’t be read.`)));
    if ('trouble' in table) return unusable(table.trouble);
    const { lines, isWhole } = await withBot(async (bot) =>
      dryRunLines(table, await dryRun(table, Choices.parse({}), bot)),
    );
    for (const line of lines) terminal.print(line);
    if (!isWhole) unusable(say().check.notAll);
  }

  async function withBot<Result>(work: (bot: Bot) => Promise<Result>): Promise<Result> {
    const config = readBotConfig(terminal.env, terminal.readFile);
    if (!isThere(config.DATABASE_URL)) unusable(`There’s no database at ${config.DATABASE_URL}.`);
    await using opened = new AsyncDisposableStack();
    const given = { telemetry: noTelemetry, limits: undefined, clock, log: silentLog() };
    const { bot } = await createFrontdesk(await optionsFrom(config, given, opened));
    await bot.directory.refresh();
    const trouble = bot.directory.trouble();
    if (trouble) unusable(explain(trouble));
    return await work(bot);
  }
}

function unusable(why: string): never {
  throw new CommandFailed(why);
}
