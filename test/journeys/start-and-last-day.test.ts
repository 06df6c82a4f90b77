import { expect } from 'vitest';
import { paths } from '../../src/contract/paths.ts';

import { some } from '../faults/trials.ts';
import { type Cleanup, type Office, releasedService, type Service } from './office.ts';
import {
  begin,
  behindProxy,
  channels,
  inWhole,
  it,
  type Open,
  startDay,
  type WorldOptions,
} from './world.ts';

const before = '2031-03-10';
const janeLeaves = ({ ines: by }: Office, on = before) => ({ name: 'Jane Doe', on, by });
const publicly = ({ sandbox }: Office) => JSON.stringify(sandbox.messages(channels.hires));

async function openPage({ ines }: Office): Promise<string> {
  await ines.openPerson();
  return ines.pageText();
}

async function openWithJane(open: Open, more: WorldOptions<Service> = {}) {
  const office = await open<Service>({ at: begin, service: releasedService, ...more });
  await office.hire();
  await office.bot.directory.refresh();
  return office;
}

const withoutIds = (cleanup: Cleanup) =>
  behindProxy(cleanup, releasedService, (method, path) => {
    const answer = (body: string) => JSON.stringify({ ...JSON.parse(body), id: undefined });
    return method === 'POST' && path.includes('/users') ? { when: 'after', answer } : undefined;
  });

async function leavingOut(cleanup: Cleanup) {
  const list = { shows: (_email: string): boolean => true };
  const service = await behindProxy(cleanup, releasedService, (method, path) => {
    const people = (body: string) => JSON.parse(body) as { email: string }[];
    const answer = (body: string) => JSON.stringify(people(body).filter(({ email }) => list.shows(email)));
    return method === 'GET' && path.includes('/employees') ? { when: 'after', answer } : undefined;
  });
  return { list, service };
}

const known = [
  { by: 'ID', service: releasedService },
  { by: 'address alone', service: withoutIds },
];

it.for(some(known, 1))(
  'ends a start after the last day, until called off (known by $by)',
  async ({ service }, { open }) => {
    const office = await openWithJane(open, { service });
    const { clock, ines, marcus, sofia, sandbox } = office;
    expect(await office.checkOffboarding(janeLeaves(office))).toContain(
      'With this last day, Jane Doe won’t start on Mon 17 Mar.',
    );
    await ines.send('Offboarding started');
    await ines.closeAll();
    await ines.untilMessage('Jane Doe won’t start.', channels.hires);
    await marcus.untilMessage('Jane Doe won’t start.');
    await ines.until(() => publicly(office).includes('Won’t start'));
    expect(publicly(office)).not.toMatch(/leav|offboard|last day|10 March/i);
    clock.moveToDay('2031-03-10');
    await sandbox.settled();
    await office.amend('Cancel offboarding');
    await ines.untilMessage('Jane Doe starts after all on Mon 17 Mar.', channels.hires);
    clock.moveToDay(startDay);
    await ines.untilMessage('Jane Doe starts today', channels.hires);
    for (const person of [marcus, sofia]) await person.untilMessage('Jane Doe starts today');
    const places = office.posted('starts today').map((line) => line.split(':')[0]);
    expect(places.toSorted()).toEqual([channels.hires, 'U0MARCUS', 'U0SOFIA'].toSorted());
  },
);

inWhole('follows a moved start day and a changed last day, whichever comes first', async ({ open }) => {
  const office = await openWithJane(open);
  const { ines } = office;
  await office.offboard(janeLeaves(office, '2031-03-20'));
  expect(publicly(office)).not.toContain('won’t start');
  // The first "Details" opens the hire's page: both days are ahead, and the start comes first.
  expect(await openPage(office)).toContain('Last day: Thu 20 Mar.');
  await ines.open('Move start day');
  expect(ines.pageText()).toContain('They won’t start on or after it.');
  await ines.submitUntil('Jane Doe won’t start.', { 'New start day': '2031-03-24' });
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await ines.closeAll();
  expect(
    await office.checkOffboarding({ ...janeLeaves(office, '2031-03-28'), page: 'Change last day' }),
  ).toContain('Jane Doe starts on Mon 24 Mar after all');
  await ines.submit();
  await ines.untilMessage('Jane Doe starts after all on Mon 24 Mar.', channels.hires);
  expect(publicly(office)).not.toMatch(/leav|offboard|last day|28 March/i);
});

