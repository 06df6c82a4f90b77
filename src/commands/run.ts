import { type Command, CommanderError } from 'commander';
import { ConfigInvalid, configExitCode } from '../config/config.ts';
import { DatabaseUnusable } from '../database/unusable.ts';
import { buildCli, type CliOptions } from './cli.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** Exit code for a mistyped command, by shell convention. */
const mistyped = 2;

/**
 * Runs one command line.
 * @param args arguments after the program's name
 * @returns exit code: 0, 2 for a mistyped command, 78 for a configuration or database to fix, else 1
 */
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
  if (error instanceof CommandFailed || error instanceof DatabaseUnusable) {
    terminal.complain(error.message);
    return error instanceof CommandFailed ? error.exitCode : configExitCode;
  }
  terminal.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
