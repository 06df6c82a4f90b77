import { describe, expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { patientSlack } from '../driver/sandbox.ts';
import { inWhole } from '../faults/trials.ts';
import { channels, employeesOf, everyWay, openOffice, ourService, releasedService } from './office.ts';

const cleanup = useCleanup();

describe.each(everyWay)('in %s (%s), against %s', (_mode, mode, _service, startService) => {
  it('adds the hire, and tells everybody concerned', async () => {
    const service = await startService(cleanup);
    const { ines, marcus, sofia, sandbox } = await openOffice(cleanup, { mode, service });

    await ines.command('/newhire', { channel: channels.general });
    await ines.untilView('New hire');
    expect((await ines.options('Manager', 'oye')).options).toEqual(['Marcus Oyelaran']);
    await ines.fill({
      'First name': 'Jane',
      'Last name': 'Doe',
      'Work email': 'Jane.Doe@acme.example',
      'Start day': '2999-01-01',
      Position: 'Engineer',
      Manager: 'Marcus Oyelaran',
      Buddy: 'Sofia Lindqvist',
      'Time zone': 'Europe/Berlin (UTC+01:00)',
      Language: 'German',
      Phone: '+49 30 1234',
      Message: 'Plays the cello.',
    });
    expect(await ines.submit()).toEqual({ outcome: 'updated' });
    const result = await ines.untilView('New hire added');

    const [jane] = (await employeesOf(service)).filter(({ email }) => email === 'jane.doe@acme.example');
    expect(jane).toMatchObject({ first_name: 'Jane', last_name: 'Doe' });
    expect(result.texts.join('\n')).toContain(`Id in the onboarding service: ${jane?.id}`);

    await ines.untilMessage('Jane Doe has been added.');
    const headline = await sofia.untilMessage('Jane Doe joins on Tue, 1 January 2999', channels.hires);
    expect(headline.mentions).toEqual([]);
    await marcus.untilMessage('with you as manager');
    await sofia.untilMessage('with you as buddy');
    expect(sandbox.messages(channels.general)).toEqual([]);
  });
});

it('opens the form filled in from the words behind the command', async () => {
  const { ines } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await ines.command('/newhire Jane van Doe jane@acme.example 2026-12-01');
  const { fields } = await ines.untilView('New hire');
  expect(fields).toMatchObject({
    'First name': { value: 'Jane' },
    'Last name': { value: 'van Doe' },
    'Work email': { value: 'jane@acme.example' },
    'Start day': { value: '2026-12-01' },
  });
});

it('has the fields in the order that people are used to', async () => {
  const { ines } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await ines.shortcut('newhire');
  const first = ['First name', 'Last name', 'Work email', 'Start day', 'Manager', 'Buddy', 'Sequences'];
  const { fields, buttons } = await ines.untilView('New hire');
  expect(Object.keys(fields)).toEqual(first);
  expect(buttons).toEqual(['More fields', 'Save draft', 'What will happen']);
  await ines.fill({ 'First name': 'Jane' });
  await ines.press('More fields');
  const further = ['Role', 'Position', 'Time zone', 'Language', 'Phone', 'Message'];
  await ines.until(() => ines.view().fields.Role);
  expect(Object.keys(ines.view().fields)).toEqual([...first, ...further]);
  expect(ines.view().fields).toMatchObject({ 'First name': { value: 'Jane' }, Role: { value: 'New hire' } });
  expect(ines.view().buttons).toEqual(['Save draft', 'What will happen']);
});

it('offers onboarding sequences only, also where the service does not tell the kind', async () => {
  for (const service of [await ourService(cleanup), await releasedService(cleanup)]) {
    const { ines } = await openOffice(cleanup, { service });
    await ines.command('/newhire');
    await ines.untilView('New hire');
    const { options } = await ines.options('Sequences', '');
    expect(options.length).toBeGreaterThan(0);
    expect(options.filter((name) => /offboard|leav|farewell/i.test(name))).toEqual([]);
  }
});

it('explains itself to “help”, privately', async () => {
  const { ines, sofia } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await ines.command('/newhire help', { channel: channels.general });
  const answer = await ines.untilMessage('opens the form for a new hire', channels.general);
  expect(answer.isEphemeral).toBe(true);
  expect(sofia.messages(channels.general)).toEqual([]);
});

it('tells who may not use it whom to ask, and opens nothing', async () => {
  const { sofia, robin } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await sofia.command('/newhire', { channel: channels.general });
  const refusal = await sofia.untilMessage('don’t have access', channels.general);
  expect(refusal).toMatchObject({ isEphemeral: true });
  await robin.command('/newhire', { channel: channels.general });
  await robin.untilMessage('only for full members', channels.general);
  expect([...sofia.views(), ...robin.views()]).toEqual([]);
});

it('makes one hire of two clicks on the same form', async () => {
  const service = await releasedService(cleanup);
  const { ines } = await openOffice(cleanup, { service });
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await Promise.all([ines.submit(), ines.submit()]);
  await ines.untilView('New hire added');
  expect(
    service.requests.filter(({ method, path }) => method === 'POST' && path === '/api/users/'),
  ).toHaveLength(1);
});

it('says so at the fields when a form whose answer was lost is sent again with other contents', async () => {
  const service = await releasedService(cleanup);
  const slackClock = testClock({ speed: 1 });
  const { ines, sandbox, bot } = await openOffice(cleanup, { service, slackClock });
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  sandbox.addFault({ target: 'view_submission', kind: 'lost', when: 'after' });
  const unanswered = ines.submit();
  await expect.poll(async () => (await bot.ledger.list(1))[0]?.state, { interval: 5 }).toBe('done');
  slackClock.moveBy(patientSlack);
  expect(await unanswered).toMatchObject({ outcome: 'no response' });
  sandbox.clearFaults();
  await ines.fill({ 'Last name': 'Roe', 'Work email': 'joan@acme.example' });
  expect(await ines.submit()).toMatchObject({ outcome: 'errors' });
  const { errors } = ines.view();
  expect(Object.keys(errors)).toEqual(['Last name', 'Work email']);
  expect(errors['Work email']).toContain('This change wasn’t sent.');
  await ines.fill({ 'Last name': 'Doe', 'Work email': 'jane@acme.example' });
  await ines.submit();
  await ines.untilView('New hire added');
  const creations = service.requests.filter(
    ({ method, path }) => method === 'POST' && path === '/api/users/',
  );
  expect(creations).toHaveLength(1);
});

inWhole('never replaces the result with what a slow answer to a change would show', async () => {
  const slackClock = testClock({ speed: 1 });
  const { ines, sandbox } = await openOffice(cleanup, {
    service: await releasedService(cleanup),
    slackClock,
  });
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  sandbox.addFault({ target: 'users.lookupByEmail', kind: 'delay', milliseconds: 5_000 });
  await ines.choose('Manager', 'Marcus Oyelaran');
  await ines.submit();
  await ines.untilView('New hire added');
  slackClock.moveBy(5_000);
  await expect
    .poll(() => sandbox.calls('views.update').map(({ answer }) => answer))
    .toContainEqual(expect.objectContaining({ error: 'hash_conflict' }));
  expect(ines.view().title).toBe('New hire added');
});

it('tells somebody who has lost the right in the meantime, over the form, which stays as it is', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service, env: { FRONTDESK_HR: 'U0INES,U0SOFIA' } });
  const { sofia } = office;
  await sofia.command('/newhire Jane Doe jane@acme.example');
  await sofia.untilView('New hire');
  await office.bot.stop();
  office.environment.FRONTDESK_HR = 'U0INES';
  await office.start();
  await sofia.press('Save draft');
  await sofia.untilView('No access');
  await sofia.close();
  expect(sofia.view().fields['First name']?.value).toBe('Jane');
  expect(await sofia.submit()).toEqual({ outcome: 'pushed' });
  expect(sofia.view()).toMatchObject({ title: 'No access' });
  expect(sofia.view().texts[0]).toContain('Ask <@U0INES>');
  await sofia.close();
  expect(sofia.view().fields['First name']?.value).toBe('Jane');
});
