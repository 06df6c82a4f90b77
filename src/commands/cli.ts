import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import type { DestinationStream } from 'pino';
import { ConfigInvalid, configExitCode, readServiceConfig, type ServiceConfig } from '../config/config.ts';
import { ownVersion } from '../config/config-values.ts';
import { DatabaseInUse } from '../database/in-use.ts';
import { DatabaseUnusable } from '../database/unusable.ts';
import { createLog, type Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import { addExamples } from './examples.ts';
import { CommandFailed, mistyped, type Terminal } from './terminal.ts';

export interface CliOptions {
  terminal: Terminal;
  logTo?: DestinationStream;
  clock?: Clock;
}

type Build = (options: CliOptions) => Promise<Command>;

/** Commands, each loaded on demand: starting the bot doesn't load the sandbox. */
const builders: Record<string, Build> = {
  async start(options) {
    const { terminal, clock } = options;
    const { startCommand } = await import('./start/command.ts');
    return startCommand(terminal, (logging) => logFor(logging, options), clock);
  },
  demo: async ({ terminal }) => (await import('./demo.ts')).demoCommand(terminal),
  manifest: async ({ terminal }) => (await import('./manifest.ts')).manifestCommand(terminal),
  setup: async ({ terminal }) => (await import('./setup.ts')).setupCommand(terminal),
  doctor: async ({ terminal }) => (await import('./doctor/command.ts')).doctorCommand(terminal),
  token: async ({ terminal }) => (await import('./token.ts')).tokenCommand(terminal),
  hires: async ({ terminal }) => (await import('./hires.ts')).hiresCommand(terminal),
  starters: async ({ terminal }) => (await import('./starters.ts')).startersCommand(terminal),
  webhooks: async ({ terminal }) => (await import('./webhooks.ts')).webhooksCommand(terminal),
  audit: async ({ terminal }) => (await import('./audit.ts')).auditCommand(terminal),
  backup: async ({ terminal }) => (await import('./backup.ts')).backupCommand(terminal),
  restore: async ({ terminal }) => (await import('./backup.ts')).restoreCommand(terminal),
  'migrate-database': async ({ terminal }) =>
    (await import('./migrate-database.ts')).migrateDatabaseCommand(terminal),
  async service(options) {
    const { terminal } = options;
    const { serviceCommand } = await import('../service/cli/service-command.ts');
    const { serviceSettings } = await import('./start/embedded.ts');
    const config = () => readServiceConfig(terminal.env, terminal.readFile);
    return serviceCommand(
      terminal,
      () => serviceSettings(config()),
      () => logFor(config(), options),
    );
  },
  async sandbox({ terminal }) {
    const { sandboxCommand } = await import('../sandbox/cli.ts');
    return sandboxCommand(terminal, fileURLToPath(new URL('../../manifest.yml', import.meta.url)));
  },
};

/**
 * Builds only the wanted command when its name comes first, else all of them. Failures that a person can fix
 * are thrown as `CommandFailed` or `ConfigInvalid`.
 */
export async function buildCli(options: CliOptions, wanted: string | undefined): Promise<Command> {
  const program = new Command('frontdesk').description('Arrivals and departures, from Slack.');
  program.version(ownVersion(), '-V, --version', 'print the version');
  const one = wanted === undefined ? undefined : builders[wanted];
  for (const build of one ? [one] : Object.values(builders)) program.addCommand(await build(options));
  addExamples(program);
  return program;
}

type Logging = Pick<ServiceConfig, 'LOG_LEVEL' | 'LOG_FORMAT'>;

function logFor({ LOG_LEVEL, LOG_FORMAT }: Logging, { terminal, logTo }: CliOptions): Log {
  const format = LOG_FORMAT ?? (terminal.isTerminal ? 'pretty' : 'json');
  return createLog({ level: LOG_LEVEL, format, ...(logTo && { destination: logTo }) });
}

/** Returns the exit code: 0, 2 for a mistyped command, 78 for a configuration or database to fix, else 1. */
export async function runCommand(args: readonly string[], options: CliOptions): Promise<number> {
  try {
    const cli = await buildCli(options, args[0]);
    speakThrough(options.terminal, cli);
    await cli.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return explainFailure(error, options.terminal);
  }
}

/** Makes commander print to the terminal, and throw instead of ending the process. */
function speakThrough(terminal: Terminal, command: Command): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.print(text.trimEnd()),
    writeErr: (text) => terminal.complain(text.trimEnd()),
  });
  for (const one of command.commands) speakThrough(terminal, one);
}

/** Prints a sentence for errors that a person can fix; others are defects and print their stack. */
function explainFailure(error: unknown, terminal: Terminal): number {
  // Commander has printed it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : mistyped;
  if (error instanceof ConfigInvalid) {
    terminal.complain(`Frontdesk can’t start like this:\n${error.message}`);
    return configExitCode;
  }
  if (error instanceof CommandFailed || error instanceof DatabaseUnusable || error instanceof DatabaseInUse) {
    terminal.complain(error.message);
    if (error instanceof CommandFailed) return error.exitCode;
    return error instanceof DatabaseUnusable ? configExitCode : 1;
  }
  terminal.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
