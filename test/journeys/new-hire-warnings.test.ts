import { describe, expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { systemClock } from '../../src/time/clock.ts';
import { addDays, dayIn, isWeekend } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import type { Person } from '../driver/person.ts';
import { channels, openOffice, ourService, releasedService } from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

const today = dayIn('UTC', new Date());
const anEarlierWeekday =
  [-1, -2, -3].map((days) => addDays(today, days)).find((day) => !isWeekend(day)) ?? '';

async function openForm(ines: Person, words = 'Jane Doe jane@acme.example 2999-01-01') {
  await ines.command(`/newhire ${words}`);
  return ines.untilView('New hire');
}

function textsOf(ines: Person): string {
  return ines.view().texts.join('\n');
}

it.each([
  ['a note', 'More fields', 'You didn’t choose a start day'],
  ['what was said of a press', 'Save draft', 'Draft saved'],
])(
  'takes %s away that is no longer true, also where it came while somebody chose',
  async (_what, button, said) => {
    const { ines, sandbox, bot } = await openOffice(cleanup, { service: await ourService(cleanup) });
    await openForm(ines, 'Jane Doe jane@acme.example');
    const shown = { target: 'views.update', kind: 'delay', milliseconds: 400 } as const;
    // The form with all its fields is shown at once; the note follows.
    if (button === 'More fields') sandbox.addFault({ ...shown, milliseconds: 0 });
    sandbox.addFault(shown);
    await ines.press(button);
    if (button === 'More fields') await ines.until(() => ines.view().fields.Position);
    await ines.fill({ 'Start day': '2999-01-01' });
    await ines.until(() => sandbox.calls().some(({ args }) => JSON.stringify(args).includes(said)));
    await ines.until(() => !textsOf(ines).includes(said));
    await bot.stop();
    expect(textsOf(ines)).not.toContain(said);
  },
);

it('takes “today” for the day that it is in the new hire’s time zone', async () => {
  const clock = { ...systemClock, now: () => new Date('2030-06-03T10:30:00Z') };
  const { ines } = await openOffice(cleanup, { service: await releasedService(cleanup), clock });
  await openForm(ines, 'Jane Doe jane@acme.example 2030-06-03');
  expect(textsOf(ines)).toContain('is today');
  await ines.fill({ 'Time zone': 'Pacific/Kiritimati (UTC+14:00)' });
  await ines.until(() => textsOf(ines).includes('Mon, 3 June 2030, is in the past'));
  await ines.fill({ 'Time zone': 'Pacific/Pago Pago (UTC-11:00)' });
  await ines.until(() => !/is in the past|is today|it’s today/.test(textsOf(ines)));
});

it('finds time zones by any part, with the offset on the start day, and those of Slack under the service’s names', async () => {
  const service = await releasedService(cleanup);
  const people = demoWorkspace.people.map((one) =>
    one.id === 'U0MARCUS' ? { ...one, timezone: 'Asia/Calcutta' } : one,
  );
  const { ines, bot } = await openOffice(cleanup, { service, workspace: { people } });
  await openForm(ines, 'Jane Doe jane@acme.example 2030-07-01');
  expect((await ines.options('Time zone', 'berl')).options).toEqual(['Europe/Berlin (UTC+02:00)']);
  await ines.fill({ 'Start day': '2030-12-02' });
  expect((await ines.options('Time zone', 'berl')).options).toEqual(['Europe/Berlin (UTC+01:00)']);
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.until(() => ines.view().fields['Time zone']?.value === 'Asia/Kolkata (UTC+05:30)');
  const described = bot.directory.current()?.description;
  described?.timezones?.splice(0, Infinity, { value: 'Mars/Base', label: 'Mars' });
  described?.languages?.splice(0, Infinity, { value: 'eo', label: 'Esperanto' });
  await ines.closeAll();
  await openForm(ines);
  expect((await ines.options('Time zone', '')).options).toEqual(['Mars/Base']);
  expect((await ines.options('Language', '')).options).toEqual(['Esperanto']);
});

it('creates nothing with a service whose only endpoint makes administrators, unless that is allowed', async () => {
  const service = await releasedService(cleanup, 'v2.0.20');
  const cautious = await openOffice(cleanup, { service });
  await openForm(cautious.ines);
  expect(await cautious.ines.submit()).toEqual({ outcome: 'updated' });
  expect(cautious.ines.view().texts[0]).toContain('makes every new hire an administrator');
  expect(
    service.requests.filter(({ method, path }) => method === 'POST' && path !== '/api/offboarding/'),
  ).toEqual([]);

  const env = { FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT: 'True' };
  const { ines } = await openOffice(cleanup, { service, env });
  await openForm(ines);
  await ines.submitAndAgree();
  const { texts } = await ines.untilView('New hire added');
  expect(texts.join('\n')).toMatch(/role: Administrator/i);
  expect(service.employees().find(({ email }) => email === 'jane@acme.example')?.role).toBe(1);
});

describe('with our service', () => {
  const shared = sharedOffice(async (own) => openOffice(own, { service: await ourService(own) }));

  it('warns beside the field as the form changes, and keeps every letter that was typed', async () => {
    const { ines } = shared();
    await openForm(ines, 'Jane Doe jane@acme.example');
    await ines.fill({
      Position: 'Engineer',
      Phone: '+49',
      Message: 'Half a sen',
      'Start day': anEarlierWeekday,
    });
    await ines.until(() => textsOf(ines).includes('is in the past'));
    expect(ines.view().fields).toMatchObject({
      'First name': { value: 'Jane' },
      Position: { value: 'Engineer' },
      Phone: { value: '+49' },
      Message: { value: 'Half a sen' },
      'Start day': { value: anEarlierWeekday },
    });
    await ines.fill({ 'Start day': '2999-01-01' });
    await ines.until(() => !textsOf(ines).includes('is in the past'));
  });

  it('warns of sequences that have nobody to go to, and stops when somebody is chosen', async () => {
    const { ines } = shared();
    await openForm(ines);
    const { options } = await ines.options('Sequences', '');
    await ines.fill({ Sequences: options.slice(0, 1) });
    await ines.until(() => textsOf(ines).includes('no manager or buddy'));
    await ines.fill({ Manager: 'Marcus Oyelaran' });
    await ines.until(() => textsOf(ines).includes('but no buddy'));
    await ines.fill({ Buddy: 'Sofia Lindqvist' });
    await ines.until(() => !textsOf(ines).includes('You chose sequences'));
    await ines.submit();
    await ines.untilView('New hire added');
  });
});

describe('with a released deployment', () => {
  const env = {
    ONBOARDING_PROFILE_URL: 'https://onboarding.acme.example/admin/people/new_hire/{id}/overview/',
  };
  const shared = sharedOffice(async (own) => {
    const service = await releasedService(own);
    return { ...(await openOffice(own, { service, env })), service };
  });

  it('says before sending that no day is chosen, which is today, and says so as the form changes', async () => {
    const { ines } = shared();
    const sentence = 'You didn’t choose a start day, so it’s today';
    await openForm(ines, 'Jane Doe jane@acme.example');
    expect(textsOf(ines)).not.toContain(sentence);
    await ines.fill({ Position: 'Engineer', Manager: 'Marcus Oyelaran' });
    await ines.until(() => textsOf(ines).includes(sentence));
    await ines.fill({ 'Start day': '2999-01-01' });
    await ines.until(() => !textsOf(ines).includes(sentence));
  });

  it.each([
    ['Administrator', 'ann@acme.example', 'can see and change everything'],
    ['Manager', 'eve@acme.example', 'can sign in'],
    ['Other', 'kim@acme.example', 'no notifications'],
  ])('asks before it gives the role %s (to %s), saying what it gives', async (role, address, grants) => {
    const { ines, service } = shared();
    await openForm(ines, `Kim Doe ${address} 2999-01-01`);
    await ines.fill({ Role: role });
    await ines.until(() => textsOf(ines).includes(grants));
    expect((await ines.submit()).outcome).toBe('pushed');
    expect(textsOf(ines)).toContain(grants);
    expect(service.employees().map(({ email }) => email)).not.toContain(address);
    await ines.submit();
    await ines.untilView('New hire added');
  });

  it('shows a role that only the service knows, and asks before it gives it', async () => {
    const { ines, bot, service } = shared();
    const sent = () =>
      service.requests.filter(({ method, path }) => method === 'POST' && path === '/api/users/');
    const before = sent().length;
    bot.directory.current()?.description.roles?.push({ value: '7', label: 'Contractor' });
    await openForm(ines, 'Con Doe con@acme.example 2999-01-01');
    await ines.fill({ Role: 'Contractor' });
    await ines.until(() => textsOf(ines).includes('doesn’t know what this role allows'));
    await ines.submitAndAgree();
    expect(sent().slice(before)).toMatchObject([{ body: { role: 7 } }]);
  });

  it('proposes the manager’s time zone in the service’s words, with the offset of the start day', async () => {
    const { ines, service } = shared();
    const zone = () => ines.view().fields['Time zone']?.value;
    await openForm(ines, 'Zoe Doe zoe@acme.example 2030-07-01');
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
    expect(service.employees().find(({ email }) => email === 'zoe@acme.example')?.timezone).toBe(
      'Asia/Kolkata',
    );
  });

  it('names a role that gives rights in the result, to whoever asked and to HR', async () => {
    const { ines, sandbox } = shared();
    await openForm(ines, 'Joan Doe joan@acme.example 2999-01-01');
    await ines.fill({ Role: 'Administrator' });
    await ines.submitAndAgree();
    const { texts } = await ines.untilView('New hire added');
    expect(texts.join('\n')).toContain('Role: Administrator');
    expect((await ines.untilMessage('Joan Doe has been added')).texts.join('\n')).toContain(
      'Role: Administrator',
    );
    const told = await ines.untilMessage(
      'Joan Doe has been added with the role Administrator.',
      channels.private,
    );
    expect(told.texts.join('\n')).toContain('Requested by <@U0INES>');
    expect(JSON.stringify(sandbox.messages(channels.hires))).not.toContain('Administrator');
  });

  it('names no start day of somebody who has none: another role, and none was chosen', async () => {
    const { ines, marcus, bot, sandbox, service } = shared();
    await openForm(ines, 'Jane Doe jane@acme.example');
    await ines.fill({ Role: 'Manager', Manager: 'Marcus Oyelaran' });
    await ines.press('What will happen');
    expect((await ines.untilView('What will happen')).texts.join('\n')).not.toMatch(
      /Reminder|First day|Calendar/,
    );
    await ines.close();
    await ines.submit();
    const asked = await ines.untilView('Check and add');
    expect(asked.texts.join('\n')).toContain(
      'You didn’t choose a start day, so Frontdesk won’t announce one.',
    );
    await ines.submitAndAgree();
    const said = [
      (await ines.untilView('New hire added')).texts,
      (await ines.untilMessage('Jane Doe joins', channels.hires)).texts,
      (await marcus.untilMessage('Jane Doe joins, with you as manager.')).texts,
      (await ines.untilMessage('Jane Doe has been added.')).texts,
    ];
    const jane = service.employees().find(({ email }) => email === 'jane@acme.example');
    expect(jane?.start_day).toBeNull();
    expect(said.flat().join('\n')).not.toMatch(/Starts|joins (?:today|on)/);
    const [request] = await bot.ledger.list(1);
    expect(request?.day).toBeNull();
    await ines.closeAll();
    await ines.openHome();
    await ines.pressSpoken('Details: Jane Doe');
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
    const { ines, service } = shared();
    await openForm(ines, 'Eva Doe eva@acme.example 2999-01-01');
    await ines.submit();
    const { buttons } = await ines.untilView('New hire added');
    expect(buttons).toEqual(['Add another', 'Add another like this', 'Open profile']);
    const id = service.employees().find(({ email }) => email === 'eva@acme.example')?.id;
    const { views } = ines.screen();
    expect(JSON.stringify(views)).toContain(`/admin/people/new_hire/${id}/overview/`);
  });
});
