import { expect } from 'vitest';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { addedElsewhere, employeesOf, type Office } from './office.ts';
import { begin, everyWay, inOneOffice, it } from './world.ts';

const inOne = inOneOffice();
const page = 'Check and add';
const aSaturday = '2999-01-05';
const jane = `Jane Doe jane@acme.example ${aSaturday}`;

async function openPage({ ines }: Office, words = jane) {
  await ines.open(`/newhire ${words}`);
  expect((await ines.submit()).outcome).toBe('pushed');
  expect(ines.view().title).toBe(page);
}

async function add({ ines }: Office) {
  await ines.open('Add', 'New hire added');
}

for (const { way, ...options } of everyWay) {
  const inWay = inOneOffice({ ...options, at: begin });

  inWay.for([
    ['is past', 'Ann', '2031-02-28', 'is in the past'],
    ['is today', 'Eve', '2031-03-03', 'is today'],
    ['is on a weekend', 'Joan', aSaturday, 'is on a weekend'],
    ['isn’t chosen', 'Kim', '', 'No start day means today'],
  ] as const)(
    `asks on a page whose “Back” keeps everything when the start day %s (${way})`,
    async ([, name, day, sentence], { office }) => {
      const { ines, inService } = office;
      const email = `${name.toLowerCase()}@acme.example`;
      await ines.fillIn(`/newhire ${name} Doe ${email} ${day}`, {
        Position: 'Engineer',
        Message: 'Half a sen',
      });
      expect((await ines.submit()).outcome).toBe('pushed');
      const { title, submit, close, texts } = ines.view();
      expect({ title, submit, close }).toEqual({ title: page, submit: 'Add', close: 'Back' });
      expect(ines.pageText()).toContain(sentence);
      expect(texts[0]).toContain(`${name} Doe · ${email}`);
      expect(await inService(email)).toEqual([]);
      await ines.press('Back');
      const typed = { 'First name': name, Position: 'Engineer', Message: 'Half a sen' };
      expect(ines.values()).toMatchObject(typed);
      await ines.submit();
      await add(office);
      expect(await inService(email)).toHaveLength(1);
      // The form is finished: closing the result doesn't lead back to it.
      await ines.close();
      expect(ines.views()).toEqual([]);
    },
  );

  inWay(`names at the address who has it, and sends nothing (${way})`, async ({ office }) => {
    const { ines, service } = office;
    const before = (await employeesOf(service)).length;
    await ines.open(`/newhire Jane Doe SOFIA.lindqvist@acme.example ${aSaturday}`);
    expect((await ines.submit()).outcome).toBe('errors');
    expect(ines.view().errors['Work email']).toBe('Sofia Lindqvist already has this address.');
    expect(await employeesOf(service)).toHaveLength(before);
  });
}

inOne('asks about one person in two roles, and about a person who isn’t in Slack', async ({ office }) => {
  const { ines, bot } = office;
  await ines.fillIn('/newhire Jane Doe jane@acme.example 2999-01-01', {
    Manager: 'Marcus Oyelaran',
    Buddy: 'Marcus Oyelaran',
  });
  await ines.untilPage('Marcus Oyelaran is both manager and buddy.');
  await ines.submit();
  expect(ines.view().title).toBe(page);
  expect(ines.pageText()).toContain('Marcus Oyelaran is both manager and buddy.');
  await ines.press('Back');
  bot.directory.add({ id: 9_000, name: 'Ada Elsewhere', email: 'ada@elsewhere.example', role: 0 });
  await ines.submit({ Buddy: 'Ada Elsewhere' });
  expect(ines.pageText()).toContain(
    'Ada Elsewhere (buddy) won’t be notified: they’re not in Slack under their email.',
  );
});

inOne.for([
  ['joan@acme.exmaple', 'Nobody here uses acme.exmaple. Did you mean acme.example?'],
  ['joan@elsewhere.example', undefined],
  ['joan@ACME.example', undefined],
] as const)('asks about %s only if it looks mistyped', async ([email, sentence], { office: { ines } }) => {
  await ines.open(`/newhire Joan Doe ${email} 2999-01-01`);
  await ines.submit();
  expect(ines.view().title).toBe(sentence ? page : 'New hire added');
  expect(ines.pageText()).toContain(sentence ?? '');
});

