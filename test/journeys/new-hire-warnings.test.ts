import { afterEach, beforeEach, expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { systemClock } from '../../src/time/clock.ts';
import { addDays, dayIn, isWeekend } from '../../src/time/dates.ts';
import {
  type Cleanup,
  channels,
  createCleanup,
  employeesOf,
  type Office,
  openOffice,
  ourService,
  releasedService,
} from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const today = dayIn('UTC', new Date());
const anEarlierWeekday =
  [-1, -2, -3].map((days) => addDays(today, days)).find((day) => !isWeekend(day)) ?? '';

async function openForm({ ines }: Office, words = 'Jane Doe jane@acme.example 2999-01-01') {
  await ines.command(`/newhire ${words}`);
  return ines.untilView('New hire');
}

function textsOf({ ines }: Office): string {
  return ines.view().texts.join('\n');
}

it('warns beside the field as the form changes, and keeps every letter that was typed', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await openForm(office, 'Jane Doe jane@acme.example');
  await ines.fill({
    Position: 'Engineer',
    Phone: '+49',
    Message: 'Half a sen',
    'Start day': anEarlierWeekday,
  });
  await ines.until(() => textsOf(office).includes('is in the past'));
  expect(ines.view().fields).toMatchObject({
    'First name': { value: 'Jane' },
    Position: { value: 'Engineer' },
    Phone: { value: '+49' },
    Message: { value: 'Half a sen' },
    'Start day': { value: anEarlierWeekday },
  });
  await ines.fill({ 'Start day': '2999-01-01' });
  await ines.until(() => !textsOf(office).includes('is in the past'));
});

it.each([
  ['a note', 'More fields', 'You didn’t choose a start day'],
  ['what was said of a press', 'Save draft', 'Draft saved'],
])(
  'takes %s away that is no longer true, also where it came while somebody chose',
  async (_what, button, said) => {
    const office = await openOffice(cleanup, { service: await ourService(cleanup) });
    const { ines, sandbox } = office;
    await openForm(office, 'Jane Doe jane@acme.example');
    const shown = { target: 'views.update', kind: 'delay', milliseconds: 400 } as const;
    // The form with all of its fields is shown at once; the note follows.
    if (button === 'More fields') sandbox.addFault({ ...shown, milliseconds: 0 });
    sandbox.addFault(shown);
    await ines.press(button);
    if (button === 'More fields') await ines.until(() => ines.view().fields.Position);
    await ines.fill({ 'Start day': '2999-01-01' });
    await ines.until(() => sandbox.calls().some(({ args }) => JSON.stringify(args).includes(said)));
    await ines.until(() => !textsOf(office).includes(said));
    await office.bot.stop();
    expect(textsOf(office)).not.toContain(said);
  },
);

it('says before sending that no day is chosen, which is today, and says so as the form changes', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines } = office;
  const sentence = 'You didn’t choose a start day, so it’s today';
  await openForm(office, 'Jane Doe jane@acme.example');
  expect(textsOf(office)).not.toContain(sentence);
  await ines.fill({ Position: 'Engineer', Manager: 'Marcus Oyelaran' });
  await ines.until(() => textsOf(office).includes(sentence));
  await ines.fill({ 'Start day': '2999-01-01' });
  await ines.until(() => !textsOf(office).includes(sentence));
});

it('warns of sequences that have nobody to go to, and stops when somebody is chosen', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await openForm(office);
  const { options } = await ines.options('Sequences', '');
  await ines.fill({ Sequences: options.slice(0, 1) });
  await ines.until(() => textsOf(office).includes('no manager or buddy'));
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.until(() => textsOf(office).includes('but no buddy'));
  await ines.fill({ Buddy: 'Sofia Lindqvist' });
  await ines.until(() => !textsOf(office).includes('You chose sequences'));
  await ines.submit();
  await ines.untilView('New hire added');
});

