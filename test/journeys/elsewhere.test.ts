import { expect, it } from 'vitest';
import { demoAccess } from '../../src/commands/demo/cast.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { untilHome } from './desk.ts';
import { look, openedAt, pass, questions, rowsOf } from './elsewhere-office.ts';
import { listed, listingService } from './listing.ts';
import { posted, setReminders, startDay } from './moved-office.ts';
import { channels, type Office, ourService, releasedService } from './office.ts';

const cleanup = useCleanup();

const person = { first_name: 'Anna', last_name: 'Berg', email: 'Anna.Berg@acme.example', role: 0 } as const;
const added = 'Anna Berg was added in the onboarding service. Announce them?';

/** Adds Anna in our service, and waits for the question to HR. */
async function annaAdded(options: Parameters<typeof openedAt>[2] = {}) {
  const service = await ourService(cleanup);
  const { office, clock } = await openedAt(cleanup, service, options);
  const id = await service.operator.addUser(person);
  await look(office, clock);
  const isDirect = options.env?.FRONTDESK_PRIVATE_CHANNEL === '';
  await office.ines.untilMessage(added, isDirect ? undefined : channels.private);
  return { service, office, clock, id };
}

/** Stops at the page that asks for confirmation. */
async function fillIn({ ines }: Office, day = startDay) {
  await ines.untilView('Announce new hire');
  await ines.fill({ 'Start day': day, Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' });
  await ines.submit();
  await ines.untilView('Check and announce');
}

it('asks HR alone about somebody who was added in the service, in the private channel and in App Home', async () => {
  const { office, clock } = await annaAdded();
  const { ines, marcus, sandbox } = office;
  await look(office, clock);
  expect(questions(office)).toEqual([added]);
  expect(sandbox.messages(channels.hires)).toEqual([]);
  await ines.openHome();
  await untilHome(ines, added);
  await marcus.openHome();
  await marcus.until(() => marcus.home());
  expect(marcus.home()?.texts.join()).not.toContain('Anna Berg');
});

it('announces somebody like any other hire, and sends nothing to the service', async () => {
  const { office, id, service, clock } = await annaAdded();
  const { ines, marcus, sofia } = office;
  const people = (await service.operator.listUsers()).length;
  await ines.press('Announce');
  await fillIn(office);
  const page = ines.view().texts.join('\n');
  expect(page).toContain('Anna Berg · anna.berg@acme.example');
  expect(page).toContain('In the channels: “Anna Berg joins on Mon, 17 March 2031”');
  expect(page).toContain(`Right away · Announcement: <#${channels.hires}>`);
  expect(posted(office, 'joins')).toEqual([]);
  await ines.submit();
  await ines.untilView('New hire announced');
  await ines.untilMessage('Anna Berg joins on Mon, 17 March 2031', channels.hires);
  await marcus.untilMessage('with you as manager.');
  await sofia.untilMessage('with you as buddy.');
  await ines.untilMessage('You announced Anna Berg.');
  await ines.untilMessage('Announced by <@U0INES>', channels.private);
  expect((await service.operator.listUsers()).length).toBe(people);
  const [request] = await rowsOf(office, 'requests');
  expect(request).toMatchObject({
    state: 'done',
    result_id: id,
    subject: 'anna.berg@acme.example',
    day: startDay,
    attempts: 0,
    service: service.url,
  });
  await ines.closeAll();
  await ines.openHome();
  await untilHome(ines, 'Anna Berg starts');
  expect(ines.home()?.texts.join()).not.toContain(added);
  clock.moveTo(new Date('2031-03-17T09:05:00.000Z'));
  await ines.untilMessage(/Anna Berg (starts|joins) .*today|Today/, channels.hires);
});

it.for([
  ['Manager', 'Marcus Oyelaran', { manager: 3 }],
  ['Buddy', 'Sofia Lindqvist', { buddy: 9 }],
  ['Time zone', 'Europe/Berlin', { timezone: 'Europe/Berlin' }],
] as const)('announces somebody with nothing but a start day and the %s', async ([label, shown, kept]) => {
  const { office } = await annaAdded();
  const { ines } = office;
  await ines.press('Announce');
  await ines.untilView('Announce new hire');
  await ines.fill({ 'Start day': startDay, [label]: shown });
  await ines.submit();
  await ines.untilView('Check and announce');
  await ines.submit();
  await ines.untilView('New hire announced');
  const [request] = await rowsOf(office, 'requests');
  expect(JSON.parse(String(request?.payload))).toMatchObject({ start_day: startDay, ...kept });
});

it('leaves whoever Frontdesk adds to the request, also when its answer is lost', async () => {
  const service = await releasedService(cleanup);
  const { office, clock } = await openedAt(cleanup, service);
  const { ines } = office;
  service.failNext('/api/users/', 'drop');
  await ines.command(`/newhire Jane Doe jane@acme.example ${startDay}`);
  await ines.untilView('New hire');
  await ines.submitAndAgree();
  await expect.poll(() => service.employees().some(({ email }) => email === 'jane@acme.example')).toBe(true);
  await look(office, clock);
  for (let turn = 0; turn < 5; turn += 1) await look(office, clock);
  await ines.untilMessage('Jane Doe has been added');
  await look(office, clock);
  await office.sandbox.settled();
  expect(questions(office)).toEqual([]);
});

it('waits for a request about the same address, and asks once that has ended without adding anybody', async () => {
  const service = await listingService(cleanup, [listed(1, 'Old')]);
  const { office, clock } = await openedAt(cleanup, service);
  const { ines } = office;
  await ines.command(`/newhire Joan Roe anna.7@acme.example ${startDay}`);
  await ines.untilView('New hire');
  await ines.submitAndAgree();
  await ines.untilView('Request saved');
  await ines.closeAll();
  service.people.push(listed(7));
  await look(office, clock);
  const question = async () => {
    pass(clock, 61);
    return (await rowsOf(office, 'requests'))[0]?.state;
  };
  await expect.poll(question).toBe('needs_review');
  await look(office, clock);
  expect(questions(office)).toEqual([]);
  expect((await rowsOf(office, 'elsewhere_marks'))[0]).toMatchObject({ highest_id: 7, waiting: '[7]' });
  await ines.press('No, somebody else');
  const asked = async () => {
    await look(office, clock);
    return questions(office).length;
  };
  await expect.poll(asked).toBe(1);
  await look(office, clock);
  expect(questions(office)).toEqual([added]);
});

it('says what is wrong in the form, and what may be meant otherwise on the page', async () => {
  const { office } = await annaAdded();
  const { ines } = office;
  await ines.press('Announce');
  await ines.untilView('Announce new hire');
  await ines.fill({ 'Start day': '2031-03-01', Manager: 'Anna Berg', Buddy: 'Sofia Lindqvist' });
  await ines.submit();
  expect(ines.view().errors).toMatchObject({ Manager: expect.stringContaining('This is the new hire.') });
  await ines.fill({ Manager: 'Sofia Lindqvist' });
  await ines.submit();
  const page = (await ines.untilView('Check and announce')).texts.join('\n');
  expect(page).toContain('The start day, Sat, 1 March 2031, is in the past.');
  expect(page).toContain('is on a weekend.');
  expect(page).toContain('Sofia Lindqvist is both manager and buddy.');
  await ines.press('Back');
  expect(ines.view().fields['Start day']).toMatchObject({ value: '2031-03-01' });
});

it('shows every copy who decided not to announce somebody, and lets HR change their mind', async () => {
  const { office } = await annaAdded({ env: { FRONTDESK_PRIVATE_CHANNEL: '' } });
  const { ines, sandbox } = office;
  expect(demoAccess.hr.length).toBeGreaterThan(1);
  const grace = sandbox.person('U0GRACE');
  await grace.untilMessage(added);
  await ines.press('Don’t announce');
  for (const one of [ines, grace]) await one.untilMessage('<@U0INES> decided not to announce them.');
  await ines.openHome();
  await ines.until(() => ines.home());
  expect(ines.home()?.texts.join()).not.toContain(added);
  expect(posted(office, 'joins')).toEqual([]);
  await grace.press('Announce after all');
  await grace.untilView('Announce new hire');
  await grace.fill({ 'Start day': startDay });
  await grace.submit();
  await grace.untilView('Check and announce');
  await grace.submit();
  await grace.untilView('New hire announced');
  await ines.untilMessage('Anna Berg joins', channels.hires);
  for (const one of [ines, grace]) await one.untilMessage('Announced by <@U0GRACE>');
});

it('tells whoever comes second who announced somebody, and the same press once more the result', async () => {
  const { office } = await annaAdded();
  const { ines, sandbox } = office;
  const grace = sandbox.person('U0GRACE');
  await ines.press('Announce');
  await fillIn(office);
  await grace.openHome();
  await untilHome(grace, added);
  await grace.press('Announce');
  await grace.untilView('Announce new hire');
  await grace.fill({ 'Start day': startDay });
  await grace.submit();
  await grace.untilView('Check and announce');
  const viewId = ines.view().id;
  await Promise.all([ines.submit(), ines.do({ verb: 'submit', viewId })]);
  await ines.untilView('New hire announced');
  await grace.submit();
  await grace.until(() => grace.view().texts.join().includes('<@U0INES> already announced Anna Berg on'));
  await ines.untilMessage('Anna Berg joins', channels.hires);
  await sandbox.settled();
  expect(posted(office, 'Anna Berg joins')).toHaveLength(1);
  expect(await rowsOf(office, 'requests')).toHaveLength(1);
});

inWhole('says when somebody was removed from the service meanwhile, and asks no more', async () => {
  const { office, service, clock, id } = await annaAdded();
  const { ines, bot } = office;
  await ines.press('Announce');
  await fillIn(office);
  await service.operator.removeUser('anna.berg@acme.example');
  pass(clock, 600);
  const isThere = async () => {
    await look(office, clock);
    return bot.directory.asRead()?.people.has(id);
  };
  await expect.poll(isThere).toBe(false);
  await ines.submit();
  await ines.until(() => ines.view().texts.join().includes('isn’t in the onboarding service any more'));
  await ines.closeAll();
  await ines.openHome();
  await ines.until(() => ines.home());
  expect(ines.home()?.texts.join()).not.toContain('Anna Berg');
  expect(await rowsOf(office, 'requests')).toEqual([]);
});

inWhole('says what an earlier announcement has become when its details are not kept any more', async () => {
  const { office, clock } = await annaAdded({ env: { FRONTDESK_RETENTION_DAYS: '1' } });
  const { ines, sandbox } = office;
  const grace = sandbox.person('U0GRACE');
  await grace.openHome();
  await untilHome(grace, added);
  await grace.press('Announce');
  await grace.untilView('Announce new hire');
  await ines.press('Announce');
  await fillIn(office);
  await ines.submit();
  await ines.untilView('New hire announced');
  await ines.untilMessage('You announced Anna Berg.');
  await sandbox.settled();
  const forgotten = async () => {
    pass(clock, 86_400);
    return (await rowsOf(office, 'requests'))[0]?.forgotten_at ?? null;
  };
  await expect.poll(forgotten, { interval: 20 }).not.toBeNull();
  await grace.fill({ 'Start day': startDay });
  await grace.submit();
  const said = /already announced this person|doesn’t ask about this person any more/;
  await grace.until(() => said.test(grace.view().texts.join()));
});

inWhole('asks about nobody whom HR does not want to hear of, also not later', async () => {
  const service = await ourService(cleanup);
  const { office, clock } = await openedAt(cleanup, service);
  const off = { 'People added in the onboarding service': [] };
  await setReminders(office, off, 'HR isn’t asked about people who were added');
  await service.operator.addUser(person);
  await look(office, clock);
  const on = { 'People added in the onboarding service': ['Ask HR whether to announce them'] };
  await setReminders(office, on, 'HR is asked about people who were added');
  await service.operator.addUser({ ...person, first_name: 'Ben', email: 'ben@acme.example' });
  await look(office, clock);
  await office.ines.untilMessage('Ben Berg was added', channels.private);
  await look(office, clock);
  expect(questions(office)).toHaveLength(1);
});

it('leaves out other roles, people without an address or a name, and whoever was there before', async () => {
  const service = await listingService(cleanup, [listed(1, 'Old'), listed(2, 'Older')]);
  const { office, clock } = await openedAt(cleanup, service);
  service.people.push(
    listed(3, 'Admin', 'Istrator', { role: 1 }),
    listed(4, 'Without', 'Address', { email: null }),
    listed(5, 'Bad', 'Address', { email: 'no address' }),
    listed(6, '', '', { email: 'nameless@acme.example' }),
    listed(7, 'Cher', '', { role: 0 }),
    listed(8, 'Strange', 'Role', { role: 'x' }),
  );
  await look(office, clock);
  await office.ines.untilMessage('Strange Role was added', channels.private);
  await office.ines.untilMessage('Cher was added', channels.private);
  expect(questions(office)).toHaveLength(2);
});

inWhole('counts an import in one message, with nobody’s name', async () => {
  const service = await listingService(cleanup, [listed(1)]);
  const { office, clock } = await openedAt(cleanup, service);
  service.people.push(...Array.from({ length: 50 }, (_, index) => listed(index + 2)));
  await look(office, clock);
  await expect.poll(() => questions(office).length).toBe(50);
  service.people.push(...Array.from({ length: 1_251 }, (_, index) => listed(index + 5_000_000)));
  await look(office, clock);
  const count = '1,251 people were added in the onboarding service.';
  const message = await office.ines.untilMessage(count, channels.private);
  expect(message.buttons).toEqual([]);
  expect(JSON.stringify(message)).not.toContain('Anna');
  await look(office, clock);
  expect(questions(office)).toHaveLength(51);
});
