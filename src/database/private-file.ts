import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname, normalize, resolve } from 'node:path';

/** What SQLite keeps beside a database, under the database's own name (https://sqlite.org/tempfiles.html). */
const companions = ['-wal', '-shm', '-journal'];

/** The folder that Frontdesk uses where nothing else is said: its own, even if somebody else made it. */
const ownFolder = 'data';

/** Whoever else has an account on the machine has no business in it. */
const onlyOwner = { file: 0o600, folder: 0o700 };

/**
 * Makes sure that a file is there and readable by its owner alone, with what SQLite keeps beside it, in a folder that
 * is too when it is made here. Nothing depends on the umask.
 * @throws what the file system throws
 */
export function makePrivate(path: string): void {
  makePrivateFolder(dirname(path));
  // With its mode from the first moment: between making and tightening nobody can open it.
  closeSync(openSync(path, 'a', onlyOwner.file));
  tighten(path, onlyOwner.file);
  const real = realpathSync(path);
  for (const companion of companions)
    if (existsSync(real + companion)) tighten(real + companion, onlyOwner.file);
}

/**
 * Makes a folder, and those above it that are missing, for its owner alone. One that is there stays as it is, since
 * others may use it too, except the one that is ours by its name.
 */
export function makePrivateFolder(folder: string): void {
  const missing = missingIn(resolve(folder));
  for (const one of missing) makeFolder(one);
  if (missing.length === 0 && normalize(folder) === ownFolder) tighten(folder, onlyOwner.folder);
}

/** The folders to be made, the outermost first: Node's own recursion never ends where none can be, as in /proc. */
function missingIn(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingIn(dirname(folder)), folder];
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: onlyOwner.folder });
  } catch (error) {
    // Another process made it in the same moment.
    if (!isCode(error, 'EEXIST')) throw error;
  }
  tighten(folder, onlyOwner.folder);
}

/** Takes away what others may. A file that belongs to somebody else stays as its owner wants it. */
function tighten(path: string, mode: number): void {
  if ((statSync(path).mode & 0o777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!isCode(error, 'EPERM')) throw error;
  }
}

/** Whether it is an error of the system, by its code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