it('tells two sequences of one name apart', async ({ open, cleanup }) => {
  const sequences = [1, 2, 3, 4].map((id) => ({
    id,
    name: id === 4 ? 'Engineering' : 'Everybody',
    kind: id === 3 ? ('offboarding' as const) : ('onboarding' as const),
  }));
  const token = 'c'.repeat(40);
  const deployment = await startReleasedDeployment({ token, sequences });
  cleanup.later(deployment.stop);
  const { ines } = await open({ service: { ...deployment, token } });
  await ines.open(`/newhire ${jane}`);
  const { options } = await ines.options('Sequences');
  expect(options).toEqual(['Everybody (1)', 'Everybody (2)', 'Engineering']);
  await ines.open('/offboard');
  expect((await ines.options('Offboarding sequences')).options).toEqual(['Everybody']);
});

it('asks again where there is something new, and sends only what the page showed', async ({ open }) => {
  const office = await open();
  const { ines, inService } = office;
  await openPage(office);
  // Save the draft from another window meanwhile.
  await office.inDatabase(async (db) => {
    const { content } = await db.selectFrom('drafts').select('content').executeTakeFirstOrThrow();
    const changed = { content: content.replace('"Doe"', '"Roe"') };
    await db.updateTable('drafts').set(changed).execute();
  });
  expect(await ines.submit()).toEqual({ outcome: 'updated' });
  expect(ines.pageText()).toContain('Something here is new.');
  expect(ines.pageText()).toContain('Jane Roe');
  expect(await inService()).toEqual([]);
  await add(office);
  expect(ines.pageText()).toContain('Jane Roe has been added.');
});

it('adds one hire when “Add” is pressed twice, and answers both with its result', async ({ open }) => {
  const office = await open({ mode: 'http' });
  const { ines, sandbox } = office;
  await openPage(office);
  await ines.send('New hire added');
  const press = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  const answer = await office.postSigned(press?.body ?? {});
  expect(answer).toMatch(/"update".*New hire added.*Jane Doe has been added/);
  expect(await office.inService()).toHaveLength(1);
});

it('says that the draft was deleted meanwhile, and the form still has everything', async ({ open }) => {
  const office = await open();
  const { ines } = office;
  await openPage(office);
  await office.inDatabase((db) => db.deleteFrom('drafts').execute());
  await ines.press('Add');
  expect(ines.pageText()).toContain('This page has expired');
  expect(await office.inService()).toEqual([]);
  await ines.press('Back');
  expect(ines.values()['First name']).toBe('Jane');
  await ines.send('New hire added');
});

it('says on the page what the service refuses, and “Back” leads to the field', async ({ open }) => {
  const office = await open();
  const { ines } = office;
  await openPage(office);
  await addedElsewhere(office.service);
  await ines.press('Add');
  expect(ines.pageText()).toContain('This can’t be sent:');
  expect(ines.pageText()).toMatch(/Work email: .*is taken/);
  await ines.press('Back');
  await ines.submit({ 'Work email': 'jane.doe@acme.example' });
  await add(office);
  expect(await office.inService('jane.doe@acme.example')).toHaveLength(1);
});

it('takes the form’s place where Slack has no room above it, and brings it back', async ({ open }) => {
  const office = await open();
  const { ines } = office;
  await ines.open(`/newhire Jane First first@acme.example ${aSaturday}`);
  for (const next of ['Second', 'Third']) {
    await ines.submit();
    await add(office);
    await ines.open('Add another', 'New hire');
    expect(ines.values()['First name'] ?? '').toBe('');
    await ines.fill({ 'First name': 'Jane', 'Last name': next, 'Work email': `${next}@acme.example` });
    await ines.fill({ 'Start day': aSaturday });
  }
  expect(ines.views()).toHaveLength(3);
  expect((await ines.submit()).outcome).toBe('updated');
  expect(ines.view()).toMatchObject({ title: page, close: 'Cancel', buttons: ['Rehearse', 'Back'] });
  await ines.open('Back', 'New hire');
  expect(ines.values()).toMatchObject({ 'Last name': 'Third', 'Start day': aSaturday });
  await ines.submit();
  await add(office);
  expect(await office.inService('third@acme.example')).toHaveLength(1);
});
