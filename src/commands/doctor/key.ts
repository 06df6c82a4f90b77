import { type Check, type Found, failure, ok, warning } from '../../bot/checks/check.ts';
import { say } from '../../bot/checks/machine/messages.ts';
import type { ConnectionStore } from '../../bot/storage/connection.ts';
import { createEncryption, type Encryption } from '../../bot/storage/encryption.ts';
import { secretsAsTheyAre } from '../../bot/storage/key-file.ts';
import { keyFile, type StorageConfig } from '../bot-database.ts';

type KeyState = 'given' | 'there' | 'missing' | 'broken' | 'closed';

/** The key as found: none is created, and no file mode is changed. */
interface LookedAtKey {
  encryption: Encryption;
  state: KeyState;
  path: string;
}

export function lookAtKey({ DATABASE_URL, FRONTDESK_SECRET: secret }: StorageConfig): LookedAtKey {
  const path = keyFile(DATABASE_URL);
  if (secret !== undefined) return { encryption: createEncryption(() => [secret]), state: 'given', path };
  const { secrets, state } = secretsAt(path);
  return { encryption: createEncryption(() => secrets), state, path };
}

function secretsAt(path: string): { secrets: readonly string[]; state: KeyState } {
  try {
    const secrets = secretsAsTheyAre(path);
    if (!secrets) return { secrets: [], state: 'missing' };
    return { secrets, state: secrets.length > 0 ? 'there' : 'broken' };
  } catch {
    return { secrets: [], state: 'closed' };
  }
}

interface KeyOptions {
  key: LookedAtKey;
  /** Undefined when nothing is stored. */
  connection: ConnectionStore | undefined;
  isTokenGiven: boolean;
  needs: readonly string[];
}

/** Checks that the stored token can be decrypted with the key. */
export function keyCheck({ key, connection, isTokenGiven, needs }: KeyOptions): Check {
  return {
    name: 'key',
    title: () => say().key.title,
    needs,
    async look() {
      const stored = await connection?.describe();
      if (!stored || !connection) return ok(() => say().key.nothing);
      if (await connection.canBeRead()) return ok(() => say().key.fine);
      if (isTokenGiven) return warning(() => say().key.unused);
      return unreadable(key);
    },
  };
}

function unreadable({ state, path }: LookedAtKey): Found {
  if (state === 'given' || state === 'there') return failure(() => say().key.unreadable, 'unreadable');
  return failure(() => say().key[state](path), state);
}
