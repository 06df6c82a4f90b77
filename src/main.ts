#!/usr/bin/env node
import nodeEvents from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
// Default imports for newer APIs: a missing named export would be a syntax error on old Node before the check below.
import nodeModule from 'node:module';
import nodeTls from 'node:tls';
import nodeUtil from 'node:util';
import type { Terminal } from './commands/terminal.ts';

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Frontdesk needs Node 24 or newer, and this is Node ${process.versions.node}. Install it from https://nodejs.org, then try again.\n`,
  );
  process.exit(78);
}

// Enabled before everything else is loaded, so that compiled code is cached between starts.
nodeModule.enableCompileCache();
const { readSecret } = await import('./commands/secret-prompt.ts');
const { certificatesIn } = await import('./config/config-values.ts');
const { runCommand } = await import('./commands/cli.ts');

/** Reads a text file; `-` is standard input. */
const readFile = (path: string) => readFileSync(path === '-' ? 0 : path, 'utf8');

/** Environment, with a `.env` in the working directory as fallback. */
const env = { ...(existsSync('.env') ? nodeUtil.parseEnv(readFile('.env')) : {}), ...process.env };

// Node reads this variable only from the real environment, so apply the one from `.env` here.
const authorities = process.env.NODE_EXTRA_CA_CERTS ? undefined : env.NODE_EXTRA_CA_CERTS;
if (authorities) trustAlso(certificatesOf(authorities));

let stopAsked: number | undefined;
const impatient = Promise.withResolvers<void>();

const terminal: Terminal = {
  env,
  readFile,
  isTerminal: process.stdout.isTTY,
  print: (line) => void process.stdout.write(`${line}\n`),
  // Waits for backpressure: a slow pipe would fill the memory.
  async printInTurn(line) {
    if (!process.stdout.write(`${line}\n`)) await nodeEvents.once(process.stdout, 'drain');
  },
  complain: (line) => void process.stderr.write(`${line}\n`),
  readSecret: (prompt) => readSecret(process.stdin, process.stderr, prompt),
  untilStopped,
  untilImpatient: () => impatient.promise,
  onUncaught(then) {
    process.on('unhandledRejection', (error) => then(error, 'rejection'));
    process.on('uncaughtException', (error) => then(error, 'exception'));
  },
};

// A reader that closes the pipe early (`… | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommand(process.argv.slice(2), { terminal });
// Exit even if something is still pending.
if (process.exitCode === 0 && stopAsked !== undefined) process.exit();
if (process.exitCode !== 0) setTimeout(() => process.exit(), 1_000).unref();

/** Certificates in a file; empty if it is unusable, which configuration checks report later. */
function certificatesOf(path: string): string[] {
  try {
    return certificatesIn(readFile(path));
  } catch {
    return [];
  }
}

function trustAlso(certificates: readonly string[]): void {
  if (certificates.length === 0) return;
  // Requires Node 24.5.
  if (!nodeTls.setDefaultCACertificates) {
    process.stderr.write(
      `Node ${process.versions.node} doesn’t take NODE_EXTRA_CA_CERTS from .env. Set it in the environment, or update to Node 24.5 or newer.\n`,
    );
    process.exit(78);
  }
  nodeTls.setDefaultCACertificates([...nodeTls.getCACertificates('default'), ...certificates]);
}

/**
 * A second signal within a second doesn't force an exit: `npm` forwards the terminal's SIGINT, so one Ctrl+C
 * can arrive twice.
 */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      const isAskedAgain = stopAsked !== undefined && performance.now() - stopAsked > 1_000;
      if (isAskedAgain && signal === 'SIGINT') process.exit(130);
      if (isAskedAgain || signal === 'SIGINT') impatient.resolve();
      stopAsked ??= performance.now();
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
