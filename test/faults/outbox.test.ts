import { expect, it } from 'vitest';
import { z } from 'zod';
import { createLedger, type LedgerOptions } from '../../src/bot/ledger/ledger.ts';
import type { NewMessage } from '../../src/bot/ledger/outbox/enqueue.ts';
import {
  defineMessage,
  type MessageDefinition,
  messagesByName,
} from '../../src/bot/requests/define-message.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { openMigrated } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createLog } from '../../src/log.ts';
import { useCleanup } from '../cleanup.ts';
import { type TestClock, testClock } from '../clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { inWhole, patience, until } from './trials.ts';

const cleanup = useCleanup();

const minute = 60_000;
const day = 24 * 60 * minute;
const speed = 60;
const channel = 'C0HIRES';

const nowhere: LedgerOptions['destination'] = {
  baseline: () => 0,
  promised: () => '',
  prepare: async () => undefined,
  mayRepeat: async () => false,
  address: () => undefined,
  probe: async () => undefined,
  notSupported: { kind: 'rejected', status: 404, problem: {} },
  needsPeople: () => false,
  errorOf: (code) => new Error(code),
};

const words: LedgerOptions['words'] = {
  ended: () => [],
  amended: () => [],
  undecided: () => [],
  unreached: () => undefined,
};

const digest = defineMessage({
  name: 'test.digest',
  about: z.object({ week: z.int() }),
  build: ({ week }) => ({ text: `Week ${week}`, blocks: [] }),
});

function digestOf(week: number, due?: Date): NewMessage {
  const purpose = `digest of week ${week} in ${channel}`;
  return digest.message({ purpose, recipient: { channel }, ...(due && { due }) }, { week });
}

function slack() {
  const posted: { id: string; text: string }[] = [];
  const place = (id: string) => ({ channel, ts: String(posted.findIndex((one) => one.id === id)) });
  const post: LedgerOptions['post'] = {
    isDeactivated: async () => false,
    destinationOf: async () => ({ kind: 'one', target: channel }),
    peopleInPlaceOf: async () => [],
    async send({ metadataId, text }) {
      posted.push({ id: metadataId, text });
      return place(metadataId);
    },
    update: async () => {},
    find: async ({ metadataId }) =>
      posted.some(({ id }) => id === metadataId) ? place(metadataId) : undefined,
  };
  return {
    post,
    texts: () => posted.map(({ text }) => text),
  };
}

interface Processes {
  databaseUrl: string;
  clock: TestClock;
  post: LedgerOptions['post'];
  known?: readonly MessageDefinition[];
  write?: (line: string) => void;
}

/** Three processes. On PostgreSQL each has its own connections; SQLite takes one writer per thread. */
async function startProcesses({ databaseUrl, clock, post, known = [digest], write = () => {} }: Processes) {
  const builderOf = messagesByName(known, async (target) => ({
    target,
    settings: {
      channels: [],
      profileUrl: undefined,
      privateChannel: undefined,
      timezone: 'UTC',
      texts: {},
      reminders: { calendar: true },
    },
    typeOf: () => {
      throw new Error('There are no requests.');
    },
    language: 'en',
    now: clock.now(),
    approvalOf: async () => undefined,
    isNewest: async () => true,
    declinedOf: async (_request, problem) => ({ problem, gone: undefined }),
    toldOf: async () => [],
  }));
  const log = createLog({ level: 'info', format: 'json', destination: { write } });
  const open = () => openDatabase<BotTables>(databaseUrl);
  const first = open();
  const databases = [first, ...(first.kind === 'postgres' ? [open(), open()] : [first, first])];
  const started = databases.map((own) =>
    createLedger({
      database: own,
      types: [],
      destination: nowhere,
      words,
      builderOf,
      post,
      clock,
      log,
    }),
  );
  for (const ledger of started) await ledger.start();
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= stopAll());
  cleanup.later(stop);

  async function stopAll(): Promise<void> {
    await Promise.all(started.map((ledger) => ledger.stop()));
    await Promise.all([...new Set(databases)].map(({ close }) => close()));
  }

  return {
    /** Enqueues in every process, three times each. */
    enqueue: (message: NewMessage) =>
      Promise.all([...started, ...started, ...started].map((ledger) => ledger.enqueue(message))),
    takeUp: () => started[0]?.aside.takeUp('U0INES'),
    stop,
  };
}

async function passed(clock: TestClock, ms: number) {
  const end = clock.now().getTime() + ms;
  await until(
    () => clock.now().getTime() >= end,
    () => clock.now(),
  );
}