it.each([
  ['Administrator', 'can see and change everything'],
  ['Manager', 'can sign in'],
  ['Other', 'no notifications'],
])('asks before it gives the role %s, saying what it gives', async (role, grants) => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await openForm(office);
  await ines.fill({ Role: role });
  await ines.until(() => textsOf(office).includes(grants));
  expect((await ines.submit()).outcome).toBe('pushed');
  expect(textsOf(office)).toContain(grants);
  expect(service.employees().map(({ email }) => email)).not.toContain('jane@acme.example');
  await ines.submit();
  await ines.untilView('New hire added');
});

it('shows a role that only the service knows, and asks before it gives it', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines, bot } = office;
  bot.directory.current()?.description.roles?.push({ value: '7', label: 'Contractor' });
  await openForm(office);
  await ines.fill({ Role: 'Contractor' });
  await ines.until(() => textsOf(office).includes('doesn’t know what this role allows'));
  await ines.submitAndAgree();
  expect(
    service.requests.filter(({ method, path }) => method === 'POST' && path === '/api/users/'),
  ).toMatchObject([{ body: { role: 7 } }]);
});

it('proposes the manager’s time zone in the service’s words, with the offset of the start day', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  const zone = () => ines.view().fields['Time zone']?.value;
  await openForm(office, 'Jane Doe jane@acme.example 2030-07-01');
  await ines.press('More fields');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.until(() => zone() === 'Europe/London (UTC+01:00)');
  expect(ines.view().fields['Time zone']?.hint).toContain('Suggested');
  await ines.fill({ 'Start day': '2030-01-02' });
  await ines.until(() => zone() === 'Europe/London (UTC+00:00)');
  await ines.fill({ Manager: 'Leila Haddad' });
  await ines.until(() => zone() === 'Europe/Paris (UTC+01:00)');

  await ines.fill({ 'Time zone': 'Asia/Kolkata (UTC+05:30)', Manager: 'Marcus Oyelaran' });
  await ines.submit();
  await ines.untilView('New hire added');
  expect(service.employees().find(({ email }) => email === 'jane@acme.example')?.timezone).toBe(
    'Asia/Kolkata',
  );
});

it('takes “today” for the day that it is in the new hire’s time zone', async () => {
  const clock = { ...systemClock, now: () => new Date('2030-06-03T10:30:00Z') };
  const office = await openOffice(cleanup, { service: await releasedService(cleanup), clock });
  const { ines } = office;
  await openForm(office, 'Jane Doe jane@acme.example 2030-06-03');
  expect(textsOf(office)).toContain('is today');
  await ines.fill({ 'Time zone': 'Pacific/Kiritimati (UTC+14:00)' });
  await ines.until(() => textsOf(office).includes('Mon, 3 June 2030, is in the past'));
  await ines.fill({ 'Time zone': 'Pacific/Pago Pago (UTC-11:00)' });
  await ines.until(() => !/is in the past|is today|it’s today/.test(textsOf(office)));
});

it('finds time zones by any part, with the offset on the start day, and those of Slack under the service’s names', async () => {
  const service = await releasedService(cleanup);
  const people = demoWorkspace.people.map((one) =>
    one.id === 'U0MARCUS' ? { ...one, timezone: 'Asia/Calcutta' } : one,
  );
  const office = await openOffice(cleanup, { service, workspace: { people } });
  const { ines, bot } = office;
  await openForm(office, 'Jane Doe jane@acme.example 2030-07-01');
  expect((await ines.options('Time zone', 'berl')).options).toEqual(['Europe/Berlin (UTC+02:00)']);
  await ines.fill({ 'Start day': '2030-12-02' });
  expect((await ines.options('Time zone', 'berl')).options).toEqual(['Europe/Berlin (UTC+01:00)']);
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.until(() => ines.view().fields['Time zone']?.value === 'Asia/Kolkata (UTC+05:30)');
  const described = bot.directory.current()?.description;
  described?.timezones?.splice(0, Infinity, { value: 'Mars/Base', label: 'Mars' });
  described?.languages?.splice(0, Infinity, { value: 'eo', label: 'Esperanto' });
  await ines.closeAll();
  await openForm(office);
  expect((await ines.options('Time zone', '')).options).toEqual(['Mars/Base']);
  expect((await ines.options('Language', '')).options).toEqual(['Esperanto']);
});

