import { expect } from 'vitest';
import { channels } from './office.ts';
import { begin, inWhole, it, type World } from './world.ts';

const zone = 'Europe/Amsterdam';
const options = { at: begin, env: { FRONTDESK_TIMEZONE: zone } };
const starting = 'Starting this week and next';
const left = 'Leaving this week and next';

async function wanted({ set }: World) {
  await set('Reminders', { 'Weekly overview channels': [channels.general] });
}

const overviews = ({ posted }: World) => posted('this week and next');

it('tells the channels that want it every Monday who starts, and HR’s channel alone who leaves', async ({
  open,
}) => {
  const office = await open(options);
  const { clock, ines, sandbox } = office;
  await wanted(office);
  await office.hire();
  await office.offboard();
  clock.moveToDay('2031-03-10', '08:59', zone);
  expect(overviews(office)).toEqual([]);
  clock.moveToDay('2031-03-10', '09:00', zone);
  const shown = await ines.untilMessage(starting, channels.general);
  expect(shown.texts.join()).toContain('Mon 17 Mar: Jane Doe starts · Manager: Marcus Oyelaran');
  const toHr = await ines.untilMessage(left, channels.private);
  expect(toHr.texts.join()).toContain('Mon 17 Mar: Sofia Lindqvist leaves');
  expect(overviews(office).toSorted()).toEqual([
    `${channels.general}: ${starting}: 1 person`,
    `${channels.private}: ${left}: 1 person`,
  ]);
  clock.moveToDay('2031-03-17', '09:00', zone);
  await expect.poll(() => overviews(office).length).toBe(4);
  const withSofia = sandbox
    .calls('chat.postMessage')
    .filter(({ args }) => args.channel === channels.general && JSON.stringify(args).includes('Sofia'));
  expect(withSofia).toEqual([]);
});

it('posts nothing in a week in which nobody starts or leaves, nor where it is no longer wanted', async ({
  open,
}) => {
  const office = await open(options);
  const { clock, ines, set } = office;
  await wanted(office);
  await office.hire({ on: '2031-04-14' });
  for (const day of ['2031-03-10', '2031-03-17', '2031-03-24']) clock.moveToDay(day, '10:00', zone);
  await set('Reminders', { 'Weekly overview channels': [] });
  for (const day of ['2031-03-31', '2031-04-07', '2031-04-14']) clock.moveToDay(day, '10:00', zone);
  await ines.untilMessage('Jane Doe starts today', channels.hires);
  expect(overviews(office)).toEqual([]);
});

inWhole('follows another hour, and comes once a week however often that is changed', async ({ open }) => {
  const office = await open(options);
  const { clock, ines, set } = office;
  await wanted(office);
  await office.hire();
  await set('Reminders', { 'Time of day': '08:00' });
  clock.moveToDay('2031-03-10', '08:00', zone);
  await ines.untilMessage(starting, channels.general);
  await set('Reminders', { 'Time of day': '11:00' });
  clock.moveToDay('2031-03-10', '11:00', zone);
  clock.moveToDay('2031-03-11', '11:00', zone);
  await set('Reminders', { 'Working days before': '4' });
  expect(overviews(office)).toHaveLength(1);
});

it('comes on the first working day of a week, late after a downtime and not when the week is over', async ({
  open,
}) => {
  const office = await open(options);
  const { clock, ines, set, bot, start } = office;
  await wanted(office);
  await office.hire({ on: '2031-03-18' });
  await set('Reminders', { Holidays: '2031-03-10' });
  clock.moveToDay('2031-03-10', '12:00', zone);
  await bot.stop();
  expect(overviews(office)).toEqual([]);
  clock.moveToDay('2031-03-11', '20:00', zone);
  const second = await start();
  clock.moveToDay('2031-03-12', '08:00', zone);
  const late = await ines.untilMessage(starting, channels.general);
  expect(late.texts.join()).toContain('This was planned for Tue 11 Mar, 09:00 (Amsterdam) and comes late.');
  clock.moveToDay('2031-03-12', '12:00', zone);
  await second.stop();
  clock.moveToDay('2031-03-21', '12:00', zone);
  await start();
  await ines.untilMessage('Jane Doe', channels.hires);
  expect(overviews(office)).toHaveLength(1);
});

inWhole('keeps who leaves to itself where HR has no private channel', async ({ open }) => {
  const { clock, ines, set, hire, offboard, posted } = await open({
    ...options,
    env: { ...options.env, FRONTDESK_PRIVATE_CHANNEL: '' },
  });
  await set('Reminders', { 'Weekly overview channels': [channels.general] });
  await hire();
  await offboard();
  clock.moveToDay('2031-03-10', '09:00', zone);
  await ines.untilMessage(starting, channels.general);
  clock.moveToDay('2031-03-11', '09:00', zone);
  expect(posted('this week and next')).toHaveLength(1);
});
