import { expect } from 'vitest';
import { demoAccess } from '../../src/commands/demo-company.ts';
import type { FieldValue } from '../driver/choose.ts';
import type { Person } from '../driver/person.ts';
import { some } from '../faults/trials.ts';
import { type ListedPerson, listed, listingService, questions } from './listing.ts';
import { type Cleanup, channels, releasedService } from './office.ts';
import { begin, inWhole, it, type Open, startDay } from './world.ts';

const person = { first_name: 'Anna', last_name: 'Berg', email: 'Anna.Berg@acme.example', role: 0 } as const;
const added = 'Anna Berg was added in the onboarding service. Announce them?';

async function annaAdded(open: Open, env: Record<string, string> = {}) {
  const office = await open({ at: begin, env });
  await office.look();
  const id = await office.service.operator.addUser(person);
  await office.look();
  await office.ines.untilMessage(added, env.FRONTDESK_PRIVATE_CHANNEL === '' ? undefined : channels.private);
  return { ...office, id };
}

async function listing(open: Open, cleanup: Cleanup, ...people: ListedPerson[]) {
  const office = await open({ at: begin, service: await listingService(cleanup, people) });
  await office.look();
  return office;
}

async function check(hr: Person, fields: Record<string, FieldValue> = { Manager: 'Marcus Oyelaran' }) {
  await hr.untilView('Announce new hire');
  await hr.submit({ 'Start day': startDay, ...fields });
  return (await hr.untilView('Check and announce')).texts.join('\n');
}

async function announce(hr: Person, button = 'Announce', fields?: Record<string, FieldValue>) {
  await hr.press(button);
  await check(hr, fields);
  await hr.send('New hire announced');
}

it('asks HR alone about somebody added in the service, in the private channel and in App Home', async ({
  open,
}) => {
  const office = await annaAdded(open);
  const { ines, marcus, sandbox, look } = office;
  await look();
  expect(questions(office)).toEqual([added]);
  expect(sandbox.messages(channels.hires)).toEqual([]);
  await ines.visitHome(added);
  await marcus.visitHome();
  expect(marcus.homeText()).not.toContain('Anna Berg');
});

