import { existsSync, statSync } from 'node:fs';
import { type Check, failure, ok, unchecked, warning } from '../../bot/checks/check.ts';
import type { BotConfig } from '../../config/config.ts';
import { keyFile } from '../bot-database.ts';
import { files as said } from './messages.ts';

/** Suffixes of a SQLite database and the files beside it (https://sqlite.org/tempfiles.html). */
const companions = ['', '-wal', '-shm', '-journal'];

/**
 * Checks that other users of this machine can't read or change files with secrets and people. Files named by
 * `NAME_FILE` are left out: access to them is up to the container that provides them.
 */
export function filesCheck(config: BotConfig): Check {
  return {
    name: 'files',
    title: () => said.title,
    look() {
      const there = filesOf(config).filter((path) => existsSync(path));
      if (there.length === 0) return ok(() => said.none);
      const modes = there.map((path) => ({ path, mode: statSync(path).mode }));
      // Windows has other permissions, and shows the same mode for all files.
      if (modes.every(({ mode }) => (mode & 0o777) === 0o666)) return unchecked(() => said.otherSystem);
      const those = (bits: number) => modes.flatMap(({ path, mode }) => ((mode & bits) === 0 ? [] : [path]));
      const [writable, readable] = [those(0o022), those(0o044)];
      if (writable.length > 0) return failure(() => said.writable(writable), writable.join());
      return readable.length > 0 ? warning(() => said.open(readable)) : ok(() => said.fine);
    },
  };
}

function filesOf(config: BotConfig): string[] {
  const { DATABASE_URL, SERVICE_DATABASE_URL, ONBOARDING_URL } = config;
  const databases = ONBOARDING_URL === undefined ? [DATABASE_URL, SERVICE_DATABASE_URL] : [DATABASE_URL];
  const paths = databases
    .filter((url) => url.startsWith('sqlite:'))
    .map((url) => url.slice('sqlite:'.length));
  return [
    ...paths.flatMap((path) => companions.map((companion) => path + companion)),
    ...(config.FRONTDESK_SECRET === undefined ? [keyFile(DATABASE_URL)] : []),
    '.env',
  ];
}
