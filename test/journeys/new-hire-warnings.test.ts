import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import type { Person } from '../driver/person.ts';
import { releasedService } from './office.ts';
import { somebody } from './people-office.ts';
import { channels, inOneOffice, it } from './world.ts';

const inOurs = inOneOffice();
const page = 'https://onboarding.acme.example/admin/people/new_hire/{id}/overview/';
const inReleased = inOneOffice({ service: releasedService, env: { ONBOARDING_PROFILE_URL: page } });

const noDay = '/newhire Jane Doe jane@acme.example';
const form = `${noDay} 2999-01-01`;

function untilGone(person: Person, words: string | RegExp) {
  return person.until(() => person.pageText().search(words) < 0);
}

it.for([
  ['a note', 'More fields', 'No start day means today'],
  ['the answer to a press', 'Save draft', 'Draft saved'],
] as const)('removes %s that is no longer true, even if it came late', async (row, { open }) => {
  const [, button, said] = row;
  const { ines, sandbox, bot } = await open();
  await ines.open(noDay);
  const shown = { target: 'views.update', kind: 'delay', milliseconds: 400 } as const;
  // The form with all its fields is shown at once; the note follows.
  if (button === 'More fields') sandbox.addFault({ ...shown, milliseconds: 0 });
  sandbox.addFault(shown);
  await ines.press(button);
  if (button === 'More fields') await ines.until(() => ines.view().fields.Position);
  await ines.fill({ 'Start day': '2999-01-01' });
  await ines.until(() => sandbox.calls().some(({ args }) => JSON.stringify(args).includes(said)));
  await untilGone(ines, said);
  await bot.stop();
  expect(ines.pageText()).not.toContain(said);
});

it('takes “today” by the hire’s zone, and offers the service’s zones for that day', async ({ open }) => {
  const people = demoWorkspace.people.map((one) =>
    one.id === 'U0MARCUS' ? { ...one, timezone: 'Asia/Calcutta' } : one,
  );
  const at = '2030-06-03T10:30:00Z';
  const { ines, bot } = await open({ service: releasedService, at, workspace: { people } });
  await ines.open(`${noDay} 2030-06-03`);
  expect(ines.pageText()).toContain('is today');
  await ines.fill({ 'Time zone': 'Pacific/Kiritimati (UTC+14:00)' });
  await ines.untilPage('is in the past');
  await ines.fill({ 'Time zone': 'Pacific/Pago Pago (UTC-11:00)' });
  await untilGone(ines, /is in the past|is today|it’s today/);
  await ines.closeAll();

  await ines.open(`${noDay} 2030-07-01`);
  expect((await ines.options('Time zone', 'berl')).options).toEqual(['Europe/Berlin (UTC+02:00)']);
  await ines.fill({ 'Start day': '2030-12-02' });
  expect((await ines.options('Time zone', 'berl')).options).toEqual(['Europe/Berlin (UTC+01:00)']);
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.until(() => ines.values()['Time zone'] === 'Asia/Kolkata (UTC+05:30)');
  const described = bot.directory.current()?.description;
  described?.timezones?.splice(0, Infinity, { value: 'Mars/Base', label: 'Mars' });
  described?.languages?.splice(0, Infinity, { value: 'eo', label: 'Esperanto' });
  await ines.closeAll();
  await ines.open(form);
  expect((await ines.options('Time zone')).options).toEqual(['Mars/Base']);
  expect((await ines.options('Language')).options).toEqual(['Esperanto']);
});

it('creates no administrators at an old service, unless that is allowed', async ({ open, cleanup }) => {
  const service = await releasedService(cleanup, 'v2.0.20');
  const cautious = await open({ service });
  await cautious.ines.open(form);
  expect(await cautious.ines.submit()).toEqual({ outcome: 'updated' });
  expect(cautious.ines.view().texts[0]).toContain('would make the new hire an administrator');
  const posted = service.requests.filter(({ method }) => method === 'POST');
  expect(posted.filter(({ path }) => path !== '/api/offboarding/')).toEqual([]);

  const { ines } = await open({ service, env: { FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT: 'True' } });
  await ines.open(form);
  await ines.send('New hire added');
  expect(ines.pageText()).toMatch(/role: Administrator/i);
  expect(service.employees().find(({ email }) => email === 'jane@acme.example')?.role).toBe(1);
});

inOurs('warns of sequences that have nobody to go to, until they do', async ({ office: { ines } }) => {
  await ines.open(form);
  const { options } = await ines.options('Sequences');
  await ines.fill({ Sequences: options.slice(0, 1) });
  await ines.untilPage('No manager or buddy: their tasks');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.untilPage('No buddy: their tasks');
  await ines.fill({ Buddy: 'Sofia Lindqvist' });
  await untilGone(ines, 'tasks won’t reach anyone');
  await ines.send('New hire added');
});

