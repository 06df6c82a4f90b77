import type { Terminal } from '../../src/commands/terminal.ts';
import { silentLog } from '../../src/log.ts';
import { serviceCommand } from '../../src/service/cli/service-command.ts';
import type { ServiceSettings } from '../../src/service/cli/with-operator.ts';

/** The operator's command line on one database, and what it has said. */
export interface CommandLine {
  /** The settings that every command reads. */
  settings: ServiceSettings;
  /** Lines on standard output. */
  printed: string[];
  /** Lines on standard error. */
  complained: string[];
  /** Runs one command line, as a person would type it after `service`. */
  run(...parameters: string[]): Promise<void>;
  /** The same; gives only what this command has printed. */
  answer(...parameters: string[]): Promise<string[]>;
  /** What `--help` prints behind these words. */
  help(...words: string[]): string;
}

/** @param more settings that differ from those of an ordinary deployment */
export function openCommandLine(databaseUrl: string, more: Partial<ServiceSettings> = {}): CommandLine {
  const settings = { databaseUrl, host: '127.0.0.1', port: 0, apiAccess: true, ...organization, ...more };
  const printed: string[] = [];
  const complained: string[] = [];
  const terminal: Terminal = {
    env: {},
    nodeVersion: process.versions.node,
    print: (line) => printed.push(line),
    printInTurn: async (line) => void printed.push(line),
    complain: (line) => complained.push(line),
    readSecret: async () => '',
    untilStopped: async () => {},
    onUncaught: () => {},
  };
  async function run(...parameters: string[]): Promise<void> {
    const command = serviceCommand(terminal, () => settings, silentLog).exitOverride();
    for (const each of command.commands) each.exitOverride().configureOutput({ writeErr: () => {} });
    await command.parseAsync(parameters, { from: 'user' });
  }
  return {
    settings,
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

const organization = { timezone: 'Europe/Lisbon', language: 'pt' };
