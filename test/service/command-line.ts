import { afterEach, beforeEach } from 'vitest';
import { silentLog } from '../../src/log.ts';
import { serviceCommand } from '../../src/service/cli/service-command.ts';
import type { ServiceSettings } from '../../src/service/cli/with-operator.ts';
import { terminalOf } from '../journeys/program.ts';
import { type FreshDatabase, freshSqlite } from '../postgres.ts';

/** Operator's command line on one database, with its output. */
export interface CommandLine {
  printed: string[];
  complained: string[];
  /** Runs a command line, as typed after `service`. */
  run(...parameters: string[]): Promise<void>;
  /** Runs a command line and returns only its own output. */
  answer(...parameters: string[]): Promise<string[]>;
  /** Output of `--help` after these words. */
  help(...words: string[]): string;
}

/** @param more settings that differ from an ordinary deployment's */
export function openCommandLine(databaseUrl: string, more: Partial<ServiceSettings> = {}): CommandLine {
  const settings = { databaseUrl, host: '127.0.0.1', port: 0, apiAccess: true, ...organization, ...more };
  const printed: string[] = [];
  const complained: string[] = [];
  const terminal = terminalOf({}, '', { out: printed, err: complained });
  async function run(...parameters: string[]): Promise<void> {
    const command = serviceCommand(terminal, () => settings, silentLog).exitOverride();
    for (const each of command.commands) each.exitOverride().configureOutput({ writeErr: () => {} });
    await command.parseAsync(parameters, { from: 'user' });
  }
  return {
    printed,
    complained,
    run,
    help(...words) {
      const service = serviceCommand(terminal, () => settings, silentLog);
      const found = words.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, service);
      return found.configureHelp({ helpWidth: 200 }).helpInformation();
    },
    async answer(...parameters) {
      const before = printed.length;
      await run(...parameters);
      return printed.slice(before);
    },
  };
}

/** A command line on a migrated database of its own for each test. */
export function useCommandLine(): CommandLine & { databaseUrl: string } {
  const line = {} as CommandLine & { databaseUrl: string };
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshSqlite();
    Object.assign(line, openCommandLine(database.url), { databaseUrl: database.url });
    await line.run('migrate');
  });
  afterEach(() => database.remove());
  return line;
}

const organization = { timezone: 'Europe/Lisbon', language: 'pt' };
