import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname, normalize, resolve } from 'node:path';

/** Suffixes of a SQLite database and the files beside it (https://sqlite.org/tempfiles.html). */
export const companions = ['', '-wal', '-shm', '-journal'];

const ownFolder = 'data';

const onlyOwner = { file: 0o600, folder: 0o700 };

/**
 * Ensures that a file exists and that it and SQLite's companion files are readable by the owner only.
 * Independent of the umask.
 */
export function makePrivate(path: string): void {
  makePrivateFolder(dirname(path));
  // Created with its final mode, so that it is never open to others.
  closeSync(openSync(path, 'a', onlyOwner.file));
  const real = realpathSync(path);
  for (const companion of companions)
    if (existsSync(real + companion)) tighten(real + companion, onlyOwner.file);
}

/** Existing folders are left unchanged, since others may use them, except the default folder. */
export function makePrivateFolder(folder: string): void {
  const missing = missingIn(resolve(folder));
  for (const one of missing) makeFolder(one);
  if (missing.length === 0 && normalize(folder) === ownFolder) tighten(folder, onlyOwner.folder);
}

/**
 * Missing folders, outermost first. Node's recursive mkdir never returns where none can be created, e.g. in /proc.
 */
function missingIn(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingIn(dirname(folder)), folder];
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: onlyOwner.folder });
  } catch (error) {
    // Another process created it at the same time.
    if (!isCode(error, 'EEXIST')) throw error;
  }
  tighten(folder, onlyOwner.folder);
}

/** The file or folder, or its nearest parent that exists. */
export function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** Sets the mode, except for files of another user. */
export function tighten(path: string, mode: number): void {
  if ((statSync(path).mode & 0o777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!isCode(error, 'EPERM')) throw error;
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
