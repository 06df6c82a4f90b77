import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Encrypts and decrypts what is stored, with one key that is not in the database. */
export interface Sealer {
  /** Tells keys apart without telling the key. */
  keyId: string;
  /** @returns base64 of nonce, tag and ciphertext: AES-256-GCM */
  seal(text: string, purpose: string): string;
  /** @throws SealBroken with another key, another purpose, or altered data */
  open(sealed: string, purpose: string): string;
}

/** What is stored cannot be decrypted: another key, or altered data. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

const nonceLength = 12;
const tagLength = 16;

/** @param secret at least 32 characters or bytes of good randomness; the key is derived from it (HKDF, RFC 5869) */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'frontdesk', 'stored secrets', 32));
  const keyId = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
  return {
    keyId,
    seal(text, purpose) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed, purpose) {
      try {
        return decrypt(key, Buffer.from(sealed, 'base64'), purpose);
      } catch (cause) {
        throw new SealBroken('What is stored was encrypted with another key, or was altered.', { cause });
      }
    },
  };
}

function decrypt(key: Buffer, sealed: Buffer, purpose: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  const text = Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
  return text.toString('utf8');
}

/**
 * The key file's secret; the file is made, readable by its owner alone, when there is none.
 * @throws what the file system throws
 */
export function secretFromFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  mkdirSync(dirname(path), { recursive: true });
  const secret = randomBytes(32).toString('base64');
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    // Another process made it in the same moment: its key counts.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return secretFromFile(path);
    throw error;
  }
}
