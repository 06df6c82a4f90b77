import { expect } from 'vitest';
import type { FieldValue } from '../driver/choose.ts';
import type { Person } from '../driver/person.ts';
import { releasedService } from './office.ts';
import { everyWay, it, type Open } from './world.ts';

const shown = (person: Person, label: string) => person.values()[label];

async function makeTemplate(person: Person, name: string, values: Record<string, FieldValue>) {
  await person.openFromHome('Templates');
  await person.fillIn('New template', { 'Template name': name, ...values }, 'Template');
  await person.send('Templates');
}

async function withSales(open: Open, values: Record<string, FieldValue> = { Position: 'Account manager' }) {
  const office = await open({ service: releasedService });
  await makeTemplate(office.ines, 'Sales', values);
  return office;
}

async function fillIn(person: Person, name: string, label: string, value: string, command = '/newhire') {
  await person.closeAll();
  await person.open(command);
  await person.press(name);
  await person.until(() => shown(person, label) === value);
}

async function firstSequence(person: Person) {
  await person.open('/newhire');
  const { options } = await person.options('Sequences');
  await person.closeAll();
  return options[0] ?? '';
}

it.for(everyWay)('fills the form with one press ($way)', async (way, { open }) => {
  const { ines, grace, rows, day } = await open(way);
  const first = await firstSequence(ines);
  const sales = { Manager: 'Marcus Oyelaran', Sequences: [first], Position: 'Account manager' };
  await makeTemplate(ines, 'Sales', { ...sales, Language: 'German' });
  expect(ines.pageText()).toContain(
    `Manager: Marcus Oyelaran\nSequences: ${first}\nPosition: Account manager`,
  );
  const command = `/newhire Jane Doe jane@acme.example ${day(30)}`;
  await fillIn(grace, 'Sales', 'Position', 'Account manager', command);
  expect(grace.pageText()).toContain('Filled in from “Sales”.');
  await grace.until(() => String(shown(grace, 'Time zone')).startsWith('Europe/London'));
  expect(shown(grace, 'Work email')).toBe('jane@acme.example');
  await grace.send('New hire added');
  const sent = (await rows('requests')).map(({ payload }) => JSON.parse(String(payload)));
  const expected = { position: 'Account manager', language: 'de', timezone: 'Europe/London' };
  expect(sent).toMatchObject([expected]);
});

it('replaces what a template brought, keeps what was typed, and shows a mistake', async ({ open }) => {
  const { ines, day } = await withSales(open, { Manager: 'Marcus Oyelaran', Position: 'Account manager' });
  await makeTemplate(ines, 'Design', { Buddy: 'Sofia Lindqvist' });
  await fillIn(ines, 'Sales', 'Manager', 'Marcus Oyelaran');
  expect(ines.view().buttons.slice(0, 2)).toEqual(['Design', 'Sales']);
  await ines.fill({ 'First name': 'Jane', Phone: '123', Language: 'German' });
  await ines.press('Design');
  await ines.until(() => shown(ines, 'Buddy') === 'Sofia Lindqvist');
  expect(ines.view().fields).toMatchObject({
    'First name': { value: 'Jane' },
    Manager: { value: null },
    Position: { value: null },
    Phone: { value: '123' },
    Language: { value: 'German' },
  });
  // A manager chosen by hand survives a change of template.
  await ines.press('Sales');
  await ines.until(() => shown(ines, 'Position') === 'Account manager');
  await ines.fill({ Manager: 'Leila Haddad' });
  await ines.press('Design');
  await ines.until(() => shown(ines, 'Buddy') === 'Sofia Lindqvist' && shown(ines, 'Position') === null);
  expect(shown(ines, 'Manager')).toBe('Leila Haddad');
  await ines.closeAll();

  const Sequences = [await firstSequence(ines)];
  await makeTemplate(ines, 'Admins', { Role: 'Administrator', Sequences });
  const command = `/newhire Jane Doe jane@acme.example ${day(30)}`;
  await fillIn(ines, 'Admins', 'Role', 'Administrator', command);
  await ines.submit();
  await ines.until(() => ines.view().fields.Sequences?.error);
  const error = 'Only the role “New hire” gets sequences.';
  expect(ines.view().fields.Sequences?.error).toContain(error);
});