onEachDatabase((fresh) => {
  async function stage() {
    const { url: databaseUrl } = await fresh();
    const { db, close } = await openMigrated<BotTables>(databaseUrl, migrations);
    cleanup.later(close);
    return { databaseUrl, clock: testClock({ speed }), db, ...slack() };
  }

  inWhole(
    'sends a message once that every process writes down for later, at its time, over a restart',
    async () => {
      const office = await stage();
      const { clock, texts } = office;
      const before = await startProcesses(office);
      const due = new Date(clock.now().getTime() + 3 * day);
      await before.enqueue(digestOf(48, due));
      await before.enqueue(digestOf(47));
      await until(() => texts().length > 0, texts);
      // Time for the repair of instants written by a wrong clock, and for the cleanup of old rows.
      await passed(clock, 2 * minute);
      await before.stop();
      expect(texts()).toEqual(['Week 47']);
      clock.jump(2 * day);
      const after = await startProcesses(office);
      await after.enqueue(digestOf(48, due));
      await passed(clock, 2 * minute);
      expect(texts()).toEqual(['Week 47']);
      clock.jump(day);
      await until(() => texts().length > 1, texts);
      await after.enqueue(digestOf(48, due));
      await after.enqueue(digestOf(48));
      await passed(clock, 2 * minute);
      expect(texts()).toEqual(['Week 47', 'Week 48']);
    },
    patience,
  );

  inWhole(
    'keeps for a month after its time, not after it was written, that a message was sent',
    async () => {
      const office = await stage();
      const { clock, texts, db } = office;
      const before = await startProcesses(office);
      const due = new Date(clock.now().getTime() + 100 * day);
      await before.enqueue(digestOf(48, due));
      await passed(clock, 2 * minute);
      await before.stop();
      clock.jump(100 * day);
      const after = await startProcesses(office);
      await until(() => texts().length > 0, texts);
      await passed(clock, 2 * minute);
      await after.enqueue(digestOf(48, due));
      await passed(clock, 2 * minute);
      expect(texts()).toEqual(['Week 48']);
      const rows = await db.selectFrom('messages').select(['key', 'state']).execute();
      expect(rows).toEqual([{ key: `digest of week 48 in ${channel}`, state: 'sent' }]);
    },
    patience,
  );

  it(
    'a message that cannot be built waits with growing pauses, keeps no other one up, and puts nobody in the log',
    async () => {
      const office = await stage();
      const { clock, texts } = office;
      const built: number[] = [];
      const shaky = defineMessage({
        name: 'test.shaky',
        about: z.object({}),
        build() {
          built.push(clock.now().getTime());
          if (built.length < 4 || texts().length === 0) throw new Error('Jane Doe cannot be read');
          return { text: 'At last', blocks: [] };
        },
      });
      const lines: string[] = [];
      const known = [digest, shaky];
      const processes = await startProcesses({ ...office, known, write: (line) => void lines.push(line) });
      await processes.enqueue(shaky.message({ purpose: 'shaky', recipient: { channel } }, {}));
      await processes.enqueue(digestOf(48));
      await until(() => texts().length === 2, texts);
      expect(texts()).toEqual(['Week 48', 'At last']);
      expect(built.length).toBeGreaterThanOrEqual(4);
      const pauses = built.slice(1).map((at, index) => at - (built[index] ?? at));
      expect(pauses.every((pause, index) => pause >= 1_500 * 2 ** index)).toBe(true);
      expect(lines.join('')).toContain('a message cannot be built');
      expect(lines.join('')).not.toMatch(/jane|doe/i);
    },
    patience,
  );

  it(
    'does not send what nobody needs any more',
    async () => {
      const office = await stage();
      const outdated = defineMessage({
        name: 'test.outdated',
        about: z.object({}),
        build: () => undefined,
      });
      const processes = await startProcesses({ ...office, known: [outdated] });
      await processes.enqueue(outdated.message({ purpose: 'outdated', recipient: { channel } }, {}));
      const states = () => office.db.selectFrom('messages').select('state').execute();
      await until(async () => (await states())[0]?.state === 'dropped', states);
      expect(office.texts()).toEqual([]);
    },
    patience,
  );

  it(
    'sets aside what only a newer version can build, and sends it when that has come',
    async () => {
      const office = await stage();
      const before = await startProcesses({ ...office, known: [] });
      await before.enqueue(digestOf(48));
      const states = () => office.db.selectFrom('messages').select('state').execute();
      await until(async () => (await states())[0]?.state === 'unreadable', states);
      expect(await before.takeUp()).toBe(0);
      await before.stop();
      await startProcesses(office);
      await until(() => office.texts().length > 0, office.texts);
      expect(office.texts()).toEqual(['Week 48']);
    },
    patience,
  );
});

it('no two messages have the same name', () => {
  expect(() => messagesByName([digest, digest], () => Promise.reject() as never)).toThrow('same name');
});
