import { describe, expect, it } from 'vitest';
import type { DraftTables } from '../../src/bot/storage/drafts.ts';
import { openDatabase } from '../../src/database/open.ts';
import { signatureHeaders } from '../../src/sandbox/http-mode/signature.ts';
import { addDays, dayIn, isWeekend } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { employeesOf, everyWay, type Office, openOffice, ourService, releasedService } from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

const page = 'Check and add';
const jane = 'jane@acme.example';
const aSaturday = '2999-01-05';
const today = dayIn('UTC', new Date());
const anEarlierWeekday =
  [-1, -2, -3].map((days) => addDays(today, days)).find((day) => !isWeekend(day)) ?? '';

async function openForm({ ines }: Office, words = `Jane Doe ${jane} ${aSaturday}`) {
  await ines.command(`/newhire ${words}`);
  return ines.untilView('New hire');
}

async function openPage(office: Office, words?: string) {
  await openForm(office, words);
  expect((await office.ines.submit()).outcome).toBe('pushed');
  expect(office.ines.view().title).toBe(page);
}

function textsOf({ ines }: Office): string {
  return ines.view().texts.join('\n');
}

async function added(service: { url: string; token: string }, email = jane): Promise<number> {
  return (await employeesOf(service)).filter((one) => one.email === email).length;
}

describe.each(everyWay)('in %s (%s), with %s', (_mode, mode, _service, start) => {
  const shared = sharedOffice(async (own) => {
    const service = await start(own);
    return { ...(await openOffice(own, { service, mode })), service };
  });

  it.each([
    ['the start day is past', 'Ann', anEarlierWeekday, 'is in the past'],
    ['the start day is today', 'Eve', today, 'is today'],
    ['the start day is on a weekend', 'Joan', aSaturday, 'is on a weekend'],
    ['no start day is chosen', 'Kim', '', 'You didn’t choose a start day'],
  ])(
    'asks on a page of its own when %s (for %s), and “Back” leads to everything that was typed',
    async (_why, name, day, sentence) => {
      const office = shared();
      const { ines, service } = office;
      const email = `${name.toLowerCase()}@acme.example`;
      await openForm(office, `${name} Doe ${email} ${day}`);
      await ines.fill({ Position: 'Engineer', Message: 'Half a sen' });
      expect((await ines.submit()).outcome).toBe('pushed');
      const { title, submit, close, texts } = ines.view();
      expect({ title, submit, close }).toEqual({ title: page, submit: 'Add', close: 'Back' });
      expect(texts.join('\n')).toContain(sentence);
      expect(texts[0]).toContain(`${name} Doe · ${email}`);
      expect(await added(service, email)).toBe(0);
      await ines.press('Back');
      expect(ines.view().fields).toMatchObject({
        'First name': { value: name },
        Position: { value: 'Engineer' },
        Message: { value: 'Half a sen' },
      });
      await ines.submit();
      await ines.press('Add');
      await ines.untilView('New hire added');
      expect(await added(service, email)).toBe(1);
      // The form is finished: closing the result doesn't lead back to it.
      await ines.close();
      expect(ines.screen().views).toEqual([]);
    },
  );

  it('ends its draft when it is sent, and keeps it when it is left', async () => {
    const office = shared();
    const { ines } = office;
    await openPage(office);
    await ines.closeAll();
    await ines.command('/newhire drafts');
    await ines.untilMessage('You have one draft');
    await ines.press('Resume');
    await ines.untilView('New hire');
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    await ines.closeAll();
    await ines.command('/newhire drafts');
    await ines.untilMessage('You have no drafts');
  });

  it('says at the address that somebody has it, by name, and sends nothing', async () => {
    const office = shared();
    const { ines, service } = office;
    const before = (await employeesOf(service)).length;
    await openForm(office, `Jane Doe SOFIA.lindqvist@acme.example ${aSaturday}`);
    expect((await ines.submit()).outcome).toBe('errors');
    expect(ines.view().errors['Work email']).toBe(
      'Sofia Lindqvist already has this address in the onboarding service.',
    );
    expect((await employeesOf(service)).length).toBe(before);
  });
});

