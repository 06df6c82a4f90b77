import { z } from 'zod';
import { DeliveryFailure, type Destination } from '../../src/bot/ledger/delivery/attempt.ts';
import { createLedger, type LedgerOptions } from '../../src/bot/ledger/ledger.ts';
import type { NewMessage } from '../../src/bot/ledger/outbox/message.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { type Database, migrate, openDatabase } from '../../src/database/open.ts';
import { type Log, silentLog } from '../../src/log.ts';
import type { Clock } from '../../src/time/clock.ts';
import { dayIn } from '../../src/time/dates.ts';
import type { Cleanup } from '../journeys/office.ts';
import { ask, laptop } from './laptop.ts';
import { createMailbox, nothingSaid } from './mailbox.ts';
import { type Order, startShop } from './shop.ts';

interface TrialOptions {
  clock: Clock;
  plan?: LedgerOptions['words']['plan'];
  amended?: LedgerOptions['words']['amended'];
  builderOf?: LedgerOptions['builderOf'];
  postEvent?: LedgerOptions['postEvent'];
  log?: Log;
  /** Open database, used instead of the address. */
  database?: Database<BotTables>;
}

/** A shop, a mailbox, and a ledger between them; `start` gives another one on the same database. */
export async function openTrial(cleanup: Cleanup, databaseUrl: string, given: TrialOptions) {
  const shop = await startShop(cleanup);
  const { post, ...mailbox } = createMailbox();
  async function start(more: Partial<TrialOptions> = {}) {
    const {
      clock,
      plan,
      amended,
      log = silentLog(),
      builderOf = wordingOf,
      postEvent,
      ...options
    } = { ...given, ...more };
    const database = options.database ?? openDatabase<BotTables>(databaseUrl);
    await migrate(database.db, migrations(database.kind));
    const ledger = createLedger({
      database,
      types: [laptop(shop.url)],
      destination: shopAsDestination(shop.url),
      words: { ...words, ...(plan && { plan }), ...(amended && { amended }) },
      builderOf,
      post,
      ...(postEvent && { postEvent }),
      today: (now) => dayIn('UTC', now),
      clock,
      log,
    });
    await ledger.start();
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= ledger.stop().then(database.close));
    cleanup.later(stop);
    return { ledger, stop };
  }
  return { shop, ...mailbox, start, ...(await start()) };
}

/** One message per end. */
const words: LedgerOptions['words'] = {
  ...nothingSaid,
  ended: ({ id, subject, outcome }) => [toRequester(id, 'requester', `${subject}: ${outcome?.kind}`)],
};

function toRequester(requestId: string, purpose: string, text: string): NewMessage {
  return { requestId, purpose, recipient: { channel: 'U0INES' }, name: 'trial', about: { text } };
}

const About = z.object({ text: z.string(), code: z.string(), id: z.string() }).partial();

const wordingOf: LedgerOptions['builderOf'] = ({ name, about }) => {
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
    const orders = await ask<Order[]>(url);
    highest = orders.reduce((most, { id }) => Math.max(most, id), 0);
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
