import { expect, it, onTestFinished } from 'vitest';
import { doubtAll } from '../../src/bot/ledger/delivery/doubt-all.ts';
import type { Plan } from '../../src/bot/ledger/requests/ledger-words.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { order } from './laptop.ts';
import { startMailbox } from './mailbox.ts';
import { startShop } from './shop.ts';
import { startTrialLedger } from './trial-ledger.ts';

const cleanup = useCleanup();
const minute = 60_000;

/** A plan of reminders, each a number of minutes after an instant. */
function planAt(start: Date, minutes: Record<string, number>): Plan {
  return ({ id }) =>
    Object.entries(minutes).map(([text, count]) => ({
      requestId: id,
      purpose: `plan:${text}`,
      recipient: { channel: 'C1' },
      name: 'trial',
      about: { text },
      due: new Date(start.getTime() + count * minute),
      planned: true,
    }));
}

onEachDatabase((fresh) => {
  async function open(minutes: Record<string, number>) {
    const { url, remove } = await fresh();
    cleanup.later(remove);
    const [shop, mailbox] = [await startShop(cleanup), await startMailbox(cleanup)];
    const clock = testClock({ speed: 20 });
    const began = clock.now();
    let plan = planAt(began, minutes);
    const urls = { databaseUrl: url, shopUrl: shop.url, mailboxUrl: mailbox.url };
    async function start() {
      const trial = await startTrialLedger({ ...urls, clock, plan: () => plan });
      onTestFinished(trial.stop);
      return trial;
    }
    const first = await start();
    const { answers } = await first.ledger.submit(order(1));
    await answers.first;
    await expect.poll(() => mailbox.texts()).toHaveLength(1);
    return {
      ...{ url, clock, first, start, began },
      change(wanted: Record<string, number>): void {
        plan = planAt(began, wanted);
      },
      /** Reminders sent so far. */
      sent: () => mailbox.texts().slice(1),
      async nextMoment() {
        const { db, close } = openDatabase<BotTables>(url);
        const row = await db.selectFrom('requests').select('next_moment_at').executeTakeFirstOrThrow();
        await close();
        return row.next_moment_at && Math.round((Date.parse(row.next_moment_at) - began.getTime()) / minute);
      },
    };
  }

  it('sends each message once, in order, and none that was due before the end', async () => {
    const { url, clock, start, sent, nextMoment } = await open({
      over: -1,
      first: 10,
      second: 20,
      third: 30,
    });
    if (url.startsWith('postgres')) await start();
    expect(await nextMoment()).toBe(10);
    clock.moveBy(21 * minute);
    await expect.poll(sent).toEqual(['first', 'second']);
    expect(await nextMoment()).toBe(30);
    clock.moveBy(21 * minute);
    await expect.poll(sent).toEqual(['first', 'second', 'third']);
    expect(await nextMoment()).toBe(null);
  });

  it('sends at once what other settings make due, and nothing that was sent or is new and over', async () => {
    const { clock, first, change, sent, nextMoment } = await open({ first: 10, second: 60, third: 90 });
    clock.moveBy(12 * minute);
    await expect.poll(sent).toEqual(['first']);
    await expect.poll(nextMoment).toBe(60);
    change({ first: 50, second: 11, third: 80, new: 5 });
    first.ledger.planAnew();
    await expect.poll(sent).toEqual(['first', 'second']);
    clock.moveBy(80 * minute);
    await expect.poll(sent).toEqual(['first', 'second', 'third']);
  });

  it('looks in Slack first for what may have been sent since a backup that was restored', async () => {
    const { url, clock, first, start, sent } = await open({ first: 10, second: 20 });
    clock.moveBy(11 * minute);
    await expect.poll(sent).toEqual(['first']);
    await first.stop();
    const { db, close } = openDatabase<BotTables>(url);
    // The state of the backup.
    await db.deleteFrom('messages').where('purpose', '=', 'plan:first').execute();
    const next = new Date(clock.now().getTime() - minute).toISOString();
    await db.updateTable('requests').set({ next_moment_at: next }).execute();
    await doubtAll({ db }, clock.now());
    await close();
    await start();
    clock.moveBy(10 * minute);
    await expect.poll(sent).toEqual(['first', 'second']);
  });
});
