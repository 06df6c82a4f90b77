import pg from 'pg';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Held } from '../../src/bot/ledger/outbox/message.ts';
import {
  defineMessage,
  defineRequestMessage,
  type MessageContext,
  messagesByName,
  ofAnyKind,
} from '../../src/bot/requests/define-message.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { until } from '../faults/trials.ts';
import { writtenLog } from '../journeys/office.ts';
import { onEachDatabase, onPostgres } from '../postgres.ts';
import { order } from './laptop.ts';
import { openTrial } from './trial-ledger.ts';

const cleanup = useCleanup();

const recipient = { channel: 'C0HIRES' };

const digest = defineMessage({
  name: 'test.digest',
  about: z.object({ week: z.int() }),
  build: ({ week }) => ({ text: `Week ${week}`, blocks: [] }),
});
const digestOf = (week: number) => digest.message({ purpose: `week ${week}`, recipient }, { week });

type Known = Parameters<typeof messagesByName>[0];
/** None of these messages reads the context. */
const builderOf = (known: Known) => messagesByName(known, () => ({}) as MessageContext);

onEachDatabase((fresh) => {
  async function open(known: Known) {
    const { url } = await fresh();
    const clock = testClock({ speed: 60 });
    const { lines, log } = writtenLog();
    const trial = await openTrial(cleanup, url, { clock, log, builderOf: builderOf(known) });
    const { db, close } = openDatabase<BotTables>(url);
    cleanup.later(close);
    const states = async () =>
      (await db.selectFrom('messages').select('state').orderBy('id').execute()).map(({ state }) => state);
    return { ...trial, clock, lines, states };
  }

  it('a message that cannot be built waits with growing pauses, keeps no other one up, and puts nobody in the log', async () => {
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
    const { ledger, clock, texts, lines } = await open([digest, shaky]);
    await ledger.enqueue(shaky.message({ purpose: 'shaky', recipient }, {}));
    await ledger.enqueue(digestOf(48));
    await until(() => texts().length === 2, texts);
    expect(texts()).toEqual(['Week 48', 'At last']);
    const pauses = built.slice(1).map((at, index) => at - (built[index] ?? at));
    expect(pauses.length).toBeGreaterThanOrEqual(3);
    expect(pauses.every((pause, index) => pause >= 1_500 * 2 ** index)).toBe(true);
    expect(lines.join('')).toContain('a message cannot be built');
    expect(lines.join('')).not.toMatch(/jane|doe/i);
  });

  it('a message that was lost and is no longer to be sent keeps no update of it waiting', async () => {
    let isWanted = true;
    const wavering = defineMessage({
      name: 'test.wavering',
      about: z.object({}),
      build: () => (isWanted ? { text: 'Wanted', blocks: [] } : { later }),
    });
    const { ledger, clock, texts, lose, states } = await open([wavering]);
    const later = new Date(clock.now().getTime() + 3_600_000);
    const isLost = lose();
    await ledger.enqueue(wavering.message({ purpose: 'first', recipient }, {}));
    await isLost;
    isWanted = false;
    await ledger.enqueue(wavering.message({ purpose: 'again', recipient: { inPlaceOf: 'first' } }, {}));
    await until(async () => (await states()).join() === 'pending,dropped', states);
    isWanted = true;
    clock.moveTo(later);
    await until(async () => (await states())[0] === 'sent', states);
    expect(texts()).toEqual(['Wanted']);
  });

  it('sends messages that belong together as one, and those apart that fit later', async () => {
    let wanted: Record<string, Held | undefined> = {};
    const part = defineMessage({
      name: 'test.part',
      about: z.object({ name: z.string() }),
      build({ name }, { others = [] }) {
        if (name in wanted) return wanted[name];
        return { text: [name, ...others.map(({ subject }) => subject)].join(), blocks: [] };
      },
    });
    const { ledger, clock, texts, lose, states } = await open([part]);
    for (const number of [1, 2, 3, 4]) await (await ledger.submit(order(number))).answers.first;
    const requests = (await ledger.list(4)).toReversed();
    const ids = requests.map(({ id }) => id);
    const isLost = lose();
    for (const [at, name] of ['one', 'two', 'off', 'late'].entries()) {
      const address = {
        requestId: ids[at] ?? '',
        purpose: 'told',
        recipient,
        together: 'all',
        heldFor: 600_000,
      };
      await ledger.enqueue({ ...address, name: part.name, about: { name } });
    }
    const later = new Date(clock.now().getTime() + 3_600_000);
    wanted = { late: { later }, off: undefined };
    await ledger.sendTogether(ids);
    await isLost;
    const own = async () => (await states()).filter((state) => state !== 'unreadable').join();
    await until(async () => (await own()) === 'sent,sent,dropped,pending', states);
    // Either can lead after the loss.
    expect(texts()).toEqual([expect.stringMatching(/^(one,person\.2|two,person\.1)$/)]);
    wanted = {};
    clock.moveTo(later);
    await until(async () => (await own()) === 'sent,sent,dropped,sent', states);
    expect(texts().slice(1)).toEqual(['late']);
  });

  it('posts nothing that became untrue since a stalled process read it', async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const joins = defineRequestMessage('test.joins', ofAnyKind, async ({ calledOffAt, subject }) => {
      const change = meanwhile;
      meanwhile = undefined;
      await change?.();
      return calledOffAt === null ? { text: `${subject} joins`, blocks: [] } : undefined;
    });
    const { ledger, texts, states } = await open([joins]);
    await (await ledger.submit(order(1))).answers.first;
    const { id = '' } = (await ledger.list(1))[0] ?? {};
    meanwhile = () => ledger.amend(id, { day: null, seen: 0 }, 'U0INES');
    await ledger.enqueue(joins.message({ requestId: id, purpose: 'first', recipient }, {}));
    await until(async () => !/pending|sending/.test((await states()).join()), states);
    expect(texts()).toEqual([]);
  });

  it('sets aside what only a newer version can build, and sends it once, when that has come', async () => {
    const { ledger, stop, start, texts, states } = await open([]);
    await Promise.all([1, 2, 3].map(() => ledger.enqueue(digestOf(48))));
    await until(async () => (await states()).join() === 'unreadable', states);
    expect(await ledger.aside.takeUp('U0INES')).toBe(0);
    await stop();
    await start({ builderOf: builderOf([digest]) });
    await until(async () => (await states()).join() === 'sent', states);
    expect(texts()).toEqual(['Week 48']);
  });
});