it('announces somebody like any other hire, and sends nothing to the service', async ({ open }) => {
  const { ines, marcus, sofia, clock, id, service, posted, rows } = await annaAdded(open);
  const people = (await service.operator.listUsers()).length;
  await ines.press('Announce');
  const page = await check(ines, { Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' });
  expect(page).toContain('Anna Berg · anna.berg@acme.example');
  expect(page).toMatch(new RegExp(`announcement in <#${channels.hires}>`, 'i'));
  expect(posted('joins')).toEqual([]);
  await ines.send('New hire announced');
  await ines.untilMessage('Anna Berg joins on Mon 17 Mar', channels.hires);
  await marcus.untilMessage('with you as manager.');
  await sofia.untilMessage('with you as buddy.');
  expect(ines.pageText()).toContain('You announced Anna Berg.');
  await ines.untilMessage('Announced by <@U0INES>', channels.private);
  expect((await service.operator.listUsers()).length).toBe(people);
  const done = { state: 'done', result_id: id, attempts: 0, service: service.url };
  expect(await rows('requests')).toMatchObject([
    { ...done, subject: 'anna.berg@acme.example', day: startDay },
  ]);
  await ines.closeAll();
  await ines.visitHome('*Anna Berg* · Starts');
  expect(ines.homeText()).not.toContain(added);
  clock.moveTo(new Date('2031-03-17T09:05:00.000Z'));
  await ines.untilMessage(/Anna Berg (starts|joins) .*today|Today/, channels.hires);
});

const onlyOne = [
  ['Manager', 'Marcus Oyelaran', { manager: 3 }],
  ['Buddy', 'Sofia Lindqvist', { buddy: 9 }],
  ['Time zone', 'Europe/Berlin', { timezone: 'Europe/Berlin' }],
] as const;
it.for(some(onlyOne, 1))(
  'announces somebody with nothing but a start day and the %s',
  async (row, { open }) => {
    const [label, shown, kept] = row;
    const { ines, rows } = await annaAdded(open);
    await announce(ines, 'Announce', { [label]: shown });
    const [request] = await rows('requests');
    expect(JSON.parse(String(request?.payload))).toMatchObject({ start_day: startDay, ...kept });
  },
);

it('leaves a hire that Frontdesk adds to its request, also when the answer is lost', async ({ open }) => {
  const office = await open({ at: begin, service: releasedService });
  const { ines, look, service, sandbox } = office;
  await look();
  service.failNext('/api/users/', 'drop');
  await ines.open(`/newhire Jane Doe jane@acme.example ${startDay}`);
  await ines.submitAndAgree();
  await expect.poll(() => service.employees().some(({ email }) => email === 'jane@acme.example')).toBe(true);
  for (let turn = 0; turn < 6; turn += 1) await look();
  await ines.untilMessage('Jane Doe has been added');
  await look();
  await sandbox.settled();
  expect(questions(office)).toEqual([]);
});

it('waits for a request about the same address, and asks once it has ended without adding anybody', async ({
  open,
  cleanup,
}) => {
  const office = await listing(open, cleanup, listed(1, 'Old'));
  const { ines, clock, service, look, hire, rows } = office;
  await hire({ name: 'Joan Roe', email: 'anna.7@acme.example', fields: {}, page: 'Request saved' });
  service.people.push(listed(7));
  await look();
  const state = async () => {
    clock.moveBy(61_000);
    return (await rows('requests'))[0]?.state;
  };
  await expect.poll(state).toBe('needs_review');
  await look();
  expect(questions(office)).toEqual([]);
  expect(await rows('elsewhere_marks')).toMatchObject([{ highest_id: 6 }]);
  await ines.press('No, somebody else');
  const asked = () => look().then(() => questions(office).length);
  await expect.poll(asked).toBe(1);
  await look();
  expect(questions(office)).toEqual([added]);
});

it('names mistakes in the form, and on the page what may be meant otherwise', async ({ open }) => {
  const { ines } = await annaAdded(open);
  await ines.fillIn(
    'Announce',
    { 'Start day': '2031-03-01', Manager: 'Anna Berg', Buddy: 'Sofia Lindqvist' },
    'Announce new hire',
  );
  await ines.submit();
  expect(ines.view().errors).toMatchObject({ Manager: expect.stringContaining('This is the new hire.') });
  const page = await check(ines, { 'Start day': '2031-03-01', Manager: 'Sofia Lindqvist' });
  expect(page).toContain('The start day is in the past.');
  expect(page).toContain('is on a weekend.');
  expect(page).toContain('Sofia Lindqvist is both manager and buddy.');
  await ines.press('Back');
  expect(ines.view().fields['Start day']).toMatchObject({ value: '2031-03-01' });
});

it('shows in every copy who decided not to announce, and lets HR change their mind', async ({ open }) => {
  const { ines, grace, posted } = await annaAdded(open, { FRONTDESK_PRIVATE_CHANNEL: '' });
  expect(demoAccess.hr.length).toBeGreaterThan(1);
  await grace.untilMessage(added);
  await ines.press('Don’t announce');
  for (const one of [ines, grace]) await one.untilMessage('<@U0INES> decided not to announce them.');
  await ines.visitHome();
  expect(ines.homeText()).not.toContain(added);
  expect(posted('joins')).toEqual([]);
  await announce(grace, 'Announce after all', {});
  await ines.untilMessage('Anna Berg joins', channels.hires);
  for (const one of [ines, grace]) await one.untilMessage('Announced by <@U0GRACE>');
});

it('names who announced somebody to a second person, and shows a second press the result', async ({
  open,
}) => {
  const { ines, grace, posted, rows, allSent } = await annaAdded(open);
  await ines.press('Announce');
  await check(ines);
  await grace.visitHome(added);
  await grace.press('Announce');
  await check(grace, {});
  const viewId = ines.view().id;
  await Promise.all([ines.submit(), ines.do({ verb: 'submit', viewId })]);
  await ines.untilView('New hire announced');
  await grace.submitUntil('<@U0INES> already announced Anna Berg on');
  await ines.untilMessage('Anna Berg joins', channels.hires);
  await allSent();
  // In the channel, and to her manager.
  expect(posted('Anna Berg joins')).toHaveLength(2);
  expect(await rows('requests')).toHaveLength(1);
});

it('keeps an announcement that was closed as a draft, and goes on with it', async ({ open }) => {
  const { ines, rows } = await annaAdded(open);
  await ines.fillIn('Announce', { 'Start day': startDay }, 'Announce new hire');
  await ines.close();
  await ines.untilMessage('Your draft for Anna Berg is saved.');
  await ines.press('Resume');
  expect((await ines.untilView('Announce new hire')).fields).toMatchObject({
    'Start day': { value: startDay },
  });
  await check(ines, {});
  await ines.send('New hire announced');
  await ines.untilMessage('This draft has been sent.');
  expect(await rows('requests')).toMatchObject([{ state: 'done', day: startDay }]);
});

it('promises no announcement of somebody whose last day comes before their start day', async ({ open }) => {
  const { ines, sandbox, offboard, posted } = await annaAdded(open);
  await offboard({ name: 'Anna Berg', on: '2031-03-10', by: ines });
  await ines.pressInHome('Announce');
  const page = await check(ines);
  expect(page).toContain('They won’t start on Mon 17 Mar.');
  expect(page).not.toContain('Announcement');
  await ines.send('New hire announced');
  expect(ines.pageText()).toContain('Anna Berg won’t start.');
  expect(ines.pageText()).not.toMatch(/Start day:|notifying/);
  await sandbox.settled();
  expect(posted('joins')).toEqual([]);
});

it('leaves no draft of an announcement in which nothing was entered', async ({ open }) => {
  const { ines, rows, sandbox } = await annaAdded(open);
  await ines.open('Announce', 'Announce new hire');
  await ines.close();
  await sandbox.settled();
  expect(await rows('drafts')).toEqual([]);
});

it('blocks no request about the same address, which answers the question', async ({ open }) => {
  const { ines, service, look, hire, posted } = await annaAdded(open);
  await service.operator.removeUser('anna.berg@acme.example');
  await look();
  await hire({ name: 'Anna Berg', email: 'anna.berg@acme.example', fields: {} });
  await ines.untilMessage('Announced by <@U0INES>', channels.private);
  expect(posted('Anna Berg joins')).toHaveLength(1);
});

inWhole('stops asking about somebody removed from the service, and says so', async ({ open }) => {
  const { ines, bot, clock, id, service, look, rows } = await annaAdded(open);
  await ines.press('Announce');
  await check(ines);
  await service.operator.removeUser('anna.berg@acme.example');
  clock.moveBy(600_000);
  const isThere = () => look().then(() => bot.directory.asRead()?.people.has(id));
  await expect.poll(isThere).toBe(false);
  await ines.submitUntil('no longer in the onboarding service');
  await ines.closeAll();
  await ines.visitHome();
  expect(ines.homeText()).not.toContain(added);
  expect(await rows('requests')).toMatchObject([{ state: 'proposed' }]);
});

inWhole('knows of an earlier announcement whose details are no longer kept', async ({ open }) => {
  const { ines, grace, clock, sandbox, rows } = await annaAdded(open, { FRONTDESK_RETENTION_DAYS: '1' });
  await grace.visitHome(added);
  await grace.open('Announce', 'Announce new hire');
  await announce(ines);
  expect(ines.pageText()).toContain('You announced Anna Berg.');
  await sandbox.settled();
  const forgotten = async () => {
    clock.moveBy(86_400_000);
    return (await rows('requests'))[0]?.forgotten_at ?? null;
  };
  await expect.poll(forgotten, { interval: 20 }).not.toBeNull();
  await grace.submitUntil(/already announced this person|This question is closed/, {
    'Start day': startDay,
  });
});

inWhole('never asks about people added while HR had switched it off', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, set, look, service } = office;
  await look();
  const setting = (value: string[]) => ({ 'People added in the onboarding service': value });
  await set('Reminders', setting([]));
  await service.operator.addUser(person);
  await look();
  const on = setting(['Ask HR whether to announce them']);
  await set('Reminders', on);
  await service.operator.addUser({ ...person, first_name: 'Ben', email: 'ben@acme.example' });
  await look();
  await ines.untilMessage('Ben Berg was added', channels.private);
  await look();
  expect(questions(office)).toHaveLength(1);
});