inWhole('ends a start when an offboarding is approved, and not before', async ({ open }) => {
  const office = await openWithJane(open, { env: { FRONTDESK_OFFBOARDING_APPROVAL: 'True' } });
  const { ines } = office;
  await office.offboard({ name: 'Jane Doe', on: before, page: 'Waiting for HR' });
  await ines.untilMessage('Jane Doe', channels.private);
  await office.sandbox.settled();
  expect(publicly(office)).not.toContain('won’t start');
  await ines.press('Approve', { confirm: true });
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await ines.until(() => publicly(office).includes('"Won’t start"'));
  await office.amend('Cancel offboarding');
  await ines.untilMessage('Jane Doe starts after all on Mon 17 Mar.', channels.hires);
  await ines.until(() => !publicly(office).includes('"Won’t start"'));
  // The announced day hasn't changed.
  expect(publicly(office)).not.toContain('New start day');
});

it('asks HR about a missing hire, and announces nothing meanwhile', async ({ open, cleanup }) => {
  const { list, service } = await leavingOut(cleanup);
  const { clock, ines, marcus, sandbox, hire, look, posted } = await open({ at: begin, service });
  const question = 'Jane Doe is no longer in the onboarding service. Cancel the start?';
  await hire();
  await look(10);
  // An empty or truncated list proves nothing.
  list.shows = () => false;
  await look(10);
  list.shows = (email) => email < 'd';
  await look(10);
  expect(posted(question)).toEqual([]);
  list.shows = (email) => email !== 'jane@acme.example';
  await look(10);
  await look(10);
  await ines.untilMessage(question, channels.private);
  await ines.openPerson();
  expect(ines.pageText()).toMatch(
    /No longer in the onboarding service\n[\s\S]*\nReminder to Marcus Oyelaran and Sofia/,
  );
  expect(ines.pageText()).toContain('Messages are on hold until it’s clear');
  await ines.closeAll();
  clock.moveToDay('2031-03-10');
  await sandbox.settled();
  expect(posted('with you as manager').filter((line) => line.includes('starts'))).toEqual([]);
  // Back in the list: held messages go out, and the question's message says so.
  list.shows = () => true;
  await look(5);
  await look(11);
  await marcus.untilMessage('Jane Doe starts in 7 days, on Mon 17 Mar, with you as manager.');
  await ines.untilMessage('The person is back in the onboarding service.', channels.private);
  list.shows = (email) => email !== 'jane@acme.example';
  await look(10);
  await look(10);
  await ines.until(() => posted(question).length === 2);
  await ines.press('Cancel start', { confirm: true });
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await ines.untilMessage('<@U0INES> cancelled the start.', channels.private);
  expect(posted('starts today')).toEqual([]);
});

it('says before sending, on pages and to HR that a manager or buddy leaves too soon', async ({ open }) => {
  const office = await openWithJane(open);
  const { ines } = office;
  const buddy = 'They’re manager or buddy of Jane Doe, who starts on Mon 17 Mar.';
  expect(await office.checkOffboarding({ on: before, by: ines })).toContain(buddy);
  await ines.send('Offboarding started');
  await ines.untilMessage(buddy, channels.private);
  expect(await openPage(office)).toContain(buddy);
  await ines.fillIn(`/newhire Ben Roe ben@acme.example ${startDay}`, { Buddy: 'Sofia Lindqvist' });
  await ines.submit();
  await ines.untilView('Check and add');
  expect(ines.pageText()).toContain('Sofia Lindqvist (buddy) leaves on Mon 10 Mar, before the start day.');
});

