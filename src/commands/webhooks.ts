import { Command } from 'commander';
import {
  createWebhookEndpoints,
  hostOf,
  mostEndpoints,
  type WebhookEndpoints,
} from '../bot/storage/webhook-endpoints.ts';
import { mistakeInAddress } from '../bot/webhooks/address.ts';
import { chosenTypes, usualTypes } from '../bot/webhooks/event.ts';
import { say } from '../bot/webhooks/messages.ts';
import { readStorageConfig } from '../config/config.ts';
import { ifStored, withBotDatabase } from './bot-database.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

const now = () => new Date();

const overlap = 'The previous secret also signs for 24 hours.';

/** `webhooks list|add|secret|remove`: other systems that get events. A running Frontdesk uses changes at once. */
export function webhooksCommand(terminal: Terminal): Command {
  const webhooks = new Command('webhooks').description('other systems that get events; see docs/events.md');
  webhooks.command('list').description('show them, without secrets').action(list);
  webhooks
    .command('add <address>')
    .description('add one, and print its secret once')
    .option('--events <types>', 'events, separated by commas (default: those of starts and tasks)')
    .option('--without-names', 'leave names and email addresses out')
    .action(add);
  webhooks
    .command('secret <id>')
    .description('make a new secret, and print it once')
    .action(async (id: string) => {
      const secret = await inStore((store) => store.rotate(id, 'cli'));
      if (secret === undefined) throw new CommandFailed(unknown(id));
      terminal.print(`${secret}\n${overlap}`);
    });
  webhooks
    .command('remove <id>')
    .description('remove one; its waiting events aren’t sent')
    .action(async (id: string) => {
      if (!(await inStore((store) => store.remove(id, 'cli')))) throw new CommandFailed(unknown(id));
      terminal.print('The webhook was removed.');
    });
  return webhooks;

  function config() {
    return readStorageConfig(terminal.env, terminal.readFile);
  }

  /** @returns undefined when there's no database; none is created */
  function inStore<Result>(work: (store: WebhookEndpoints) => Promise<Result>): Promise<Result | undefined> {
    return ifStored(config(), (opened) => work(createWebhookEndpoints({ ...opened, now })));
  }

  async function list(): Promise<void> {
    const all = (await inStore((store) => store.list())) ?? [];
    if (all.length === 0) terminal.print('No webhooks.');
    for (const { id, url, types, withNames, failingSince } of all)
      terminal.print(
        [
          `${id}  ${hostOf(url)}  ${types.join(',')}`,
          ...(withNames ? [] : ['without names']),
          ...(failingSince ? [`failing since ${failingSince.toISOString()}`] : []),
        ].join('  '),
      );
  }

  async function add(url: string, options: { events?: string; withoutNames?: true }): Promise<void> {
    const { FRONTDESK_EVENTS_ALLOW_PRIVATE: mayBePrivate } = config();
    const mistake = mistakeInAddress(url, mayBePrivate);
    if (mistake) throw new CommandFailed(say().mistakes[mistake]);
    const types = options.events?.split(',').map((one) => one.trim()) ?? usualTypes;
    const wrong = types.find((type) => !chosenTypes.some((one) => one === type));
    if (wrong !== undefined)
      throw new CommandFailed(`There’s no event ${wrong}. Events: ${chosenTypes.join(', ')}.`);
    const added = await withBotDatabase(config(), (opened) =>
      createWebhookEndpoints({ ...opened, now }).add({ url, types, withNames: !options.withoutNames }, 'cli'),
    );
    if (!added) throw new CommandFailed(`${mostEndpoints} webhooks is the maximum. Remove one first.`);
    terminal.print(`Added ${added.id}. Its secret isn’t shown again:\n${added.secret}`);
  }
}

function unknown(id: string): string {
  return `There’s no webhook ${id} that can be changed here. Show them: npm run frontdesk -- webhooks list`;
}
