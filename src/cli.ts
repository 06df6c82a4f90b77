import { Command } from 'commander';
import { type BotConfig, type Logging, readBotConfig, readServiceConfig } from './config.ts';
import { demoCommand } from './demo/command.ts';
import { serviceSettings } from './embedded.ts';
import { createLog, type Log } from './log.ts';
import { manifestCommand } from './manifest.ts';
import { sandboxCommand } from './sandbox/cli.ts';
import { serviceCommand } from './service/cli.ts';
import { startFromConfig } from './start.ts';
import type { Terminal } from './terminal.ts';
import { tokenCommand } from './token.ts';

export interface CliOptions {
  terminal: Terminal;
  readFile: (path: string) => string;
  /** Whether people read the log: then it is pretty unless `LOG_FORMAT` says otherwise. */
  isTerminal: boolean;
}

/** The whole command line. Failures that a person can mend are thrown as `CommandFailed` or `ConfigInvalid`. */
export function buildCli({ terminal, readFile, isTerminal }: CliOptions): Command {
  const botConfig = () => readBotConfig(terminal.env, readFile);
  const serviceConfig = () => readServiceConfig(terminal.env, readFile);
  const logFor = (logging: Logging) =>
    createLog({ level: logging.LOG_LEVEL, format: logging.LOG_FORMAT ?? (isTerminal ? 'pretty' : 'json') });

  const program = new Command('frontdesk').description('Arrivals and departures, from Slack.');
  program
    .command('start')
    .description(
      'start the bot from the environment, with the embedded service when ONBOARDING_URL is not set',
    )
    .action(async () => {
      const config = botConfig();
      await start(config, logFor(config), terminal);
    });
  program.addCommand(demoCommand(terminal));
  program.addCommand(manifestCommand(terminal, readFile));
  program.addCommand(tokenCommand(terminal, readFile));
  program.addCommand(
    serviceCommand(
      terminal,
      () => serviceSettings(serviceConfig()),
      () => logFor(serviceConfig()),
    ),
  );
  program.addCommand(sandboxCommand(terminal));
  return program;
}

async function start(config: BotConfig, log: Log, terminal: Terminal): Promise<void> {
  const running = await startFromConfig(config, log);
  log.info({ health: running.url }, 'Frontdesk is ready');
  await terminal.untilStopped();
  log.info('stopping: finishing what is in hand');
  await running.stop();
}
