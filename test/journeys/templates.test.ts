import { expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { workdayIn } from './days.ts';
import { everyWay, openOffice, releasedService } from './office.ts';
import { sentHires } from './sent.ts';

const cleanup = useCleanup();

type Office = Awaited<ReturnType<typeof openOffice>>;
type Actor = Office['ines'];
type Values = Parameters<Actor['fill']>[0];

const soon = workdayIn(30);
const shown = (person: Actor, label: string) => person.view().fields[label]?.value;

async function openTemplates(person: Actor) {
  await person.closeAll();
  await person.openHome();
  await person.until(() => person.home()?.buttons.includes('Templates'));
  await person.press('Templates');
  return person.untilView('Templates');
}

async function makeTemplate(person: Actor, name: string, values: Values) {
  await openTemplates(person);
  await person.press('New template');
  await person.untilView('Template');
  await person.fill({ 'Template name': name, ...values });
  await person.submit();
  return person.untilView('Templates');
}

const sales = {
  Manager: 'Marcus Oyelaran',
  Sequences: ['Engineering basics'],
  Position: 'Account manager',
  Language: 'German',
};

it.each(everyWay)(
  'fills the form with one press, in %s (%s), against %s',
  async (_mode, mode, _service, start) => {
    const service = await start(cleanup);
    const office = await openOffice(cleanup, { mode, service });
    const { ines, sandbox } = office;
    const first = (await firstSequence(office)) ?? '';
    const { texts } = await makeTemplate(ines, 'Sales', { ...sales, Sequences: [first] });
    expect(texts.join('\n')).toContain(
      `Manager: Marcus Oyelaran\nSequences: ${first}\nPosition: Account manager`,
    );
    await ines.closeAll();

    const grace = sandbox.person('U0GRACE');
    await grace.command(`/newhire Jane Doe jane@acme.example ${soon}`);
    await grace.untilView('New hire');
    await grace.press('Sales');
    await grace.until(() => shown(grace, 'Position') === 'Account manager');
    expect(grace.view().texts.join('\n')).toContain('Filled in from “Sales”.');
    await grace.until(() => String(shown(grace, 'Time zone')).startsWith('Europe/London'));
    expect(shown(grace, 'Work email')).toBe('jane@acme.example');
    await grace.submitAndAgree();
    await grace.untilView('New hire added');
    const expected = { position: 'Account manager', language: 'de', timezone: 'Europe/London' };
    expect(await sentHires(office.environment.DATABASE_URL)).toMatchObject([expected]);
  },
);

async function firstSequence({ ines }: Office) {
  await ines.command('/newhire');
  await ines.untilView('New hire');
  const { options } = await ines.options('Sequences');
  await ines.closeAll();
  return options[0];
}

it('replaces what another template brought, and leaves what was typed and chosen', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines } = office;
  await makeTemplate(ines, 'Sales', { Manager: 'Marcus Oyelaran', Position: 'Account manager' });
  await makeTemplate(ines, 'Design', { Buddy: 'Sofia Lindqvist' });
  await ines.closeAll();
  await ines.command('/newhire');
  await ines.untilView('New hire');
  expect(ines.view().buttons.slice(0, 2)).toEqual(['Design', 'Sales']);
  await ines.press('Sales');
  await ines.until(() => shown(ines, 'Manager') === 'Marcus Oyelaran');
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
});

it('shows the field in which something is wrong after a template filled it in', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines } = office;
  const sequence = (await firstSequence(office)) ?? '';
  await makeTemplate(ines, 'Admins', { Role: 'Administrator', Sequences: [sequence] });
  await ines.closeAll();
  await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
  await ines.untilView('New hire');
  await ines.press('Admins');
  await ines.until(() => shown(ines, 'Role') === 'Administrator');
  await ines.submit();
  await ines.until(() => ines.view().fields.Sequences?.error);
  expect(ines.view().fields.Sequences?.error).toContain(
    'Only people with the role “New hire” get sequences.',
  );
});

it('is saved once however often “Save” is pressed, and has a name of its own', async () => {
  const { ines } = await openOffice(cleanup, { service: await releasedService(cleanup) });
  await makeTemplate(ines, 'Sales', { Position: 'Account manager' });
  await ines.press('New template');
  await ines.untilView('Template');
  await ines.fill({ 'Template name': ' SALES ' });
  await ines.submit();
  expect(ines.view().fields['Template name']?.error).toContain('There’s a template of this name already.');
  await ines.fill({ 'Template name': 'Sales, Berlin' });
  await Promise.all([ines.submit(), ines.submit()]).catch(() => undefined);
  await ines.untilView('Templates');
  const { texts } = await openTemplates(ines);
  expect(texts.filter((text) => text.startsWith('Sales'))).toHaveLength(2);
});

