import { existsSync } from 'node:fs';
import { createConnectionStore } from '../../bot/storage/connection.ts';
import { createEncryption, DecryptionFailed } from '../../bot/storage/encryption.ts';
import { isKeyFileBroken, newSecret, secretsFromFile, writeSecrets } from '../../bot/storage/key-file.ts';
import { isThere } from '../../database/open.ts';
import { checkKeyFile, ifStored, keyFile, type StorageConfig } from '../bot-database.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';

/**
 * `token rotate-key`: encrypts the stored token with a new key. A key file is replaced; a new `FRONTDESK_SECRET` is
 * read from the terminal, and has to be set by hand.
 */
export async function rotateKey(storage: StorageConfig, terminal: Terminal): Promise<void> {
  if (storage.FRONTDESK_SECRET === undefined) return rotateFile(storage, terminal);
  const next = (await terminal.readSecret('New FRONTDESK_SECRET: ')).trim();
  if (next.length < 32)
    throw new CommandFailed('Use at least 32 characters, for example from: openssl rand -base64 32');
  const was = storage.FRONTDESK_SECRET;
  const stored = await sealAgain(storage, [next, was]);
  terminal.print(
    `${stored} Set FRONTDESK_SECRET to the new key now, and restart Frontdesk: until then it keeps using the old key.`,
  );
}

/** Meanwhile the file holds both keys, so that one of them fits even if this fails halfway. */
async function rotateFile(storage: StorageConfig, terminal: Terminal): Promise<void> {
  const path = keyFile(storage.DATABASE_URL);
  if (!existsSync(path) && !isThere(storage.DATABASE_URL)) return terminal.print('No token is saved.');
  await ifStored(storage, ({ database }) => checkKeyFile(database, storage));
  const old = isKeyFileBroken(path) ? [] : secretsFromFile(path);
  const [next, ...before] = [newSecret(), ...old];
  writeSecrets(path, [next, ...before]);
  const stored = await sealAgain(storage, [next, ...before]);
  writeSecrets(path, [next]);
  terminal.print(`${stored} The key in ${path} is new. A running Frontdesk picks it up automatically.`);
}

/** @param secrets keys, newest first */
async function sealAgain(storage: StorageConfig, secrets: readonly string[]): Promise<string> {
  const encryption = createEncryption(() => secrets);
  try {
    const found = await ifStored(storage, ({ database }) =>
      createConnectionStore({ database, encryption, fixed: {} }).sealAgain('cli', new Date()),
    );
    return found ? 'The saved token is encrypted with the new key.' : 'No token is saved.';
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    throw new CommandFailed(
      'The saved token was encrypted with a key that isn’t known here. Save it again: npm run frontdesk -- token set',
    );
  }
}