/** What the list has at first, what is added to it, and the people whom HR is asked about. */
it.for<[string, ListedPerson[], ListedPerson[], string[]]>([
  [
    'leaves out other roles, people without an address or a name, and everybody there before',
    [listed(1, 'Old'), listed(2, 'Older')],
    [
      listed(3, 'Admin', 'Istrator', { role: 1 }),
      listed(4, 'Without', 'Address', { email: null }),
      listed(5, 'Bad', 'Address', { email: 'no address' }),
      listed(6, '', '', { email: 'nameless@acme.example' }),
      listed(7, 'Cher', '', { role: 0 }),
      listed(8, 'Strange', 'Role', { role: 'x' }),
    ],
    ['Cher', 'Strange Role'],
  ],
  [
    'asks about nobody in a list without addresses, or without names',
    [{ id: 1 }],
    [{ id: 2 }, { id: 3, email: 'x@acme.example' }, { id: 4, first_name: 'Anna' }],
    [],
  ],
  [
    'reads past an id that no service counts up to, and goes on below it',
    [listed(1), listed(9_007_199_254_740_991, 'Huge')],
    [listed(2, 'Two'), listed(2 ** 40, 'Strange'), listed(-3, 'Minus')],
    ['Two Berg'],
  ],
])('%s', async ([, before, more, asked], { open, cleanup }) => {
  const office = await listing(open, cleanup, ...before);
  office.service.people.push(...more);
  await office.look();
  for (const name of asked) await office.ines.untilMessage(`${name} was added`, channels.private);
  await office.sandbox.settled();
  expect(questions(office)).toHaveLength(asked.length);
});