it('creates nothing with a service whose only endpoint makes administrators, unless that is allowed', async () => {
  const service = await releasedService(cleanup, 'v2.0.20');
  const cautious = await openOffice(cleanup, { service });
  await openForm(cautious);
  expect(await cautious.ines.submit()).toEqual({ outcome: 'updated' });
  expect(cautious.ines.view().texts[0]).toContain('makes every new hire an administrator');
  expect(
    service.requests.filter(({ method, path }) => method === 'POST' && path !== '/api/offboarding/'),
  ).toEqual([]);

  const env = { FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT: 'True' };
  const office = await openOffice(cleanup, { service, env });
  await openForm(office);
  await office.ines.submitAndAgree();
  const { texts } = await office.ines.untilView('New hire added');
  expect(texts.join('\n')).toMatch(/role: Administrator/i);
  expect(service.employees().find(({ email }) => email === 'jane@acme.example')?.role).toBe(1);
});

it('names a role that gives rights in the result, to whoever asked and to HR', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  await openForm(office);
  const { ines } = office;
  await ines.fill({ Role: 'Administrator' });
  await ines.submitAndAgree();
  const { texts } = await ines.untilView('New hire added');
  expect(texts.join('\n')).toContain('Role: Administrator');
  expect((await ines.untilMessage('has been added')).texts.join('\n')).toContain('Role: Administrator');
  const told = await ines.untilMessage(
    'Jane Doe has been added with the role Administrator.',
    channels.private,
  );
  expect(told.texts.join('\n')).toContain('Requested by <@U0INES>');
  expect(JSON.stringify(office.sandbox.messages(channels.hires))).not.toContain('Administrator');
});

it('names no start day of somebody who has none: another role, and none was chosen', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines, marcus, bot, sandbox } = office;
  await openForm(office, 'Jane Doe jane@acme.example');
  await ines.fill({ Role: 'Manager', Manager: 'Marcus Oyelaran' });
  await ines.press('What will happen');
  expect((await ines.untilView('What will happen')).texts.join('\n')).not.toMatch(
    /Reminder|First day|Calendar/,
  );
  await ines.close();
  await ines.submit();
  const asked = await ines.untilView('Check and add');
  expect(asked.texts.join('\n')).toContain('You didn’t choose a start day, so Frontdesk won’t announce one.');
  await ines.submitAndAgree();
  const said = [
    (await ines.untilView('New hire added')).texts,
    (await ines.untilMessage('Jane Doe joins', channels.hires)).texts,
    (await marcus.untilMessage('Jane Doe joins, with you as manager.')).texts,
    (await ines.untilMessage('Jane Doe has been added.')).texts,
  ];
  expect(service.employees().at(-1)).toMatchObject({ email: 'jane@acme.example', start_day: null });
  expect(said.flat().join('\n')).not.toMatch(/Starts|joins (?:today|on)/);
  const [request] = await bot.ledger.list(1);
  expect(request?.day).toBeNull();
  await ines.closeAll();
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Details'));
  await ines.press('Details');
  expect((await ines.untilView('Request')).texts.join('\n')).not.toMatch(/starts|planned/);
  sandbox.addPerson({
    id: 'U0JANE',
    name: 'jane',
    realName: 'Jane',
    timezone: 'UTC',
    email: 'jane@acme.example',
  });
  await marcus.untilMessage('Jane Doe is in Slack now.');
});

it('leads to the person’s page where its address is known', async () => {
  const env = {
    ONBOARDING_PROFILE_URL: 'https://onboarding.acme.example/admin/people/new_hire/{id}/overview/',
  };
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service, env });
  await openForm(office);
  await office.ines.submit();
  const { buttons } = await office.ines.untilView('New hire added');
  expect(buttons).toEqual(['Add another', 'Add another like this', 'Open profile']);
  const id = (await employeesOf(service)).find(({ email }) => email === 'jane@acme.example')?.id;
  const { views } = office.ines.screen();
  expect(JSON.stringify(views)).toContain(`/admin/people/new_hire/${id}/overview/`);
});
