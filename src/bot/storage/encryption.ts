import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

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
    /** @throws DecryptionFailed if no key fits, the purpose differs, or the data was modified */
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
