import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isCode, makePrivateFolder } from '../../database/private-file.ts';
import { DatabaseUnusable, explainFileError } from '../../database/unusable.ts';
import { keyFileBroken } from '../operator-messages.ts';

/** The key file is there, and no key is in it: the disk was full when it was made, or it was cut off. */
export class KeyFileBroken extends DatabaseUnusable {
  override name = 'KeyFileBroken';
}

/** What `newSecret` makes is longer; what is shorter is a rest of it. */
const shortest = 32;

/**
 * The secrets in a key file, one a line, the newest first: while a key is being changed there are two. The file is
 * made, readable by its owner alone, when there is none.
 * @throws KeyFileBroken, or DatabaseUnusable when the file cannot be read or made
 */
export function secretsFromFile(path: string): string[] {
  return explaining(path, () => {
    const known = read(path);
    if (known?.length === 0) throw new KeyFileBroken(keyFileBroken(path));
    return known ?? makeKey(path);
  });
}

/**
 * The same, to encrypt with: a file without a key gets one, since what was encrypted with the lost one is replaced now.
 * @throws DatabaseUnusable
 */
export function secretsToEncryptWith(path: string): string[] {
  if (isKeyFileBroken(path)) writeSecrets(path, [newSecret()]);
  return secretsFromFile(path);
}

/** Whether the file is there without a key in it. A file that is missing is not broken: it is made when needed. */
export function isKeyFileBroken(path: string): boolean {
  return explaining(path, () => read(path)?.length === 0);
}

/** A secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64');
}

/**
 * Replaces the file's secrets at once: a reader sees the old ones or the new ones, also after the machine crashed.
 * @throws DatabaseUnusable
 */
export function writeSecrets(path: string, secrets: readonly string[]): void {
  explaining(path, () => {
    const beside = writeBeside(path, secrets);
    renameSync(beside, path);
    syncFolder(path);
  });
}

/** Of several processes that make it in the same moment the first one's key counts. */
function makeKey(path: string): string[] {
  makePrivateFolder(dirname(path));
  const secret = newSecret();
  const beside = writeBeside(path, [secret]);
  try {
    linkSync(beside, path);
    syncFolder(path);
    return [secret];
  } catch (error) {
    if (isCode(error, 'EEXIST')) return secretsFromFile(path);
    // A file system without links: nobody else is in the way, as far as it can tell.
    renameSync(beside, path);
    return [secret];
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Written whole and safe on the disk before anybody looks for it. @returns its path */
function writeBeside(path: string, secrets: readonly string[]): string {
  const beside = `${path}.${randomBytes(4).toString('hex')}`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeFileSync(file, `${secrets.join('\n')}\n`);
    fsyncSync(file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return beside;
}

/** A rename is safe when its folder is (https://man7.org/linux/man-pages/man2/fsync.2.html); Windows needs no such thing. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Not every system opens folders; then the name is as safe as it can be there.
  }
}

/** @returns undefined when there is no file; an empty list when no key is in it */
function read(path: string): string[] | undefined {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    // Somebody else's file can be read where they let us.
    if (!isCode(error, 'EPERM')) throw error;
  }
  return secretsIn(path);
}

function secretsIn(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim().length >= shortest);
}

/**
 * The secrets in a key file, for whoever only looks: nothing is made or closed to others.
 * @returns undefined when there is no file; an empty list when no key is in it @throws what the file system throws
 */
export function secretsAsTheyAre(path: string): string[] | undefined {
  try {
    return secretsIn(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function explaining<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw explainFileError(error, path);
  }
}
