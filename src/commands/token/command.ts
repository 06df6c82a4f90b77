import { Command } from 'commander';
import { Agent } from 'undici';
import { tryConnection } from '../../bot/onboarding/client/test-connection.ts';
import { createConnectionStore } from '../../bot/storage/connection.ts';
import { isLoopback, readStorageConfig } from '../../config/config.ts';
import { openBotDatabase } from '../start/start.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { rotateKey } from './rotate-key.ts';

/** `token set|show|remove|rotate-key`: the stored admin token of the onboarding service. */
export function tokenCommand(terminal: Terminal, readFile: (path: string) => string): Command {
  const token = new Command('token').description('the stored admin token of the onboarding service');
  token
    .command('set')
    .description('store a token; it is read from the terminal without echo, or from standard input')
    .option('--url <address>', 'the address of the onboarding service (default: ONBOARDING_URL)')
    .action((options: { url?: string }) => setToken(options.url));
  token
    .command('show')
    .description('tell whether a token is stored, for which address, by whom; never the token')
    .action(() => withStore(show));
  token
    .command('remove')
    .description('forget the stored token')
    .action(() =>
      withStore(async (store) =>
        terminal.print((await store.remove('cli', new Date())) ? 'Removed.' : 'None was stored.'),
      ),
    );
  token
    .command('rotate-key')
    .description('encrypt the stored token with a new key')
    .action(() => rotateKey(readStorageConfig(terminal.env, readFile), terminal));
  return token;

  async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
    const config = readStorageConfig(terminal.env, readFile);
    const { database, sealer } = await openBotDatabase(config);
    try {
      await work(createConnectionStore({ database, sealer, fixed: {} }));
    } finally {
      await database.close();
    }
  }

  async function show(store: Store): Promise<void> {
    const stored = await store.describe();
    if (stored)
      terminal.print(`A token for ${stored.url} is stored, set by ${stored.setBy} at ${stored.setAt}.`);
    else terminal.print('No token is stored. Store one: npm run frontdesk -- token set');
  }

  async function setToken(given: string | undefined): Promise<void> {
    const config = readStorageConfig(terminal.env, readFile);
    const url = checkedAddress(given ?? config.ONBOARDING_URL, config.ONBOARDING_ALLOW_HTTP);
    const secret = (await terminal.readSecret('Admin token: ')).trim();
    if (secret === '') throw new CommandFailed('No token was given. Nothing was stored.');
    const dispatcher = new Agent();
    const tried = await tryConnection({ url, token: secret }, dispatcher);
    await dispatcher.close();
    if (!tried.ok) throw new CommandFailed(`${tried.sentence} Nothing was stored.`);
    await withStore((store) => store.save({ url, token: secret }, 'cli', new Date()));
    terminal.print(
      `The token works and is stored, encrypted. A running Frontdesk takes it up within a minute.`,
    );
  }
}

type Store = ReturnType<typeof createConnectionStore>;

function checkedAddress(address: string | undefined, allowHttp: boolean): string {
  if (address === undefined)
    throw new CommandFailed('Which service? Set ONBOARDING_URL, or give --url https://onboarding.acme.com.');
  if (!URL.canParse(address))
    throw new CommandFailed(`${address} is not a whole address such as https://onboarding.acme.com.`);
  if (address.startsWith('http://') && !isLoopback(address) && !allowHttp)
    throw new CommandFailed(
      'The token would travel unencrypted. Use https://, or set ONBOARDING_ALLOW_HTTP=True in a private network.',
    );
  return address.replace(/\/+$/, '');
}
