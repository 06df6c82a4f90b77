import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { look, openedAt, pass, questions, rowsOf } from './elsewhere-office.ts';
import { listed, listingService } from './listing.ts';
import { channels } from './office.ts';

const cleanup = useCleanup();

it('shows hostile names as text: they format, mention and link nothing', async () => {
  const service = await listingService(cleanup, [listed(1, 'Old')]);
  const { office, clock } = await openedAt(cleanup, service);
  const { ines, sandbox } = office;
  const name = '<!channel> <https://evil.example|here> *bold* \u0000';
  service.people.push(listed(2, name, '<@U0MARCUS>', { email: 'x@acme.example' }));
  await look(office, clock);
  const message = await ines.untilMessage('Announce them?', channels.private);
  expect(message.mentions).toEqual([]);
  expect(message.texts.join()).toContain('<!channel> <https://evil.example|here> *bold*');
  await ines.press('Don’t announce');
  const decided = await ines.untilMessage('decided not to announce them', channels.private);
  expect(decided.text).toContain('&lt;!channel&gt;');
  await ines.press('Announce after all');
  await ines.untilView('Announce new hire');
  await ines.fill({ 'Start day': '2031-03-17' });
  await ines.submit();
  await ines.untilView('Check and announce');
  await ines.submit();
  await ines.untilView('New hire announced');
  const headline = await ines.untilMessage('joins on', channels.hires);
  expect(headline.mentions).toEqual([]);
  await sandbox.settled();
  const read = [...ines.messages(channels.hires), ...ines.directMessages()];
  expect(read.flatMap(({ mentions }) => mentions)).toEqual([]);
});

it('reads every page, and asks about people on all of them', async () => {
  const service = await listingService(cleanup, [listed(1), listed(2), listed(3)]);
  service.pageSize = 2;
  const { office, clock } = await openedAt(cleanup, service);
  service.people.push(listed(4, 'Page'), listed(5, 'Other'));
  await look(office, clock);
  for (const who of ['Page Berg was added', 'Other Berg was added'])
    await office.ines.untilMessage(who, channels.private);
  expect(questions(office)).toHaveLength(2);
});

it('asks about nobody twice when the list shrinks, comes empty, and is full again', async () => {
  const people = Array.from({ length: 70 }, (_, index) => listed(index + 1));
  const service = await listingService(cleanup, people);
  const { office, clock } = await openedAt(cleanup, service);
  for (const length of [69, 0, 3, 0, 70]) {
    service.people = people.slice(0, length);
    await look(office, clock);
    pass(clock, 3_700);
  }
  service.people.push(listed(71, 'Seventy'));
  await look(office, clock);
  await office.ines.untilMessage('Seventy Berg was added', channels.private);
  expect(questions(office)).toHaveLength(1);
});

inWhole(
  'begins anew at a service that was set up anew at the same address, and asks about nobody who was there then',
  async () => {
    const service = await listingService(cleanup, [listed(1), listed(200)]);
    const { office, clock } = await openedAt(cleanup, service);
    service.people = [listed(1, 'New'), listed(2, 'Newer')];
    const highest = async () => {
      await office.bot.directory.refresh();
      pass(clock, 6 * 3_600);
      return (await rowsOf(office, 'elsewhere_marks'))[0]?.highest_id;
    };
    await expect.poll(highest, { interval: 300 }).toBe(2);
    service.people.push(listed(3, 'Third'));
    await look(office, clock);
    await office.ines.untilMessage('Third Berg was added', channels.private);
    expect(questions(office)).toHaveLength(1);
  },
);

it('looks past an id that no service counts up to, and goes on below it', async () => {
  const service = await listingService(cleanup, [listed(1), listed(9_007_199_254_740_991, 'Huge')]);
  const { office, clock } = await openedAt(cleanup, service);
  service.people.push(listed(2, 'Two'), listed(2 ** 40, 'Strange'), listed(-3, 'Minus'));
  await office.bot.directory.refresh();
  pass(clock, 61);
  await office.ines.untilMessage('Two Berg was added', channels.private);
  expect(questions(office)).toHaveLength(1);
  expect((await rowsOf(office, 'elsewhere_marks'))[0]).toMatchObject({ highest_id: 2 });
});

it('begins with another service as if it were the first, and comes back to where it was', async () => {
  const [one, two] = [
    await listingService(cleanup, [listed(1)]),
    await listingService(cleanup, [listed(50)]),
  ];
  const { office } = await openedAt(cleanup, one);
  const database = office.environment.DATABASE_URL;
  await office.bot.stop();
  const other = await openedAt(cleanup, two, { env: { DATABASE_URL: database } });
  await other.office.sandbox.settled();
  expect(questions(other.office)).toEqual([]);
  two.people.push(listed(51, 'Second'));
  await look(other.office, other.clock);
  await other.office.ines.untilMessage('Second Berg was added', channels.private);
  await other.office.bot.stop();
  one.people.push(listed(2, 'First'));
  const back = await openedAt(cleanup, one, { env: { DATABASE_URL: database } });
  await back.office.ines.untilMessage('First Berg was added', channels.private);
  expect(questions(back.office)).toHaveLength(1);
});

it('asks about nobody in a list without addresses, or without names', async () => {
  const service = await listingService(cleanup, [{ id: 1 }]);
  const { office, clock } = await openedAt(cleanup, service);
  service.people.push({ id: 2 }, { id: 3, email: 'x@acme.example' }, { id: 4, first_name: 'Anna' });
  await look(office, clock);
  await office.sandbox.settled();
  expect(questions(office)).toEqual([]);
});
