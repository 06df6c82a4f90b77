import { Command } from 'commander';
import { SlackTokenRefused } from './bot/slack/identify.ts';
import { type BotConfig, configExitCode } from './config.ts';
import type { Log } from './log.ts';
import { startFromConfig } from './start.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** `start`: the bot, until the process is asked to stop. */
export function startCommand(
  terminal: Terminal,
  readConfig: () => BotConfig,
  logFor: (config: BotConfig) => Log,
): Command {
  return new Command('start')
    .description(
      'start the bot from the environment, with the embedded service when ONBOARDING_URL is not set',
    )
    .action(async () => {
      const config = readConfig();
      const log = logFor(config);
      const running = await startFromConfig(config, log).catch((error: unknown) => {
        throw explained(error, config);
      });
      log.info({ health: running.url }, 'Frontdesk is ready');
      await terminal.untilStopped();
      log.info('stopping: finishing what is in hand');
      await running.stop();
    });
}

/** What a person can mend about a start that failed, in a sentence; anything else as it is. */
function explained(error: unknown, config: BotConfig): unknown {
  if (error instanceof SlackTokenRefused) return new CommandFailed(error.message, configExitCode);
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE')
    return new CommandFailed(
      `A port is taken already (${error.message}). Stop what listens there, or set PORT (now ${config.PORT}) or, ` +
        `for the embedded service, SERVICE_PORT (now ${config.SERVICE_PORT}).`,
      configExitCode,
    );
  return error;
}
