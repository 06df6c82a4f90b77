import { expect, it } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { type Office, openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

const filled = {
  'First name': 'Jane',
  'Last name': 'Doe',
  'Work email': 'jane@acme.example',
  'Start day': '2999-01-01',
  Position: 'Engineer',
  Manager: 'Marcus Oyelaran',
  Buddy: 'Sofia Lindqvist',
  Sequences: ['Everybody'],
  'Time zone': 'Europe/Berlin (UTC+01:00)',
  Language: 'German',
  Phone: '+49 30 1234',
  Message: 'Plays the cello.',
};

/** Submits a hire and an offboarding that the service refuses only after the forms showed them as saved. */
async function refusedLater() {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines, marcus } = office;
  service.spoilToken(service.token, 'removed');
  await ines.command('/newhire');
  await ines.untilView('New hire');
  await ines.fill(filled);
  await ines.submit();
  await ines.untilView('Request saved');
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({
    Employee: 'Ines Duarte',
    'Last day': '2999-01-31',
    'Offboarding sequences': ['Leaving'],
  });
  await marcus.submitAndAgree();
  await marcus.untilView('Request saved');
  service.allowToken('others');
  await fetch(`${service.url}/api/users/`, {
    method: 'POST',
    headers: { authorization: 'Token others', 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Joan', last_name: 'Roe', email: 'jane@acme.example', role: 0 }),
  });
  service.allowToken(service.token);
  await office.bot.ledger.resume();
  await ines.untilView('New hire not added');
  await marcus.untilView('Not started');
  return { ...office, service };
}

function valuesOf(person: Office['ines']) {
  const { fields } = person.view();
  return Object.fromEntries(Object.entries(fields).map(([label, { value }]) => [label, value]));
}

it('brings everything back that was refused, in the window and in the message, to be corrected and sent', async () => {
  const { ines, service, bot } = await refusedLater();
  await bot.directory.refresh();
  await ines.press('Correct and send again');
  await ines.untilView('New hire');
  expect(valuesOf(ines)).toMatchObject(filled);
  await ines.closeAll();
  await ines.untilMessage('Jane Doe wasn’t added');
  await ines.press('Correct and send again');
  await ines.untilView('New hire');
  expect(valuesOf(ines)).toMatchObject(filled);
  await ines.fill({ 'Work email': 'jane.doe@acme.example' });
  await ines.submit();
  await ines.untilView('New hire added');
  expect(service.employees().find(({ email }) => email === 'jane.doe@acme.example')).toMatchObject({
    position: 'Engineer',
    timezone: 'Europe/Berlin',
    language: 'de',
    sequences: [1],
  });
});

inWhole('brings an offboarding back to its requester, in App Home too, and to nobody else', async () => {
  const { ines, marcus } = await refusedLater();
  await marcus.press('Correct and send again');
  await marcus.untilView('Start offboarding');
  const values = { Employee: 'Ines Duarte', 'Last day': '2999-01-31', 'Offboarding sequences': ['Leaving'] };
  expect(valuesOf(marcus)).toMatchObject(values);
  await marcus.closeAll();
  for (const person of [ines, marcus]) {
    await person.closeAll();
    await person.openHome();
    await person.until(() => person.home()?.texts.some((text) => text.includes('Offboarding: Ines Duarte')));
  }
  // HR can correct its own hire, but not a manager's request.
  expect(ines.home()?.buttons.filter((text) => text.startsWith('Correct'))).toHaveLength(1);
  expect(marcus.home()?.buttons.filter((text) => text.startsWith('Correct'))).toHaveLength(1);
});

inWhole(
  'opens both forms again when what was sent is not offered any more, and says what is missing',
  async () => {
    const { ines, marcus, environment, bot } = await refusedLater();
    await bot.directory.refresh();
    const { db, close } = openDatabase<LedgerTables>(environment.DATABASE_URL);
    const set = async (kind: 'newhire' | 'offboarding', more: object) => {
      const { payload } = await db
        .selectFrom('requests')
        .select('payload')
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow();
      const changed = JSON.stringify({ ...JSON.parse(payload), ...more });
      await db.updateTable('requests').set({ payload: changed }).where('kind', '=', kind).execute();
    };
    await set('newhire', {
      email: 'jane@',
      manager: 99_999,
      timezone: 'Mars/Base',
      sequences: [4_711],
      role: 9,
    });
    await set('offboarding', { user: 99_999, sequences: [4_711] });
    await close();
    await ines.press('Correct and send again');
    const hire = (await ines.untilView('New hire')).texts.join('\n');
    for (const text of ['“jane@”', '“Marcus Oyelaran”', '“Everybody”', '“Mars/Base”', '“Role 9”'])
      expect(hire).toContain(text);
    expect(valuesOf(ines)).toMatchObject({
      'First name': 'Jane',
      Buddy: 'Sofia Lindqvist',
      Phone: '+49 30 1234',
    });
    await marcus.press('Correct and send again');
    const leaver = (await marcus.untilView('Start offboarding')).texts.join('\n');
    for (const text of ['“Ines Duarte”', '“Leaving”']) expect(leaver).toContain(text);
  },
);

it('makes the result a new form with “Add another”, and each is a request of its own', async () => {
  const service = await releasedService(cleanup);
  const { ines, bot } = await openOffice(cleanup, { service });
  for (const name of ['Jane', 'John']) {
    if (name === 'Jane') await ines.command('/newhire');
    else await ines.press('Add another');
    await ines.untilView('New hire');
    expect(valuesOf(ines)['First name']).toBeFalsy();
    await ines.fill({ ...filled, 'First name': name, 'Work email': `${name}@acme.example` });
    await ines.submit();
    await ines.untilView('New hire added');
  }
  expect((await bot.ledger.list(5)).map(({ subject }) => subject)).toEqual([
    'john@acme.example',
    'jane@acme.example',
  ]);
});

inWhole('tells buttons of the same name apart for those who hear them', async () => {
  const { ines, sandbox } = await refusedLater();
  await ines.closeAll();
  await ines.openHome();
  await ines.until(() => ines.home()?.texts.some((text) => text.includes('New hire: Jane Doe')));
  for (const first of ['Ann', 'Bob']) {
    await ines.command(`/newhire ${first} Draft`);
    await ines.untilView('New hire');
    await ines.press('Save draft');
    await ines.until(() => ines.view().texts.some((text) => text.startsWith('Draft saved')));
    await ines.closeAll();
  }
  await ines.until(() => ines.home()?.buttons.filter((text) => text === 'Resume').length === 2);
  const blocks = JSON.stringify(sandbox.calls('views.publish').at(-1)?.args.view);
  const labels = [...blocks.matchAll(/"accessibility_label":"([^"]*)"/g)].map(([, label]) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['Resume Ann Draft', 'Delete Bob Draft', 'Correct and send again: Jane Doe']),
  );
  expect(new Set(labels).size).toBe(labels.length);
});
