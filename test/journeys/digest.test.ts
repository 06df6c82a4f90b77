import { expect, it } from 'vitest';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { begin, hired, leaving, officeAt, posted, setReminders } from './moved-office.ts';
import { channels, type Office } from './office.ts';

const cleanup = useCleanup();

const zone = 'Europe/Amsterdam';
const at = (day: string, time: string) => instantOf(day, time, zone);
const env = { FRONTDESK_TIMEZONE: zone };
const starting = 'Starting this week and next';
const left = 'Leaving this week and next';
const everyWeek = 'Every Monday, who starts is posted in';

async function wanted(office: Office) {
  await setReminders(office, { 'Channels for who starts': [channels.general] }, everyWeek);
}

const overviews = (office: Pick<Office, 'sandbox'>) => posted(office, 'this week and next');

it('tells the channels that want it every Monday who starts, and HR’s channel alone who leaves', async () => {
  const { clock, office } = await officeAt(cleanup, begin, { env });
  await wanted(office);
  await hired(office);
  await leaving(office);
  clock.moveTo(at('2031-03-10', '08:59'));
  expect(overviews(office)).toEqual([]);
  clock.moveTo(at('2031-03-10', '09:00'));
  const shown = await office.ines.untilMessage(starting, channels.general);
  expect(shown.texts.join()).toContain('Mon, 17 March 2031: Jane Doe starts · Manager: Marcus Oyelaran');
  const toHr = await office.ines.untilMessage(left, channels.private);
  expect(toHr.texts.join()).toContain('Mon, 17 March 2031: Sofia Lindqvist leaves');
  expect(overviews(office).toSorted()).toEqual([
    `${channels.general}: ${starting}: 1 person`,
    `${channels.private}: ${left}: 1 person`,
  ]);
  clock.moveTo(at('2031-03-17', '09:00'));
  await expect.poll(() => overviews(office).length).toBe(4);
  const withSofia = office.sandbox
    .calls('chat.postMessage')
    .filter(({ args }) => args.channel === channels.general && JSON.stringify(args).includes('Sofia'));
  expect(withSofia).toEqual([]);
});

it('posts nothing in a week in which nobody starts or leaves, nor where it is not wanted any more', async () => {
  const { clock, office } = await officeAt(cleanup, begin, { env });
  await wanted(office);
  await hired(office, '2031-04-14');
  for (const day of ['2031-03-10', '2031-03-17', '2031-03-24']) clock.moveTo(at(day, '10:00'));
  await setReminders(office, { 'Channels for who starts': [] }, 'no channel is chosen');
  clock.moveTo(at('2031-03-31', '10:00'));
  clock.moveTo(at('2031-04-07', '10:00'));
  clock.moveTo(at('2031-04-14', '10:00'));
  await office.ines.untilMessage('Jane Doe starts today', channels.hires);
  expect(overviews(office)).toEqual([]);
});

inWhole('follows another hour, and comes once in a week however often that is changed', async () => {
  const { clock, office } = await officeAt(cleanup, begin, { env });
  await wanted(office);
  await hired(office);
  await setReminders(office, { 'Time of day': '08:00' }, 'Reminders at 08:00');
  clock.moveTo(at('2031-03-10', '08:00'));
  await office.ines.untilMessage(starting, channels.general);
  await setReminders(office, { 'Time of day': '11:00' }, 'Reminders at 11:00');
  clock.moveTo(at('2031-03-10', '11:00'));
  clock.moveTo(at('2031-03-11', '11:00'));
  await setReminders(office, { 'Working days before': '4' }, '4 working days before');
  expect(overviews(office)).toHaveLength(1);
});

it('comes on the first working day of a week, late after a downtime and not when the week is over', async () => {
  const { clock, office } = await officeAt(cleanup, begin, { env });
  await wanted(office);
  await hired(office, '2031-03-18');
  await setReminders(office, { Holidays: '2031-03-10' }, '10 March 2031');
  clock.moveTo(at('2031-03-10', '12:00'));
  await office.bot.stop();
  expect(overviews(office)).toEqual([]);
  clock.moveTo(at('2031-03-11', '20:00'));
  const second = await office.start();
  clock.moveTo(at('2031-03-12', '08:00'));
  const late = await office.ines.untilMessage(starting, channels.general);
  expect(late.texts.join()).toContain(
    'This was planned for Tue, 11 March 2031, 09:00 (Amsterdam) and comes late.',
  );
  clock.moveTo(at('2031-03-12', '12:00'));
  await second.stop();
  clock.moveTo(at('2031-03-21', '12:00'));
  await office.start();
  await office.ines.untilMessage('Jane Doe', channels.hires);
  expect(overviews(office)).toHaveLength(1);
});

inWhole('keeps who leaves to itself where HR has no private channel', async () => {
  const { clock, office } = await officeAt(cleanup, begin, {
    env: { ...env, FRONTDESK_PRIVATE_CHANNEL: '' },
  });
  await setReminders(
    office,
    { 'Channels for who starts': [channels.general] },
    'there is no private channel for HR',
  );
  await hired(office);
  await leaving(office);
  clock.moveTo(at('2031-03-10', '09:00'));
  await office.ines.untilMessage(starting, channels.general);
  clock.moveTo(at('2031-03-11', '09:00'));
  expect(overviews(office)).toHaveLength(1);
});
