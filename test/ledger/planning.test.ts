import { expect, it } from 'vitest';
import { doubtAll } from '../../src/bot/ledger/delivery/doubt-all.ts';
import type { Plan } from '../../src/bot/ledger/requests/request.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { order } from './laptop.ts';
import { openTrial } from './trial-ledger.ts';

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
    const { url } = await fresh();
    const clock = testClock({ speed: 20 });
    const began = clock.now();
    let plan = planAt(began, minutes);
    const trial = await openTrial(cleanup, url, { clock, plan: () => plan });
    const { answers } = await trial.ledger.submit(order(1));
    await answers.first;
    await expect.poll(trial.texts).toHaveLength(1);
    return {
      ...trial,
      ...{ url, clock },
      change(wanted: Record<string, number>): void {
        plan = planAt(began, wanted);
      },
      /** Reminders sent so far. */
      sent: () => trial.texts().slice(1),
      async nextMoment() {
        const { db, close } = openDatabase<BotTables>(url);
        const row = await db.selectFrom('requests').select('next_moment_at').executeTakeFirstOrThrow();
        await close();
        return row.next_moment_at && Math.round((Date.parse(row.next_moment_at) - began.getTime()) / minute);
      },
    };
  }

  it('sends at once what other settings make due, and nothing that was sent or is new and over', async () => {
    const planned = { over: -1, first: 10, second: 60, third: 90 };
    const { clock, ledger, change, sent, nextMoment } = await open(planned);
    clock.moveBy(12 * minute);
    await expect.poll(sent).toEqual(['first']);
    await expect.poll(nextMoment).toBe(60);
    change({ first: 50, second: 11, third: 80, new: 5 });
    ledger.planAnew();
    await expect.poll(sent).toEqual(['first', 'second']);
    clock.moveBy(80 * minute);
    await expect.poll(sent).toEqual(['first', 'second', 'third']);
  });

  it('looks in Slack first for what may have been sent since a backup that was restored', async () => {
    const { url, clock, stop, start, sent } = await open({ first: 10, second: 20 });
    clock.moveBy(11 * minute);
    await expect.poll(sent).toEqual(['first']);
    await stop();
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