it('is saved once, has its own name, and redraws the form only where it changes', async ({ open }) => {
  const { ines, sandbox } = await withSales(open);
  await ines.fillIn('New template', { 'Template name': ' SALES ' }, 'Template');
  await ines.submit();
  expect(ines.view().fields['Template name']?.error).toContain('This name is taken.');
  await ines.fill({ 'Template name': 'Sales, Berlin' });
  await Promise.all([ines.submit(), ines.submit()]).catch(() => undefined);
  await ines.untilView('Templates');
  await ines.openFromHome('Templates');
  expect(ines.view().texts.filter((text) => text.startsWith('Sales'))).toHaveLength(2);

  await ines.closeAll();
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  const drawn = () => sandbox.calls().filter(({ method }) => method === 'views.update').length;
  const before = drawn();
  await ines.fill({ 'Start day': '2999-01-02' });
  await expect.poll(drawn).toBe(before + 1);
  for (const day of ['2999-01-03', '2999-01-04', '2999-01-05']) {
    await ines.fill({ 'Start day': day });
    await sandbox.settled();
  }
  await ines.untilPage('is on a weekend');
  expect(drawn()).toBe(before + 2);
});

it('overwrites no change unseen, is deleted for everybody after a question, and comes back with all typed', async ({
  open,
}) => {
  const { ines, grace } = await withSales(open);
  async function bothEdit() {
    for (const person of [ines, grace]) {
      await person.openFromHome('Templates');
      await person.open('Edit', 'Template');
    }
  }
  await bothEdit();
  await ines.send('Templates', { Position: 'Head of sales' });
  await grace.submitUntil('Somebody else changed this template.', { Position: 'Seller' });
  expect(shown(grace, 'Position')).toBe('Seller');
  await grace.send('Templates');
  expect(grace.pageText()).toContain('Position: Seller');

  await bothEdit();
  await ines.press('Delete template', { confirm: true });
  await ines.untilView('Templates');
  await grace.submitUntil('Somebody else deleted this template.', { Position: 'Lead seller' });
  expect(shown(grace, 'Template name')).toBe('Sales');
  await grace.send('Templates');
  expect(grace.pageText()).toContain('Position: Lead seller');
  await grace.closeAll();

  await grace.open('/newhire');
  await ines.openFromHome('Templates');
  await ines.open('Edit', 'Template');
  expect(await ines.press('Delete template')).toMatchObject({ outcome: 'confirm' });
  await ines.press('Delete template', { confirm: true });
  await ines.untilView('Templates');
  expect(ines.pageText()).toContain('Deleted: Sales.');
  expect(ines.pageText()).toContain('No templates yet.');
  await grace.pressUntil('Sales', 'This template was deleted.');
  await grace.open('/newhire');
  expect(grace.view().buttons).toEqual(['More fields', 'Save draft', 'What will happen']);
});

it('says what of a template can’t be filled in, and offers fifty in a menu and no more', async ({ open }) => {
  const values = { Manager: 'Marcus Oyelaran', Position: 'Account manager' };
  const { ines, rows, inDatabase } = await withSales(open, values);
  const [template] = await rows('templates');
  const store = (content: string) =>
    inDatabase((db) => db.updateTable('templates').set({ content }).execute());
  await store(String(template?.content).replace(/"manager":\{"value":"\d+"/, '"manager":{"value":"999999"'));
  await fillIn(ines, 'Sales', 'Position', 'Account manager');
  expect(ines.pageText()).toContain('Manager couldn’t be filled in: “Marcus Oyelaran”.');
  await store('{"position":7');
  await ines.openFromHome('Templates');
  expect(ines.pageText()).toContain('Sales\nNothing filled in.');
  await ines.open('/newhire');
  await ines.pressUntil('Sales', 'Filled in from “Sales”.');
  await ines.closeAll();

  const content = JSON.stringify({ position: 'W'.repeat(100) });
  const templates = Array.from({ length: 48 }, (_, index) => {
    const name = `Team ${String(index).padStart(2, '0')} ${'W'.repeat(32)}`;
    return { id: `T-${index}`, name, version: 1, content, set_by: 'U0INES', set_at: '' };
  });
  await inDatabase((db) => db.insertInto('templates').values(templates).execute());
  await makeTemplate(ines, 'Zebras', { Position: 'Keeper' });
  expect(ines.pageText()).toContain('50 templates is the maximum.');
  expect(ines.view().buttons).not.toContain('New template');
  await ines.open('/newhire');
  expect(JSON.stringify(ines.screen().views.at(-1))).toContain('newhire_template_choose');
});
