import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { testConnection } from '../bot/onboarding/client/test-connection.ts';
import { type ConnectionStore, createConnectionStore } from '../bot/storage/connection.ts';
import {
  createEncryption,
  DecryptionFailed,
  isKeyFileBroken,
  newSecret,
  secretsFromFile,
  writeSecrets,
} from '../bot/storage/encryption.ts';
import { createStarterSources } from '../bot/storage/starter-sources.ts';
import { createWebhookEndpoints } from '../bot/storage/webhook-endpoints.ts';
import { readStorageConfig } from '../config/config.ts';
import { isLoopback, webAddress } from '../config/config-values.ts';
import { isThere } from '../database/open.ts';
import { checkKeyFile, ifStored, keyFile, type StorageConfig, withBotDatabase } from './bot-database.ts';
import { outgoing } from './outgoing.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** `token set|show|remove|rotate-key`: manages the stored admin token of the onboarding service. */
export function tokenCommand(terminal: Terminal): Command {
  const token = new Command('token').description('the saved admin token for the onboarding service');
  token
    .command('set')
    .description('save a token; it’s read from the terminal without showing it, or from standard input')
    .option('--url <address>', 'the address of the onboarding service (default: ONBOARDING_URL)')
    .action((options: { url?: string }) => setToken(options.url));
  token
    .command('show')
    .description('show whether a token is saved, for which address and by whom; never the token')
    .action(show);
  token
    .command('remove')
    .description('forget the stored token')
    .action(async () => {
      const isRemoved = await inStore((store) => store.remove('cli', new Date()));
      terminal.print(isRemoved ? 'The token was removed.' : 'No token was saved.');
    });
  token
    .command('rotate-key')
    .description('encrypt the saved token with a new key')
    .action(() => rotateKey(readStorageConfig(terminal.env, terminal.readFile), terminal));
  return token;

  /** @returns undefined when there's no database; none is created */
  function inStore<Result>(work: (store: ConnectionStore) => Promise<Result>): Promise<Result | undefined> {
    const config = readStorageConfig(terminal.env, terminal.readFile);
    return ifStored(config, (opened) => work(createConnectionStore(opened)));
  }

  async function show(): Promise<void> {
    const stored = await inStore((store) => store.describe());
    if (stored)
      terminal.print(`A token for ${stored.url} is saved, set by ${stored.setBy} at ${stored.setAt}.`);
    else terminal.print('No token is saved. Save one: npm run frontdesk -- token set');
  }

  async function setToken(given: string | undefined): Promise<void> {
    const config = readStorageConfig(terminal.env, terminal.readFile);
    const url = checkedAddress(given ?? config.ONBOARDING_URL, config.ONBOARDING_ALLOW_HTTP);
    const secret = (await terminal.readSecret('Admin token: ')).trim();
    if (secret === '') throw new CommandFailed('You didn’t enter a token. Nothing was saved.');
    const dispatcher = outgoing(config);
    const tried = await testConnection({ url, token: secret }, dispatcher);
    await dispatcher.close();
    if (!tried.ok) throw new CommandFailed(`${tried.sentence} Nothing was saved.`);
    await withBotDatabase(config, (opened) =>
      createConnectionStore(opened).save({ url, token: secret }, 'cli', new Date()),
    );
    terminal.print(`The token works and is saved, encrypted. A running Frontdesk uses it within a minute.`);
  }
}

function checkedAddress(address: string | undefined, allowHttp: boolean): string {
  if (address === undefined)
    throw new CommandFailed('Which service? Set ONBOARDING_URL, or give --url https://onboarding.acme.com.');
  const { data: url } = webAddress.safeParse(address);
  if (url === undefined)
    throw new CommandFailed(`${address} isn’t a full address such as https://onboarding.acme.com.`);
  if (url.startsWith('http://') && !isLoopback(url) && !allowHttp)
    throw new CommandFailed(
      'The token would be sent unencrypted. Use https://, or set ONBOARDING_ALLOW_HTTP=True in a private network.',
    );
  return url;
}

/** A key file is replaced; a new `FRONTDESK_SECRET` is read from the terminal, and has to be set by hand. */
async function rotateKey(storage: StorageConfig, terminal: Terminal): Promise<void> {
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
    const found = await ifStored(storage, async ({ database }) => {
      const stored = await createConnectionStore({ database, encryption }).sealAgain('cli', new Date());
      await createWebhookEndpoints({ database, encryption, now: () => new Date() }).sealAgain();
      await createStarterSources({ database, encryption }).sealAgain();
      return stored;
    });
    return found ? 'The saved token is encrypted with the new key.' : 'No token is saved.';
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    throw new CommandFailed(
      'The saved token was encrypted with a key that isn’t known here. Save it again: npm run frontdesk -- token set',
    );
  }
}
