import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { workdayIn } from './days.ts';
import { employeesOf, everyWay, openOffice, releasedService } from './office.ts';
import { sentHires } from './sent.ts';

const cleanup = useCleanup();

type Actor = Awaited<ReturnType<typeof openOffice>>['ines'];

const soon = workdayIn(30);
const shown = (person: Actor, label: string) => person.view().fields[label]?.value;
const short = ['First name', 'Last name', 'Work email', 'Start day', 'Manager', 'Buddy', 'Sequences'];
const further = ['Role', 'Position', 'Time zone', 'Language', 'Phone', 'Message'];

async function saveAndResume(ines: Actor) {
  await ines.press('Save draft');
  await ines.until(() => ines.view().texts.some((text) => text.startsWith('Draft saved')));
  await ines.closeAll();
  await ines.command('/newhire drafts');
  await ines.untilMessage('You have one draft');
  await ines.press('Resume');
  await ines.untilView('New hire');
}

it.each(everyWay)(
  'opens with the fields that most hires need, and sends the manager’s zone with them, in %s (%s), against %s',
  async (_mode, mode, _service, start) => {
    const service = await start(cleanup);
    const { ines, sandbox, environment } = await openOffice(cleanup, { mode, service });
    await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
    await ines.untilView('New hire');
    expect(Object.keys(ines.view().fields)).toEqual(short);
    await ines.fill({ Manager: 'Marcus Oyelaran' });
    await sandbox.settled();
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    expect(await sentHires(environment.DATABASE_URL)).toMatchObject([{ timezone: 'Europe/London' }]);
  },
);

it('shows the other fields below, keeps everything typed, and shows them at once where something is in them', async () => {
  const { ines } = await openOffice(cleanup, { service: await releasedService(cleanup) });
  await ines.command('/newhire');
  await ines.untilView('New hire');
  await ines.fill({ 'First name': 'Jane', 'Last name': 'Doe' });
  await ines.press('More fields');
  await ines.until(() => ines.view().fields.Position);
  expect(Object.keys(ines.view().fields)).toEqual([...short, ...further]);
  await ines.fill({ Position: 'Engineer' });
  expect(shown(ines, 'First name')).toBe('Jane');
  await saveAndResume(ines);
  expect(shown(ines, 'Position')).toBe('Engineer');
});

inWhole(
  'keeps what was typed into the other fields while the manager is looked up in a slow Slack',
  async () => {
    const { ines, sandbox } = await openOffice(cleanup, { service: await releasedService(cleanup) });
    sandbox.addFault({ target: 'users.lookupByEmail', kind: 'delay', milliseconds: 800, times: 5 });
    await ines.command('/newhire');
    await ines.untilView('New hire');
    await ines.fill({ Manager: 'Marcus Oyelaran' });
    await ines.press('More fields');
    await ines.until(() => ines.view().fields.Position);
    await ines.fill({ Position: 'Engineer' });
    await ines.until(() => String(shown(ines, 'Time zone')).startsWith('Europe/London'));
    await sandbox.settled();
    expect(shown(ines, 'Position')).toBe('Engineer');
    expect(shown(ines, 'Manager')).toBe('Marcus Oyelaran');
  },
);

it('gives a hire the zone of the manager who was chosen last, also after a draft', async () => {
  const { ines, environment } = await openOffice(cleanup, { service: await releasedService(cleanup) });
  await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await saveAndResume(ines);
  expect(Object.keys(ines.view().fields)).toEqual(short);
  await ines.fill({ Manager: 'Leila Haddad' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  expect(await sentHires(environment.DATABASE_URL)).toMatchObject([{ timezone: 'Europe/Paris' }]);
});

inWhole('stays open to all fields when a choice was made just before they were shown', async () => {
  const { ines, sandbox } = await openOffice(cleanup, { service: await releasedService(cleanup) });
  await ines.command('/newhire');
  await ines.untilView('New hire');
  sandbox.addFault({ target: 'views.update', kind: 'delay', milliseconds: 500, times: 2 });
  await ines.press('More fields');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.until(() => String(shown(ines, 'Time zone')).startsWith('Europe/London'));
  await sandbox.settled();
  expect(Object.keys(ines.view().fields)).toEqual([...short, ...further]);
});

it('shows a field that it hid when something about it is wrong, and what is', async () => {
  const service = await releasedService(cleanup);
  const { ines, sandbox } = await openOffice(cleanup, { service });
  service.failNext('/api/users/', 'refused-zone');
  await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await sandbox.settled();
  await ines.submitAndAgree();
  await ines.until(() => ines.view().fields['Time zone']);
  expect(ines.view().texts.join('\n')).toContain('doesn’t accept this time zone');
  expect(shown(ines, 'Work email')).toBe('jane@acme.example');
  await ines.fill({ 'Time zone': 'Europe/Berlin' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  expect((await employeesOf(service)).filter(({ email }) => email === 'jane@acme.example')).toHaveLength(1);
});

it.each(everyWay)(
  'adds another one like the last, with what the two have in common, in %s (%s), against %s',
  async (_mode, mode, _service, start) => {
    const service = await start(cleanup);
    const { ines, environment } = await openOffice(cleanup, { mode, service });
    await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
    await ines.untilView('New hire');
    await ines.fill({
      Manager: 'Marcus Oyelaran',
      Buddy: 'Sofia Lindqvist',
      Language: 'German',
      Phone: '123',
    });
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    await Promise.all([ines.press('Add another like this'), ines.press('Add another like this')]).catch(
      () => {},
    );
    await ines.untilView('New hire');
    expect(ines.view().fields).toMatchObject({
      'First name': { value: null },
      'Work email': { value: null },
      'Start day': { value: soon },
      Manager: { value: 'Marcus Oyelaran' },
      Buddy: { value: 'Sofia Lindqvist' },
      Language: { value: 'German' },
      Phone: { value: null },
    });
    expect(String(shown(ines, 'Time zone'))).toMatch(/^Europe\/London/);
    const other = { 'First name': 'Joe', 'Last name': 'Roe', 'Work email': 'joe@acme.example' };
    await ines.fill(other);
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    const sent = await sentHires(environment.DATABASE_URL);
    expect(sent).toMatchObject([
      { email: 'jane@acme.example', language: 'de', phone: '123' },
      { email: 'joe@acme.example', language: 'de', manager: expect.any(Number) },
    ]);
    expect(sent[1]).not.toHaveProperty('phone');
    expect((await employeesOf(service)).filter(({ email }) => /^(jane|joe)@/.test(email))).toHaveLength(2);
  },
);