onPostgres((fresh) => {
  const changes = ['a changed day', 'another model'] as const;
  it.for(changes)('sends no announcement that %s makes untrue', async (what) => {
    const { url } = await fresh();
    const clock = testClock();
    const later = new Date(clock.now().getTime() + 3_600_000);
    let isAwaited = true;
    const joins = defineRequestMessage('test.joins', ofAnyKind, ({ calledOffAt, payload }) => {
      if (isAwaited) return { later };
      return calledOffAt === null ? { text: JSON.stringify(payload), blocks: [] } : undefined;
    });
    const changed = digestOf(1);
    const trial = { clock, builderOf: builderOf([digest, joins]), amended: () => [changed] };
    const { ledger, texts } = await openTrial(cleanup, url, trial);
    await (await ledger.submit(order(1))).answers.first;
    const { id = '' } = (await ledger.list(1))[0] ?? {};
    await ledger.enqueue(joins.message({ requestId: id, purpose: 'first', recipient }, {}));
    await ledger.enqueue(changed);
    await until(() => texts().length === 1, texts);
    isAwaited = false;

    // The change waits for this transaction once it has looked at what was sent.
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    cleanup.later(() => other.end());
    await other.query('begin');
    await other.query('delete from messages where key = $1', [changed.purpose]);
    const mac = { payload: { model: 'Mac' }, context: {}, isAsSeen: () => true, former: [] };
    const change = {
      'a changed day': () => ledger.amend(id, { day: null, seen: 0 }, 'U0INES'),
      'another model': () => ledger.reassign(id, { ...mac, announce: () => [changed] }, 'U0INES'),
    }[what]();
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until(async () => (await other.query(waiting)).rowCount === 1, texts);
    clock.moveTo(later);
    await ledger.enqueue(digestOf(2));
    await until(() => texts().includes('Week 2'), texts);
    await other.query('rollback');
    await change;
    await ledger.enqueue(digestOf(3));
    await until(() => texts().includes('Week 3'), texts);
    expect(texts().filter((text) => text.includes('inches'))).toEqual([]);
  });
});

it('no two messages have the same name', () => {
  expect(() => builderOf([digest, digest])).toThrow('same name');
});