it('asks in one line for each point: nobody in charge, one person as both, somebody who is not in Slack', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines, bot } = office;
  await openForm(office, `Jane Doe ${jane} 2999-01-01`);
  await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Marcus Oyelaran' });
  await ines.until(() => textsOf(office).includes('Marcus Oyelaran is both manager and buddy.'));
  await ines.submit();
  expect(ines.view().title).toBe(page);
  expect(textsOf(office)).toContain('Marcus Oyelaran is both manager and buddy.');
  await ines.press('Back');
  bot.directory.add({ id: 9_000, name: 'Ada Elsewhere', email: 'ada@elsewhere.example', role: 0 });
  await ines.fill({ Buddy: 'Ada Elsewhere' });
  await ines.submit();
  expect(textsOf(office)).toContain(
    'Ada Elsewhere (buddy) won’t be notified: nobody in Slack has their email address.',
  );
});

describe('asks about the address', () => {
  const shared = sharedOffice(async (own) => openOffice(own, { service: await ourService(own) }));

  it.each([
    ['jane@acme.exmaple', 'Nobody here has an address at acme.exmaple yet. Did you mean acme.example?'],
    ['jane@elsewhere.example', undefined],
    ['jane@ACME.example', undefined],
  ])('%s: whether the company’s own domain was meant', async (email, sentence) => {
    const office = shared();
    await openForm(office, `Jane Doe ${email} 2999-01-01`);
    await office.ines.submit();
    expect(office.ines.view().title).toBe(sentence ? page : 'New hire added');
    if (sentence) expect(textsOf(office)).toContain(sentence);
  });
});

it('tells two sequences of one name apart', async () => {
  const sequences = [1, 2, 3, 4].map((id) => ({
    id,
    name: id === 4 ? 'Engineering' : 'Everybody',
    kind: id === 3 ? ('offboarding' as const) : ('onboarding' as const),
  }));
  const token = 'c'.repeat(40);
  const deployment = await startReleasedDeployment({ token, sequences });
  cleanup.later(deployment.stop);
  const office = await openOffice(cleanup, { service: { ...deployment, token } });
  await openForm(office);
  expect((await office.ines.options('Sequences', '')).options).toEqual([
    'Everybody (1)',
    'Everybody (2)',
    'Engineering',
  ]);
  await office.ines.closeAll();
  await office.ines.command('/offboard');
  await office.ines.untilView('Start offboarding');
  expect((await office.ines.options('Offboarding sequences', '')).options).toEqual(['Everybody']);
});

it('asks again where there is something new, and never sends what was not on the page', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await openPage(office);
  // Save the draft from another window meanwhile.
  const { db, close } = openDatabase<DraftTables>(office.environment.DATABASE_URL);
  const { content } = await db.selectFrom('drafts').select('content').executeTakeFirstOrThrow();
  await db
    .updateTable('drafts')
    .set({ content: content.replace('"Doe"', '"Roe"') })
    .execute();
  await close();
  expect(await ines.submit()).toEqual({ outcome: 'updated' });
  expect(textsOf(office)).toContain('There’s something new on this page.');
  expect(textsOf(office)).toContain('Jane Roe');
  expect(await added(service)).toBe(0);
  await ines.press('Add');
  await ines.untilView('New hire added');
  expect(textsOf(office)).toContain('Jane Roe has been added.');
});