async function editedByTwo() {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines, sandbox } = office;
  await makeTemplate(ines, 'Sales', { Position: 'Account manager' });
  const grace = sandbox.person('U0GRACE');
  await openTemplates(grace);
  await grace.press('Edit');
  await grace.untilView('Template');
  await ines.press('Edit');
  await ines.untilView('Template');
  return { ines, grace };
}

it('overwrites nobody’s change unseen, and loses nothing that was typed', async () => {
  const { ines, grace } = await editedByTwo();
  await ines.fill({ Position: 'Head of sales' });
  await ines.submit();
  await ines.untilView('Templates');

  await grace.fill({ Position: 'Seller' });
  await grace.submit();
  await grace.until(() =>
    grace.view().texts.join().includes('Somebody else changed this template meanwhile.'),
  );
  expect(shown(grace, 'Position')).toBe('Seller');
  await grace.submit();
  const { texts } = await grace.untilView('Templates');
  expect(texts.join('\n')).toContain('Position: Seller');
});

it('is deleted after a question, for everybody, and comes back where somebody had it open', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines, sandbox } = office;
  await makeTemplate(ines, 'Sales', { Position: 'Account manager' });
  const grace = sandbox.person('U0GRACE');
  await grace.command('/newhire');
  await grace.untilView('New hire');
  const leftOpen = sandbox.person('U0GRACE');
  await ines.press('Edit');
  await ines.untilView('Template');
  expect(await ines.press('Delete template')).toMatchObject({ outcome: 'confirm' });
  await ines.press('Delete template', { confirm: true });
  const { texts } = await ines.untilView('Templates');
  expect(texts.join('\n')).toContain('Deleted: Sales.');
  expect(texts.join('\n')).toContain('There are no templates yet.');

  await leftOpen.press('Sales');
  await leftOpen.until(() => leftOpen.view().texts.join().includes('nothing was filled in'));
  await grace.closeAll();
  await grace.command('/newhire');
  await grace.untilView('New hire');
  expect(grace.view().buttons).toEqual(['More fields', 'Save draft', 'What will happen']);
});

it('makes a template again that was deleted while somebody changed it', async () => {
  const { ines, grace } = await editedByTwo();
  await ines.press('Delete template', { confirm: true });
  await ines.untilView('Templates');
  await grace.fill({ Position: 'Seller' });
  await grace.submit();
  await grace.until(() => grace.view().texts.join().includes('deleted this template meanwhile'));
  expect(shown(grace, 'Template name')).toBe('Sales');
  await grace.submit();
  expect((await grace.untilView('Templates')).texts.join('\n')).toContain('Position: Seller');
});

it('says who and what of a template is not there any more, and fills in the rest', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await makeTemplate(ines, 'Sales', { Manager: 'Marcus Oyelaran', Position: 'Account manager' });
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  const { content } = await db.selectFrom('templates').select('content').executeTakeFirstOrThrow();
  const moved = content.replace(/"manager":\{"value":"\d+"/, '"manager":{"value":"999999"');
  await db.updateTable('templates').set({ content: moved }).execute();
  await ines.closeAll();
  await ines.command('/newhire');
  await ines.untilView('New hire');
  await ines.press('Sales');
  await ines.until(() => shown(ines, 'Position') === 'Account manager');
  expect(ines.view().texts.join('\n')).toContain('Manager couldn’t be filled in: “Marcus Oyelaran”.');
});

it('opens with a damaged template, which fills in nothing', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines } = office;
  await makeTemplate(ines, 'Sales', { Position: 'Account manager' });
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  await db.updateTable('templates').set({ content: '{"position":7' }).execute();
  expect((await openTemplates(ines)).texts.join('\n')).toContain('Sales\nNothing is filled in yet.');
  await ines.closeAll();
  await ines.command('/newhire');
  await ines.untilView('New hire');
  await ines.press('Sales');
  await ines.until(() => ines.view().texts.join().includes('Filled in from “Sales”.'));
});

it('offers fifty templates in a menu, and no fifty-first one', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines } = office;
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  const rows = Array.from({ length: 49 }, (_, index) => ({
    ...{ id: `T-${index}`, name: `Team ${String(index).padStart(2, '0')} ${'W'.repeat(32)}`, version: 1 },
    ...{ content: JSON.stringify({ position: 'W'.repeat(100) }), set_by: 'U0INES', set_at: '' },
  }));
  await db.insertInto('templates').values(rows).execute();
  const { texts, buttons } = await makeTemplate(ines, 'Zebras', { Position: 'Keeper' });
  expect(texts.join('\n')).toContain('There are 50 templates, which is the most possible.');
  expect(buttons).not.toContain('New template');
  await ines.closeAll();
  await ines.command('/newhire');
  await ines.untilView('New hire');
  const view = ines.screen().views.at(-1);
  const menu = JSON.stringify(view).includes('newhire_template_choose');
  expect(menu).toBe(true);
});