inWhole('counts an import in one message, with nobody’s name', async ({ open, cleanup }) => {
  const office = await listing(open, cleanup, listed(1));
  const { ines, look, service } = office;
  service.people.push(...Array.from({ length: 50 }, (_, index) => listed(index + 2)));
  await look();
  await expect.poll(() => questions(office).length).toBe(50);
  service.people.push(...Array.from({ length: 1_251 }, (_, index) => listed(index + 5_000_000)));
  await look();
  const count = '1,251 people were added in the onboarding service.';
  const message = await ines.untilMessage(count, channels.private);
  expect(message.buttons).toEqual([]);
  expect(JSON.stringify(message)).not.toContain('Anna');
  await look();
  expect(questions(office)).toHaveLength(51);
});

it('shows hostile names as text: they format, mention and link nothing', async ({ open, cleanup }) => {
  const { ines, look, service, sandbox } = await listing(open, cleanup, listed(1, 'Old'));
  const name = '<!channel> <https://evil.example|here> *bold* \u0000';
  service.people.push(listed(2, name, '<@U0MARCUS>', { email: 'x@acme.example' }));
  await look();
  const message = await ines.untilMessage('Announce them?', channels.private);
  expect(message.mentions).toEqual([]);
  expect(message.texts.join()).toContain('<!channel> <https://evil.example|here> *bold*');
  await ines.press('Don’t announce');
  const decided = await ines.untilMessage('decided not to announce them', channels.private);
  expect(decided.text).toContain('&lt;!channel&gt;');
  await announce(ines, 'Announce after all', {});
  const headline = await ines.untilMessage('joins on', channels.hires);
  expect(headline.mentions).toEqual([]);
  await sandbox.settled();
  const read = [...ines.messages(channels.hires), ...ines.directMessages()];
  expect(read.flatMap(({ mentions }) => mentions)).toEqual([]);
});

it('reads every page, and asks about people on all of them', async ({ open, cleanup }) => {
  const service = await listingService(cleanup, [listed(1), listed(2), listed(3)]);
  service.pageSize = 2;
  const office = await open({ at: begin, service });
  await office.look();
  service.people.push(listed(4, 'Page'), listed(5, 'Other'));
  await office.look();
  for (const who of ['Page Berg was added', 'Other Berg was added'])
    await office.ines.untilMessage(who, channels.private);
  expect(questions(office)).toHaveLength(2);
});

it('asks about nobody twice when the list shrinks, comes empty, and is full again', async ({
  open,
  cleanup,
}) => {
  const people = Array.from({ length: 70 }, (_, index) => listed(index + 1));
  const office = await listing(open, cleanup, ...people);
  const { ines, clock, look, service } = office;
  for (const length of [69, 0, 3, 0, 70]) {
    service.people = people.slice(0, length);
    await look();
    clock.moveBy(3_700_000);
  }
  service.people.push(listed(71, 'Seventy'));
  await look();
  await ines.untilMessage('Seventy Berg was added', channels.private);
  expect(questions(office)).toHaveLength(1);
});

inWhole('begins again at a service set up anew at the same address', async ({ open, cleanup }) => {
  const office = await listing(open, cleanup, listed(1), listed(200));
  const { ines, bot, clock, look, service, rows } = office;
  service.people = [listed(1, 'New'), listed(2, 'Newer')];
  const highest = async () => {
    await bot.directory.refresh();
    clock.moveBy(6 * 3_600_000);
    return (await rows('elsewhere_marks'))[0]?.highest_id;
  };
  await expect.poll(highest, { interval: 300 }).toBe(2);
  service.people.push(listed(3, 'Third'));
  await look();
  await ines.untilMessage('Third Berg was added', channels.private);
  expect(questions(office)).toHaveLength(1);
});

it('begins with another service as if it were the first, and later resumes the earlier one', async ({
  open,
  cleanup,
}) => {
  const first = await listing(open, cleanup, listed(1));
  const env = { DATABASE_URL: first.environment.DATABASE_URL };
  await first.bot.stop();
  const service = await listingService(cleanup, [listed(50)]);
  const other = await open({ at: begin, service, env });
  await other.look();
  await other.sandbox.settled();
  expect(questions(other)).toEqual([]);
  service.people.push(listed(51, 'Second'));
  await other.look();
  await other.ines.untilMessage('Second Berg was added', channels.private);
  await other.bot.stop();
  first.service.people.push(listed(2, 'First'));
  const back = await open({ at: begin, service: first.service, env });
  await back.look();
  await back.ines.untilMessage('First Berg was added', channels.private);
  expect(questions(back)).toHaveLength(1);
});