it('makes one hire of “Add” pressed twice, and answers the second press with the same result', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service, mode: 'http' });
  const { ines, sandbox, bot } = office;
  await openPage(office);
  await ines.submit();
  await ines.untilView('New hire added');
  const press = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  const body = new URLSearchParams({ payload: JSON.stringify(press?.body) }).toString();
  const answer = await fetch(`${bot.url}/slack/events`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...signatureHeaders(sandbox.signingSecret, body, Date.now()),
    },
  });
  expect(await answer.text()).toMatch(/"update".*New hire added.*Jane Doe has been added/);
  expect(await added(service)).toBe(1);
});

it('knows after a restart what was entered', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service });
  await openPage(office, `Jane Doe ${jane} ${aSaturday} `);
  await office.bot.stop();
  await office.start();
  await office.ines.press('Add');
  await office.ines.untilView('New hire added');
  expect(await added(service)).toBe(1);
});

it('lets nobody add who has lost the right meanwhile', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service, env: { FRONTDESK_HR: 'U0INES,U0SOFIA' } });
  const { sofia } = office;
  await sofia.command(`/newhire Jane Doe ${jane} ${aSaturday}`);
  await sofia.untilView('New hire');
  await sofia.submit();
  await office.bot.stop();
  office.environment.FRONTDESK_HR = 'U0INES';
  await office.start();
  await sofia.press('Add');
  await sofia.untilView('No access');
  expect(await added(service)).toBe(0);
  await sofia.close();
  expect(sofia.view().title).toBe(page);
});

it('says so where the draft was deleted meanwhile, and the form below still has everything', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await openPage(office);
  const { db, close } = openDatabase<DraftTables>(office.environment.DATABASE_URL);
  await db.deleteFrom('drafts').execute();
  await close();
  await ines.press('Add');
  expect(textsOf(office)).toContain('isn’t saved any more');
  expect(await added(service)).toBe(0);
  await ines.press('Back');
  expect(ines.view().fields['First name']).toMatchObject({ value: 'Jane' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
});

it('says on the page what the service refuses, and “Back” leads to where it is changed', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await openPage(office);
  await service.operator.addUser({ first_name: 'Joan', last_name: 'Roe', email: jane, role: 0 });
  await ines.press('Add');
  expect(textsOf(office)).toContain('This can’t be sent as it is.');
  expect(textsOf(office)).toMatch(/Work email: .*already exists/);
  await ines.press('Back');
  await ines.fill({ 'Work email': 'jane.doe@acme.example' });
  await ines.submit();
  await ines.press('Add');
  await ines.untilView('New hire added');
  expect(await added(service, 'jane.doe@acme.example')).toBe(1);
});

it('becomes the word that the request is saved where the service cannot take it, and closes as a whole', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await openPage(office);
  service.spoilToken(service.token, 'removed');
  await ines.press('Add');
  await ines.untilView('Request saved');
  await ines.close();
  expect(ines.screen().views).toEqual([]);
});

it('takes the place of the form where Slack has no room above it, and brings it back', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await openForm(office, `Jane First first@acme.example ${aSaturday}`);
  for (const last of ['First', 'Second']) {
    await ines.submit();
    await ines.press('Add');
    await ines.untilView('New hire added');
    await ines.press('Add another');
    const { fields } = await ines.untilView('New hire');
    expect(fields['First name']?.value ?? '').toBe('');
    const next = last === 'First' ? 'Second' : 'Third';
    await ines.fill({ 'First name': 'Jane', 'Last name': next, 'Work email': `${next}@acme.example` });
    await ines.fill({ 'Start day': aSaturday });
  }
  expect(ines.screen().views).toHaveLength(3);
  expect((await ines.submit()).outcome).toBe('updated');
  expect(ines.view()).toMatchObject({ title: page, close: 'Cancel', buttons: ['Back'] });
  await ines.press('Back');
  const { fields } = await ines.untilView('New hire');
  expect(fields).toMatchObject({ 'Last name': { value: 'Third' }, 'Start day': { value: aSaturday } });
  await ines.submit();
  await ines.press('Add');
  await ines.untilView('New hire added');
  expect(await added(service, 'third@acme.example')).toBe(1);
});
