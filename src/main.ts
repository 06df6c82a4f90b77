#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { parseEnv } from 'node:util';
import { readSecret } from './secret-prompt.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

// Compiled code is kept between starts, so everything else is loaded after this.
enableCompileCache();
const { ConfigInvalid, configExitCode } = await import('./config.ts');
const { DatabaseUnusable } = await import('./database/unusable.ts');
const { buildCli } = await import('./cli.ts');

const readFile = (path: string) => readFileSync(path, 'utf8');

/** The environment over a `.env` in the working folder. */
const env = { ...(existsSync('.env') ? parseEnv(readFile('.env')) : {}), ...process.env };

const terminal: Terminal = {
  env,
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  readSecret: (prompt) => readSecret(process.stdin, process.stderr, prompt),
  untilStopped: () =>
    new Promise((resolve) => {
      process.once('SIGTERM', () => resolve());
      process.once('SIGINT', () => resolve());
    }),
};

// Somebody who reads only the beginning (`… | head`) has seen enough; that is no defect.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  const cli = await buildCli({ terminal, readFile, isTerminal: process.stdout.isTTY }, process.argv[2]);
  await cli.parseAsync(process.argv);
} catch (error) {
  process.exitCode = explainFailure(error);
}

/** What a person can mend is a sentence; anything else is a defect and shows its stack. */
function explainFailure(error: unknown): number {
  if (error instanceof ConfigInvalid) {
    terminal.complain(`Frontdesk cannot start like this:\n${error.message}`);
    return configExitCode;
  }
  if (error instanceof DatabaseUnusable) {
    terminal.complain(error.message);
    return configExitCode;
  }
  if (error instanceof CommandFailed) {
    terminal.complain(error.message);
    return error.exitCode;
  }
  terminal.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
