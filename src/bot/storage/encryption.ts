import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** What is stored cannot be decrypted: another key, or altered data. */
export class DecryptionFailed extends Error {
  override name = 'DecryptionFailed';
}

const nonceLength = 12;
const tagLength = 16;

export type Encryption = ReturnType<typeof createEncryption>;

/**
 * Encrypts and decrypts what is stored, with keys that are not in the database.
 * @param secrets gives the secrets, the newest first, at each use: a key file can change while this process runs.
 *   Each has at least 32 characters or bytes of good randomness; the key is derived from it (HKDF, RFC 5869)
 * @param toEncryptWith gives them where something is to be encrypted, when that can be done without knowing the old ones
 */
export function createEncryption(secrets: () => readonly string[], toEncryptWith = secrets) {
  function newest(): Buffer {
    const [secret] = toEncryptWith();
    if (secret === undefined) throw new Error('There is no key to encrypt with.');
    return keyFrom(secret);
  }

  return {
    /** Tells the newest key from others without telling the key. */
    keyId: () => createHash('sha256').update('key id').update(newest()).digest('hex').slice(0, 16),
    /** @returns base64 of nonce, tag and ciphertext: AES-256-GCM with the newest key */
    encrypt(text: string, purpose: string): string {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', newest(), nonce).setAAD(Buffer.from(purpose));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
    },
    /** @throws DecryptionFailed when no key fits, with another purpose, or for altered data */
    decrypt(encrypted: string, purpose: string): string {
      for (const secret of secrets()) {
        const text = decryptWith(keyFrom(secret), Buffer.from(encrypted, 'base64'), purpose);
        if (text !== undefined) return text;
      }
      throw new DecryptionFailed('What is stored was encrypted with another key, or was altered.');
    },
  };
}

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'frontdesk', 'stored secrets', 32));
}

/** @returns undefined when the key does not fit */
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
