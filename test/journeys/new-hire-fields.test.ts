import { expect } from 'vitest';
import { releasedService } from './office.ts';
import { everyWay, inWhole, it, type World } from './world.ts';

const first = ['First name', 'Last name', 'Work email', 'Start day', 'Manager', 'Buddy', 'Sequences'];
const further = ['Role', 'Position', 'Time zone', 'Language', 'Phone', 'Message'];
const toMarcus = { Manager: 'Marcus Oyelaran' };
const form = '/newhire Jane Doe jane@acme.example 2999-01-01';

async function sentHires({ rows }: Pick<World, 'rows'>) {
  return (await rows('requests')).map(({ payload }) => JSON.parse(String(payload)));
}

it('shows the other fields below, and at once where a draft has something in them', async ({ open }) => {
  const { ines, saveDraft, resumeDraft } = await open();
  await ines.shortcut('newhire');
  await ines.untilView('New hire');
  expect(Object.keys(ines.values())).toEqual(first);
  expect(ines.view().buttons).toEqual(['More fields', 'Save draft', 'What will happen']);
  await ines.fill({ 'First name': 'Jane', 'Last name': 'Doe' });
  await ines.press('More fields');
  await ines.until(() => ines.view().fields.Position);
  expect(Object.keys(ines.values())).toEqual([...first, ...further]);
  expect(ines.view().buttons).toEqual(['Save draft', 'What will happen']);
  await ines.fill({ Position: 'Engineer' });
  expect(ines.values()).toMatchObject({ 'First name': 'Jane', Role: 'New hire' });
  await saveDraft();
  await resumeDraft();
  expect(ines.values().Position).toBe('Engineer');
});

inWhole.for([
  ['looks up the manager', ['Manager', 'More fields'], 'users.lookupByEmail'],
  ['shows all fields', ['More fields', 'Manager'], 'views.update'],
] as const)('keeps all that was typed and shown where a slow Slack %s', async (row, { open }) => {
  const [, steps, target] = row;
  const { ines, sandbox } = await open({ service: releasedService });
  await ines.open('/newhire');
  sandbox.addFault({ target, kind: 'delay', milliseconds: 800, times: 5 });
  for (const step of steps) await (step === 'Manager' ? ines.fill(toMarcus) : ines.press(step));
  await ines.until(() => ines.view().fields.Position);
  await ines.fill({ Position: 'Engineer' });
  await ines.until(() => String(ines.values()['Time zone']).startsWith('Europe/London'));
  await sandbox.settled();
  expect(Object.keys(ines.values())).toEqual([...first, ...further]);
  expect(ines.values()).toMatchObject({ Position: 'Engineer', ...toMarcus });
});

it('sends the last chosen manager’s zone, also after a draft, and shows a refused one', async ({ open }) => {
  const office = await open({ service: releasedService });
  const { ines, sandbox, service, inService, saveDraft, resumeDraft } = office;
  await ines.fillIn(form, toMarcus);
  await saveDraft();
  await resumeDraft();
  expect(Object.keys(ines.values())).toEqual(first);
  await ines.fill({ Manager: 'Leila Haddad' });
  await sandbox.settled();
  service.failNext('/api/users/', 'refused-zone');
  await ines.submitAndAgree();
  await ines.until(() => ines.view().fields['Time zone']);
  expect(ines.pageText()).toContain('doesn’t accept this time zone');
  expect(ines.values()['Work email']).toBe('jane@acme.example');
  await ines.send('New hire added', { 'Time zone': 'Europe/Berlin' });
  expect(await sentHires(office)).toMatchObject([
    { timezone: 'Europe/Paris' },
    { timezone: 'Europe/Berlin' },
  ]);
  expect(await inService()).toHaveLength(1);
});

it.for(everyWay)(
  'adds a hire with a zone, and another one with what they share ($way)',
  async (way, { open }) => {
    const { ines, rows, inService } = await open(way);
    const shared = { ...toMarcus, Buddy: 'Sofia Lindqvist', Language: 'German' };
    await ines.fillIn(form, { ...shared, Phone: '123' });
    await ines.send('New hire added');
    const again = () => ines.press('Add another like this');
    await Promise.all([again(), again()]).catch(() => {});
    await ines.untilView('New hire');
    const own = { 'First name': null, 'Work email': null, Phone: null };
    expect(ines.values()).toMatchObject({ ...shared, ...own, 'Start day': '2999-01-01' });
    expect(String(ines.values()['Time zone'])).toMatch(/^Europe\/London/);
    await ines.send('New hire added', {
      'First name': 'Joe',
      'Last name': 'Roe',
      'Work email': 'joe@acme.example',
    });
    const sent = await sentHires({ rows });
    expect(sent).toMatchObject([
      { email: 'jane@acme.example', language: 'de', phone: '123', timezone: 'Europe/London' },
      { email: 'joe@acme.example', language: 'de', manager: expect.any(Number) },
    ]);
    expect(sent[1]).not.toHaveProperty('phone');
    for (const name of ['jane', 'joe']) expect(await inService(`${name}@acme.example`)).toHaveLength(1);
  },
);