/**
 * The answer to Jane's offboarding is lost and no list shows who leaves, so HR is asked. Meanwhile the start day comes.
 */
async function untilTheStartDay(open: Open, cleanup: Cleanup) {
  const service = await behindProxy(cleanup, releasedService);
  const office = await open({ at: begin, service });
  const { proxy } = service;
  const { clock, ines, sandbox, hire, posted } = office;
  await hire();
  await hire({ name: 'Ben Roe', fields: {} });
  await office.bot.directory.refresh();
  proxy.next(paths.offboarding, { when: 'after', answer: 'drop' });
  await office.checkOffboarding(janeLeaves(office));
  await ines.press('Start offboarding');
  await expect.poll(() => proxy.posted(paths.offboarding)).toHaveLength(1);
  clock.moveBy(5 * 60_000);
  await ines.untilMessage('Jane Doe’s offboarding may have started');
  await ines.closeAll();
  for (const day of [before, startDay]) clock.moveToDay(day);
  await ines.untilMessage('Ben Roe starts today', channels.hires);
  await sandbox.settled();
  expect(posted('Jane Doe start')).toEqual([]);
  expect(publicly(office).match(/Started on/g)).toHaveLength(1);
  const putOff = (row: Record<string, unknown>) =>
    String(row.purpose).startsWith('plan:headline-started') &&
    row.state === 'pending' &&
    String(row.due_at) > `${startDay}T09:05`;
  await expect.poll(async () => (await office.rows('messages')).filter(putOff)).toHaveLength(1);
  return office;
}

it('holds messages about a start while an offboarding is unconfirmed', async ({ open, cleanup }) => {
  const office = await untilTheStartDay(open, cleanup);
  const { clock, ines, marcus } = office;
  await marcus.openHome();
  await marcus.pressSpoken('Details: Jane Doe');
  await marcus.untilPage('Timeline');
  expect(marcus.pageText()).toContain('· not sent yet');
  expect(marcus.pageText()).not.toMatch(/on hold|HR answers|offboarding/i);
  await marcus.closeAll();
  await ines.openHome();
  await ines.pressSpoken('Details: Jane Doe', { nth: 1 });
  await ines.untilPage('until their offboarding is confirmed');
  expect(ines.pageText()).toContain('are on hold until it’s clear whether this person starts');
  await ines.closeAll();
  await ines.press('Yes, it has started');
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  clock.moveBy(11 * 60_000);
  clock.moveToDay('2031-03-24');
  await office.sandbox.settled();
  expect(office.posted('Jane Doe start')).toEqual([]);
  expect(publicly(office)).toContain('Won’t start');
});

inWhole('announces the start once an unconfirmed offboarding is cancelled', async ({ open, cleanup }) => {
  const office = await untilTheStartDay(open, cleanup);
  const { clock, ines, marcus } = office;
  await ines.pressInHome('Cancel', { confirm: true });
  await ines.until(() => !(ines.home()?.buttons.includes('Cancel') ?? true));
  clock.moveBy(11 * 60_000);
  await ines.untilMessage('Jane Doe starts today', channels.hires);
  await marcus.untilMessage('Jane Doe starts today');
  await ines.until(() => publicly(office).match(/Started on/g)?.length === 2);
});

it('keeps the start on the page of somebody who leaves until they have left', async ({ open }) => {
  const office = await openWithJane(open);
  const { clock, ines } = office;
  clock.moveToDay('2031-03-18');
  await office.offboard(janeLeaves(office, '2031-04-30'));
  const page = await openPage(office);
  expect(page).toContain('*Leaving Wed 30 Apr*');
  expect(page).toContain('*Started Mon 17 Mar*');
  expect(page).not.toContain('They won’t start');
  expect(ines.view().buttons).toContain('Change manager or buddy');
  await ines.closeAll();
  clock.moveToDay('2031-05-01');
  await ines.open('Find a person');
  await ines.press('Details');
  await ines.untilPage('*Left Wed 30 Apr*');
  expect(ines.view().buttons).not.toContain('Change manager or buddy');
});
