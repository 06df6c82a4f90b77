import { expect, it } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { type TestClock, testClock } from '../clock.ts';
import { statesOf, untilNothingIsOpen } from '../faults/tally.ts';
import { chance, eachOf, inWhole, oneOf, patience, trials, until } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Child, startChild } from '../service/child.ts';
import { isRefused, order } from './laptop.ts';
import { startMailbox } from './mailbox.ts';
import { faults, startShop } from './shop.ts';
import { startTrialLedger } from './trial-ledger.ts';

const cleanup = useCleanup();

const requests = trials(50, 20);
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

onEachDatabase((fresh) => {
  async function openTrial() {
    const database = await fresh();
    const shop = await startShop(cleanup);
    const mailbox = await startMailbox(cleanup);
    const urls = { databaseUrl: database.url, shopUrl: shop.url, mailboxUrl: mailbox.url };
    return {
      database,
      shop,
      mailbox,
      urls,
      async start(clock: TestClock = testClock({ speed: 40 })) {
        const started = await startTrialLedger({ ...urls, clock });
        cleanup.later(started.stop);
        return started.ledger;
      },
    };
  }
  type Trial = Awaited<ReturnType<typeof openTrial>>;

  async function whatIsWrong({ database, shop, mailbox }: Trial, count: number): Promise<object[]> {
    const states = await statesOf(database.url);
    return numbers(count).flatMap((number) => {
      const person = `person.${number}`;
      const found = {
        states: states.get(person)?.join(),
        orders: shop.orders().filter((one) => one.person === person).length,
        told: mailbox.texts().filter((text) => text.startsWith(`${person}: `)),
      };
      const end = isRefused(number) ? 'rejected' : 'done';
      const isRight = found.states === end && found.orders === (isRefused(number) ? 0 : 1);
      return isRight && found.told.join() === `${person}: ${end}` ? [] : [{ person, ...found }];
    });
  }

  inWhole(
    `${requests} orders, with a shop that fails at two of five requests in ${faults.length} ways: each is placed and told once`,
    async () => {
      const trial = await openTrial();
      const ledger = await trial.start(testClock({ speed: 60 }));
      const random = chance(13);
      // Bounded: an order that failed again and again would wait for minutes after each failure.
      let left = requests * 1.5;
      const fails = () => left > 0 && random() < 0.4;
      trial.mailbox.loseAnswers();
      trial.shop.failWith(() => {
        if (!fails()) return undefined;
        left -= 1;
        return oneOf(faults, random);
      });
      await eachOf(requests, 4, async (number) => {
        (await ledger.submit(order(number))).answers.forget();
      });
      await untilNothingIsOpen(trial.database.url);
      expect(await whatIsWrong(trial, requests)).toEqual([]);
    },
    patience,
  );

  it('keeps what somebody wants to hear no more of, and what they take back', async () => {
    const ledger = await (await openTrial()).start();
    const { answers } = await ledger.submit(order(1));
    answers.forget();
    const [request] = await ledger.list(1);
    const id = request?.id ?? '';
    const muted = () =>
      Promise.all((['reminders', 'tasks'] as const).map((what) => ledger.isMuted(id, 'U0INES', what)));
    await ledger.mute(id, 'U0INES', 'reminders');
    expect(await muted()).toEqual([true, false]);
    await ledger.mute(id, 'U0INES', 'tasks');
    await ledger.mute(id, 'U0INES', 'reminders');
    expect(await muted()).toEqual([true, true]);
    await ledger.unmute(id, 'U0INES');
    expect(await muted()).toEqual([false, false]);
  });

  inWhole(
    'orders by a process that is killed with kill -9 again and again: each is placed and told once',
    async () => {
      const trial = await openTrial();
      const { urls } = trial;
      const start = () =>
        startChild('../ledger/trial-process.ts', urls.databaseUrl, urls.shopUrl, urls.mailboxUrl);
      let child: Child = await start();
      cleanup.later(() => child.stop());
      const random = chance(17);
      let kills = 0;
      const wanted = 10;
      const tormented = (async () => {
        for (; kills < wanted; kills += 1) {
          await new Promise((resolve) => setTimeout(resolve, random() * 500));
          await child.kill();
          child = await start();
        }
      })();
      await eachOf(requests, 4, async (number) => {
        const submit = () => fetch(`${child.url}/${number}`, { method: 'POST' }).then(({ ok }) => ok);
        await until(
          () => submit().catch(() => false),
          () => number,
        );
        await until(
          () => kills * requests >= (number - requests / 2) * wanted,
          () => kills,
        );
      });
      await tormented;
      await untilNothingIsOpen(trial.database.url);
      expect(await whatIsWrong(trial, requests)).toEqual([]);
    },
    patience,
  );

  it(
    'the same forms sent to every replica at once, and other forms about the same people: one order each',
    async () => {
      const trial = await openTrial();
      const clock = testClock({ speed: 20 });
      const ledgers = [await trial.start(clock)];
      // SQLite supports one process only.
      while (ledgers.length < (/^postgres/.test(trial.database.url) ? 3 : 1))
        ledgers.push(await trial.start(clock));
      await eachOf(requests, 4, async (number) => {
        const other = { ...order(number), submission: `F-other-${number}` };
        const answers = await Promise.all([
          ...ledgers.map((ledger) => ledger.submit(order(number))),
          ...ledgers.map((ledger) => ledger.submit({ ...other })),
        ]);
        for (const { answers: waiting } of answers) waiting.forget();
      });
      await untilNothingIsOpen(trial.database.url);
      const people = trial.shop.orders().map(({ person }) => person);
      expect(new Set(people).size).toBe(people.length);
      expect(people.length).toBe(numbers(requests).filter((number) => !isRefused(number)).length);
    },
    patience,
  );

  inWhole(
    'a shop that is closed for days, while the clock jumps: all is ordered afterwards, the oldest first',
    async () => {
      const trial = await openTrial();
      const clock = testClock({ speed: 100 });
      const ledger = await trial.start(clock);
      await trial.shop.close();
      const few = trials(40, 8);
      for (const number of numbers(few)) (await ledger.submit(order(number))).answers.forget();
      const { texts } = trial.mailbox;
      await until(() => texts().includes('held up: closed'), texts);
      clock.jump(2 * 86_400_000);
      clock.jump(-3 * 86_400_000);
      const before = trial.shop.asked();
      await trial.shop.open();
      await untilNothingIsOpen(trial.database.url);
      expect(await whatIsWrong(trial, few)).toEqual([]);
      // One order each, or two if the answer is late on a busy machine.
      expect(trial.shop.asked() - before).toBeLessThan(few * 2);
      const submittedAt = new Map((await ledger.list(few)).map((one) => [one.subject, one.createdAt]));
      const times = trial.shop.orders().map(({ person }) => submittedAt.get(person) ?? '');
      // Two at a time: one can overtake its neighbour.
      expect(times.every((time, at) => time >= (times[at - 2] ?? ''))).toBe(true);
      expect(texts().filter((text) => text === 'held up: closed')).toHaveLength(1);
      await until(() => texts().includes('goes on'), texts);
    },
    patience,
  );

  inWhole(
    'what cannot be found out is asked, once, and what a person says of it counts',
    async () => {
      const trial = await openTrial();
      const ledger = await trial.start();
      trial.shop.keepSecret(true);
      trial.shop.failWith((method) => (method === 'POST' ? 'drop after' : undefined));
      for (const number of [0, 1, 2]) (await ledger.submit(order(number))).answers.forget();
      const asked = () => trial.mailbox.texts().filter((text) => text.endsWith('question'));
      await until(() => asked().length === 3, asked);
      trial.shop.failWith(() => undefined);
      const reference = async (number: number) =>
        (await ledger.list(9)).find(({ subject }) => subject === `person.${number}`)?.id ?? '';
      expect(await ledger.decide(await reference(0), true, 'U0INES')).toMatchObject({ kind: 'taken' });
      expect(await ledger.decide(await reference(0), false, 'U0GRACE')).toMatchObject({ kind: 'over' });
      expect(await ledger.cancel(await reference(1), 'U0INES')).toMatchObject({ kind: 'taken' });
      // It is sent again, and the shop already has an order for the person, its own: HR is asked again.
      expect(await ledger.decide(await reference(2), false, 'U0INES')).toMatchObject({ kind: 'taken' });
      await until(() => asked().length === 4, asked);
      const stateOf = async (number: number) => (await ledger.find(await reference(number)))?.state;
      const states = await Promise.all([0, 1, 2].map(stateOf));
      expect(states).toEqual(['done', 'cancelled', 'needs_review']);
      expect(trial.shop.asked()).toBe(4);
      expect(trial.shop.orders()).toHaveLength(3);
    },
    patience,
  );

  it(
    'rows that cannot be read, and kinds that nobody defines, hold nothing up, and go on once they can be read',
    async () => {
      const trial = await openTrial();
      const ledger = await trial.start();
      await trial.shop.close();
      const broken = [0, 1, 2];
      for (const number of broken) (await ledger.submit(order(number))).answers.forget();
      const { db, close } = openDatabase<LedgerTables>(trial.database.url);
      cleanup.later(close);
      const own = (number: number) =>
        db.updateTable('requests').where('subject', '=', `person.${number}`).where('ended_at', 'is', null);
      const poisons = [{ payload: '{"person":7}' }, { context: '{}' }, { kind: 'sabbatical' }];
      const good = await db.selectFrom('requests').selectAll().orderBy('created_at').execute();
      for (const [number, values] of poisons.entries()) await own(number).set(values).execute();
      await trial.shop.open();
      for (const number of [3, 4, 5]) (await ledger.submit(order(number))).answers.forget();
      await until(
        () => trial.shop.orders().length === 3,
        () => trial.shop.orders(),
      );
      expect((await ledger.aside.count()).counts).toMatchObject({ open: 3 });
      for (const { id, payload, context, kind } of good)
        await db.updateTable('requests').set({ payload, context, kind }).where('id', '=', id).execute();
      expect(await ledger.aside.takeUp('U0INES')).toBe(3);
      await untilNothingIsOpen(trial.database.url);
      expect(await whatIsWrong(trial, 6)).toEqual([]);
    },
    patience,
  );
});
