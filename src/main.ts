#!/usr/bin/env node
import nodeEvents from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
// As wholes, and nothing else: a name that an old Node does not have would end it with a syntax error before this runs.
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

// Compiled code is kept between starts, so everything else is loaded after this.
nodeModule.enableCompileCache();
const { readSecret } = await import('./commands/secret-prompt.ts');
const { certificatesIn } = await import('./config/authorities.ts');
const { runCommand } = await import('./commands/run.ts');

const readFile = (path: string) => readFileSync(path, 'utf8');

/** The environment over a `.env` in the working folder. */
const env = { ...(existsSync('.env') ? nodeUtil.parseEnv(readFile('.env')) : {}), ...process.env };

// Node has read this one by itself, before there was a `.env`.
const authorities = process.env.NODE_EXTRA_CA_CERTS ? undefined : env.NODE_EXTRA_CA_CERTS;
if (authorities) trustAlso(certificatesOf(authorities));

/** When the process was asked to stop, in milliseconds since it began. */
let stopAsked: number | undefined;
const impatient = Promise.withResolvers<void>();

const terminal: Terminal = {
  env,
  nodeVersion: process.versions.node,
  print: (line) => void process.stdout.write(`${line}\n`),
  // What a pipe has not taken yet would fill the memory.
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

// Somebody who reads only the beginning (`… | head`) has seen enough; that is no defect.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommand(process.argv.slice(2), {
  terminal,
  readFile,
  isTerminal: process.stdout.isTTY,
});
// Exit even if something is still pending.
if (process.exitCode === 0 && stopAsked !== undefined) process.exit();
if (process.exitCode !== 0) setTimeout(() => process.exit(), 1_000).unref();

/** None of a file that cannot be used: that is told with everything else that is wrong. */
function certificatesOf(path: string): string[] {
  try {
    return certificatesIn(readFile(path));
  } catch {
    return [];
  }
}

function trustAlso(certificates: readonly string[]): void {
  if (certificates.length === 0) return;
  // Node 24.5 was the first that can.
  if (!nodeTls.setDefaultCACertificates) {
    process.stderr.write(
      `Node ${process.versions.node} doesn’t take NODE_EXTRA_CA_CERTS from .env. Set it in the environment, or update to Node 24.5 or newer.\n`,
    );
    process.exit(78);
  }
  nodeTls.setDefaultCACertificates([...nodeTls.getCACertificates('default'), ...certificates]);
}

/** `npm` passes on to us what the terminal has sent to both; that is not somebody who has lost patience. */
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
