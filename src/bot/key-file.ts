import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The secrets in a key file, one a line, the newest first: while a key is being changed there are two. The file is
 * made, readable by its owner alone, when there is none.
 * @throws what the file system throws
 */
export function secretsFromFile(path: string): string[] {
  const known = read(path);
  if (known) return known;
  mkdirSync(dirname(path), { recursive: true });
  const secret = newSecret();
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return [secret];
  } catch (error) {
    // Another process made it in the same moment: its key counts.
    if (isCode(error, 'EEXIST')) return secretsFromFile(path);
    throw error;
  }
}

/** A secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64');
}

/** Replaces the file's secrets at once: a reader sees the old ones or the new ones. */
export function writeSecrets(path: string, secrets: readonly string[]): void {
  const beside = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(beside, `${secrets.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(beside, path);
}

function read(path: string): string[] | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
