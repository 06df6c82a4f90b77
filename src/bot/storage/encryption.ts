import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
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
import { isCode, makePrivateFolder, tighten } from '../../database/private-file.ts';
import { DatabaseUnusable, explaining } from '../../database/unusable.ts';
import { keyFileBroken } from './operator-messages.ts';

/** Decryption failed: wrong key, or modified data. */
export class DecryptionFailed extends Error {
  override name = 'DecryptionFailed';
}

const nonceLength = 12;
const tagLength = 16;

export type Encryption = ReturnType<typeof createEncryption>;

/**
 * Uses keys kept outside the database: `secrets` returns them, newest first, at each use, since a key file
 * may change. Each needs at least 32 characters of good randomness; keys are derived with HKDF (RFC 5869).
 */
export function createEncryption(secrets: () => readonly string[], toEncryptWith = secrets) {
  function newest(): Buffer {
    const [secret] = toEncryptWith();
    if (secret === undefined) throw new Error('There is no key to encrypt with.');
    return keyFrom(secret);
  }

  /** @throws DecryptionFailed if no key fits, the purpose differs, or the data was modified */
  function decrypt(encrypted: string, purpose: string): string {
    for (const secret of secrets()) {
      const text = decryptWith(keyFrom(secret), Buffer.from(encrypted, 'base64'), purpose);
      if (text !== undefined) return text;
    }
    throw new DecryptionFailed('What is stored was encrypted with another key, or was altered.');
  }

  return {
    /** Fingerprint of the newest key that doesn't reveal the key. */
    keyId: () => createHash('sha256').update('key id').update(newest()).digest('hex').slice(0, 16),
    /**
     * AES-256-GCM with the newest key: base64 of nonce, tag and ciphertext. `purpose` must be the same for
     * decryption.
     */
    encrypt(text: string, purpose: string): string {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', newest(), nonce).setAAD(Buffer.from(purpose));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
    },
    decrypt,
    /** Like `decrypt`, but undefined if it can't be decrypted. */
    tryToDecrypt(encrypted: string, purpose: string): string | undefined {
      try {
        return decrypt(encrypted, purpose);
      } catch (error) {
        if (error instanceof DecryptionFailed || error instanceof KeyFileBroken) return undefined;
        throw error;
      }
    },
  };
}

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'frontdesk', 'stored secrets', 32));
}

/** @returns undefined if the key doesn't fit */
function decryptWith(key: Buffer, encrypted: Buffer, purpose: string): string | undefined {
  try {
    const nonce = encrypted.subarray(0, nonceLength);
    const tag = encrypted.subarray(nonceLength, nonceLength + tagLength);
    const text = encrypted.subarray(nonceLength + tagLength);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The key file exists but has no key: it was truncated, or the disk was full when it was written. */
export class KeyFileBroken extends DatabaseUnusable {
  override name = 'KeyFileBroken';
}

/** Minimum length of a secret. `newSecret` makes longer ones; shorter lines are truncated. */
const shortest = 32;

/**
 * One secret per line, newest first; two during a key change. A missing file is created, readable by its
 * owner only. Throws KeyFileBroken, or DatabaseUnusable if it can't be read or created.
 */
export function secretsFromFile(path: string): string[] {
  return explaining(path, () => {
    const known = read(path);
    if (known?.length === 0) throw new KeyFileBroken(keyFileBroken(path));
    return known ?? makeKey(path);
  });
}

/** A file without a key gets a new one, since data encrypted with the lost key is being replaced. */
export function secretsToEncryptWith(path: string): string[] {
  if (isKeyFileBroken(path)) writeSecrets(path, [newSecret()]);
  return secretsFromFile(path);
}

/** A missing file isn't broken: it is created when needed. */
export function isKeyFileBroken(path: string): boolean {
  return explaining(path, () => read(path)?.length === 0);
}

export function newSecret(): string {
  return randomBytes(32).toString('base64');
}

/** Atomic, even if the machine crashes. */
export function writeSecrets(path: string, secrets: readonly string[]): void {
  explaining(path, () => place(path, secrets, renameSync));
}

/** If several processes create the file at the same time, the first key wins. */
function makeKey(path: string): string[] {
  makePrivateFolder(dirname(path));
  const secret = newSecret();
  try {
    place(path, [secret], linkSync);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return secretsFromFile(path);
    // The file system has no hard links; assume there is no concurrent process.
    writeSecrets(path, [secret]);
  }
  return [secret];
}

/** Writes a file beside `path`, synced to disk, and moves or links it there. */
function place(path: string, secrets: readonly string[], move: (from: string, to: string) => void): void {
  const beside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(beside, `${secrets.join('\n')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    move(beside, path);
    syncFolder(dirname(path));
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A rename is durable only after its folder is synced (https://man7.org/linux/man-pages/man2/fsync.2.html). */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Some systems can't open folders; nothing more can be done there.
  }
}

/** @returns undefined if there is no file; an empty list if it has no key */
function read(path: string): string[] | undefined {
  if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) tighten(path, 0o600);
  return secretsAsTheyAre(path);
}

/** Reads the file without creating it or changing its mode. Undefined if there is none; empty if it has no key. */
export function secretsAsTheyAre(path: string): string[] | undefined {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.filter((line) => line.trim().length >= shortest);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
