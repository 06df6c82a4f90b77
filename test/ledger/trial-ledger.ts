import { z } from 'zod';
import { DeliveryFailure, type Destination } from '../../src/bot/ledger/delivery/destination.ts';
import { createLedger, type Ledger, type LedgerOptions } from '../../src/bot/ledger/ledger.ts';
import type { NewMessage } from '../../src/bot/ledger/outbox/enqueue.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { migrate } from '../../src/database/migrate.ts';
import { type Database, openDatabase } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import type { Clock } from '../../src/time/clock.ts';
import { ask, laptop } from './laptop.ts';
import { postTo } from './mailbox.ts';
import type { Order } from './shop.ts';

interface TrialOptions {
  plan?: NonNullable<LedgerOptions['words']['plan']>;
  databaseUrl: string;
  /** Open database, used instead of `databaseUrl`. */
  database?: Database<BotTables>;
  shopUrl: string;
  mailboxUrl: string;
  clock: Clock;
}

export async function startTrialLedger(
  options: TrialOptions,
): Promise<{ ledger: Ledger; stop(): Promise<void> }> {
  const { databaseUrl, shopUrl, mailboxUrl, clock, plan } = options;
  const database = options.database ?? openDatabase<BotTables>(databaseUrl);
  await migrate(database.db, migrations(database.kind));
  const ledger = createLedger({
    database,
    types: [laptop(shopUrl)],
    destination: shopAsDestination(shopUrl),
    words: { ...words, ...(plan && { plan }) },
    builderOf,
    post: postTo(mailboxUrl),
    clock,
    log: silentLog(),
  });
  await ledger.start();
  return {
    ledger,
    async stop() {
      await ledger.stop();
      await database.close();
    },
  };
}

/** One message per end, and the questions to a person. */
const words: LedgerOptions['words'] = {
  ended: ({ id, subject, outcome }) => [toRequester(id, 'requester', `${subject}: ${outcome?.kind}`)],
  undecided: ({ id, subject, attempts }) => [
    toRequester(id, `undecided ${attempts}:`, `${subject}: question`),
  ],
  amended: () => [],
  unreached: () => undefined,
};

function toRequester(requestId: string, purpose: string, text: string): NewMessage {
  return { requestId, purpose, recipient: { channel: 'U0INES' }, name: 'trial', about: { text } };
}

const About = z.object({ text: z.string(), code: z.string(), id: z.string() }).partial();

const builderOf: LedgerOptions['builderOf'] = ({ name, about }) => {
  const { text, code, id } = About.parse(about);
  const own = {
    'outage.over': 'goes on',
    outage: `held up: ${code}`,
    'request.unreadable': `set aside: ${id}`,
  };
  return () => ({ text: text ?? new Map(Object.entries(own)).get(name) ?? name, blocks: [] });
};

function shopAsDestination(url: string): Destination {
  let highest: number | undefined;
  const failureIn = async (work: Promise<unknown>) => {
    try {
      await work;
      return undefined;
    } catch (error) {
      if (error instanceof DeliveryFailure) return error;
      throw error;
    }
  };
  const read = async () => {
    const orders = await ask<Order[] | 'secret'>(url);
    highest = orders === 'secret' ? 0 : orders.reduce((most, { id }) => Math.max(most, id), 0);
  };
  return {
    baseline: () => highest,
    promised: () => '',
    prepare: () => failureIn(read()),
    mayRepeat: async () => false,
    address: () => url,
    probe: () => failureIn(read()),
    notSupported: { kind: 'rejected', status: 404, problem: {} },
    needsPeople: (code) => code === 'closed',
    errorOf: (code) => new Error(code),
  };
}
