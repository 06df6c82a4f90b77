import { expect, it } from 'vitest';
import { z } from 'zod';
import { createLedger, type LedgerOptions } from '../../src/bot/ledger/ledger.ts';
import type { NewMessage } from '../../src/bot/ledger/outbox/enqueue.ts';
import {
  defineMessage,
  type MessageContext,
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

interface Process {
  databaseUrl: string;
  clock: TestClock;
  post: LedgerOptions['post'];
  known?: readonly MessageDefinition[];
  write?: (line: string) => void;
}

async function startProcess({ databaseUrl, clock, post, known = [digest], write = () => {} }: Process) {
  // None of these messages reads the context.
  const context = {} as MessageContext;
  const builderOf = messagesByName(known, async () => context);
  const log = createLog({ level: 'info', format: 'json', destination: { write } });
  const database = openDatabase<BotTables>(databaseUrl);
  const ledger = createLedger({
    database,
    types: [],
    destination: nowhere,
    words,
    builderOf,
    post,
    clock,
    log,
  });
  await ledger.start();
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= ledger.stop().then(database.close));
  cleanup.later(stop);
  return {
    /** Enqueues three times at once. */
    enqueue: (message: NewMessage) => Promise.all([1, 2, 3].map(() => ledger.enqueue(message))),
    takeUp: () => ledger.aside.takeUp('U0INES'),
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
    'sends a message once that is enqueued several times, at its time, and knows it a month later',
    async () => {
      const office = await stage();
      const { clock, texts } = office;
      const before = await startProcess(office);
      const due = new Date(clock.now().getTime() + 100 * day);
      await before.enqueue(digestOf(48, due));
      await before.enqueue(digestOf(47));
      await until(() => texts().length > 0, texts);
      // Time for the cleanup of old rows.
      await passed(clock, 2 * minute);
      await before.stop();
      clock.jump(99 * day);
      const after = await startProcess(office);
      await after.enqueue(digestOf(48, due));
      await passed(clock, 2 * minute);
      expect(texts()).toEqual(['Week 47']);
      clock.jump(day);
      await until(() => texts().length > 1, texts);
      await passed(clock, 2 * minute);
      await after.enqueue(digestOf(48, due));
      await passed(clock, 2 * minute);
      expect(texts()).toEqual(['Week 47', 'Week 48']);
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
      const process = await startProcess({ ...office, known, write: (line) => void lines.push(line) });
      await process.enqueue(shaky.message({ purpose: 'shaky', recipient: { channel } }, {}));
      await process.enqueue(digestOf(48));
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
      const process = await startProcess({ ...office, known: [outdated] });
      await process.enqueue(outdated.message({ purpose: 'outdated', recipient: { channel } }, {}));
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
      const before = await startProcess({ ...office, known: [] });
      await before.enqueue(digestOf(48));
      const states = () => office.db.selectFrom('messages').select('state').execute();
      await until(async () => (await states())[0]?.state === 'unreadable', states);
      expect(await before.takeUp()).toBe(0);
      await before.stop();
      await startProcess(office);
      await until(() => office.texts().length > 0, office.texts);
      expect(office.texts()).toEqual(['Week 48']);
    },
    patience,
  );
});

it('no two messages have the same name', () => {
  expect(() => messagesByName([digest, digest], () => Promise.reject() as never)).toThrow('same name');
});
