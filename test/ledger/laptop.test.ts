import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { statesOf, untilNothingIsOpen } from '../faults/tally.ts';
import { inWhole, patience, until } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { isRefused, order } from './laptop.ts';
import { openTrial } from './trial-ledger.ts';

const cleanup = useCleanup();

const numbers = Array.from({ length: 40 }, (_, number) => number);

onEachDatabase((fresh) => {
  it('keeps what somebody wants to hear no more of, and what they take back', async () => {
    const { ledger } = await openTrial(cleanup, (await fresh()).url, { clock: testClock({ speed: 40 }) });
    const { answers } = await ledger.submit(order(1));
    answers.forget();
    const id = (await ledger.list(1))[0]?.id ?? '';
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
    'a shop that is closed for days, while the clock jumps: all is ordered afterwards, the oldest first, and each is told once',
    async () => {
      const { url: databaseUrl } = await fresh();
      const clock = testClock({ speed: 100 });
      const { ledger, shop, texts } = await openTrial(cleanup, databaseUrl, { clock });
      await shop.close();
      for (const number of numbers) (await ledger.submit(order(number))).answers.forget();
      await until(() => texts().includes('held up: closed'), texts);
      clock.jump(2 * 86_400_000);
      clock.jump(-3 * 86_400_000);
      const before = shop.asked();
      await shop.open();
      await untilNothingIsOpen(databaseUrl);
      const ends = numbers.map((number) => [`person.${number}`, isRefused(number) ? 'rejected' : 'done']);
      expect(await statesOf(databaseUrl)).toEqual(new Map(ends.map(([person, end]) => [person, [end]])));
      const told = texts().filter((text) => text.startsWith('person.'));
      expect(told.toSorted()).toEqual(ends.map((end) => end.join(': ')).toSorted());
      // One order each, or two if the answer is late on a busy machine.
      expect(shop.asked() - before).toBeLessThan(numbers.length * 2);
      const submittedAt = new Map((await ledger.list(40)).map((one) => [one.subject, one.createdAt]));
      const times = shop.orders().map(({ person }) => submittedAt.get(person) ?? '');
      // Two at a time: one can overtake its neighbour.
      expect(times.every((time, at) => time >= (times[at - 2] ?? ''))).toBe(true);
      expect(texts().filter((text) => text === 'held up: closed')).toHaveLength(1);
      await until(() => texts().includes('goes on'), texts);
    },
    patience,
  );
});