inReleased('warns as the form changes, and keeps every letter that was typed', async ({ office }) => {
  const { ines, day } = office;
  const sentence = 'No start day means today';
  await ines.open(noDay);
  expect(ines.pageText()).not.toContain(sentence);
  const typed = { Position: 'Engineer', Phone: '+49', Message: 'Half a sen', Manager: 'Marcus Oyelaran' };
  await ines.fill(typed);
  await ines.untilPage(sentence);
  await ines.fill({ 'Start day': day(-3) });
  await ines.untilPage('is in the past');
  await ines.fill({ 'Start day': '2999-01-01' });
  await untilGone(ines, /is in the past|No start day/);
  expect(ines.values()).toMatchObject({ 'First name': 'Jane', ...typed });
});

inReleased.for([
  ['Administrator', 'ann@acme.example', 'Sees and changes everything'],
  ['Manager', 'eve@acme.example', 'Can sign in'],
  ['Other', 'kim@acme.example', 'Gets no notifications'],
] as const)('asks before it gives the role %s (to %s), saying what it gives', async (row, { office }) => {
  const [role, address, grants] = row;
  const { ines, inService } = office;
  await ines.fillIn(`/newhire Kim Doe ${address} 2999-01-01`, { Role: role });
  await ines.untilPage(grants);
  expect((await ines.submit()).outcome).toBe('pushed');
  expect(ines.pageText()).toContain(grants);
  expect(await inService(address)).toEqual([]);
  await ines.send('New hire added');
});

inReleased('asks before it gives a role that only the service knows', async ({ office }) => {
  const { ines, bot, service } = office;
  bot.directory.current()?.description.roles?.push({ value: '7', label: 'Contractor' });
  await ines.fillIn('/newhire Con Doe con@acme.example 2999-01-01', { Role: 'Contractor' });
  await ines.untilPage('Check in the onboarding service what it allows.');
  await ines.submitAndAgree();
  const bodies = service.requests.map(({ body }) => body);
  expect(bodies.filter((body) => JSON.stringify(body)?.includes('con@'))).toMatchObject([{ role: 7 }]);
});

inReleased('proposes the manager’s zone with the day’s offset, links to the profile', async ({ office }) => {
  const { ines, service } = office;
  const untilZone = (zone: string) => ines.until(() => ines.values()['Time zone'] === zone);
  await ines.open('/newhire Zoe Doe zoe@acme.example 2030-07-01');
  await ines.press('More fields');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await untilZone('Europe/London (UTC+01:00)');
  expect(ines.view().fields['Time zone']?.hint).toContain('manager’s Slack profile');
  await ines.fill({ 'Start day': '2030-01-02' });
  await untilZone('Europe/London (UTC+00:00)');
  await ines.fill({ Manager: 'Leila Haddad' });
  await untilZone('Europe/Paris (UTC+01:00)');

  await ines.send('New hire added', {
    'Time zone': 'Asia/Kolkata (UTC+05:30)',
    Manager: 'Marcus Oyelaran',
  });
  const zoe = service.employees().find(({ email }) => email === 'zoe@acme.example');
  expect(zoe?.timezone).toBe('Asia/Kolkata');
  expect(ines.view().buttons).toEqual(['Add another', 'Add another like this', 'Open profile']);
  expect(JSON.stringify(ines.screen().views)).toContain(page.replace('{id}', String(zoe?.id)));
});

inReleased('names a role that gives rights to the requester and to HR alone', async ({ office }) => {
  const { ines, sandbox } = office;
  await ines.fillIn('/newhire Joan Doe joan@acme.example 2999-01-01', { Role: 'Administrator' });
  await ines.send('New hire added');
  expect(ines.pageText()).toContain('Role: Administrator');
  const added = 'Joan Doe has been added with the role Administrator.';
  const toHr = await ines.untilMessage(added, channels.private);
  expect(toHr.texts.join('\n')).toContain('Requested by <@U0INES>');
  expect(JSON.stringify(sandbox.messages(channels.hires))).not.toContain('Administrator');
});

inReleased('names no start day of a person with another role and no day', async ({ office }) => {
  const { ines, marcus, bot, sandbox, service } = office;
  await ines.fillIn(noDay, { Role: 'Manager', Manager: 'Marcus Oyelaran' });
  await ines.open('What will happen');
  expect(ines.pageText()).not.toMatch(/Reminder|First day|Calendar/);
  await ines.close();
  await ines.submit();
  await ines.untilView('Check and add');
  expect(ines.pageText()).toContain('No start day will be announced.');
  await ines.send('New hire added');
  const said = [
    ines.view(),
    await ines.untilMessage('Jane Doe joins', channels.hires),
    await marcus.untilMessage('Jane Doe joins, with you as manager.'),
  ];
  expect(said.flatMap(({ texts }) => texts).join('\n')).not.toMatch(/Starts|joins (?:today|on)/);
  const jane = service.employees().find(({ email }) => email === 'jane@acme.example');
  expect(jane?.start_day).toBeNull();
  const [request] = await bot.ledger.list(1);
  expect(request?.day).toBeNull();
  await ines.openFromHome('Find a person');
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilView('Person');
  expect(ines.pageText()).not.toMatch(/starts|planned/);
  sandbox.addPerson(somebody('U0JANE', 'Jane', { email: 'jane@acme.example' }));
  await marcus.untilMessage('Jane Doe is in Slack now.');
});
