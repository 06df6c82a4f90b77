import { expect } from 'vitest';
import { addedElsewhere, releasedService } from './office.ts';
import { inWhole, it, type Open } from './world.ts';

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
const leaving = { Employee: 'Ines Duarte', 'Last day': '2999-01-31', 'Offboarding sequences': ['Leaving'] };

/** Submits a hire and an offboarding that the service refuses only after the forms showed them as saved. */
async function refusedLater(open: Open) {
  const office = await open({ service: releasedService });
  const { ines, marcus, service } = office;
  service.spoilToken(service.token, 'removed');
  await ines.fillIn('/newhire', filled);
  await ines.send('Request saved');
  await marcus.fillIn('/offboard', leaving);
  await marcus.send('Request saved');
  service.allowToken('others');
  await addedElsewhere({ url: service.url, token: 'others' });
  service.allowToken(service.token);
  await office.bot.ledger.resume();
  await ines.untilView('New hire not added');
  await marcus.untilView('Not started');
  await office.bot.directory.refresh();
  return office;
}

it('brings back everything that was refused, from the window and the message', async ({ open }) => {
  const { ines, service } = await refusedLater(open);
  await ines.open('Correct and send again', 'New hire');
  expect(ines.values()).toMatchObject(filled);
  await ines.closeAll();
  await ines.untilMessage('Jane Doe wasn’t added');
  await ines.open('Correct and send again', 'New hire');
  expect(ines.values()).toMatchObject(filled);
  await ines.send('New hire added', { 'Work email': 'jane.doe@acme.example' });
  expect(service.employees().find(({ email }) => email === 'jane.doe@acme.example')).toMatchObject({
    position: 'Engineer',
    timezone: 'Europe/Berlin',
    language: 'de',
    sequences: [1],
  });
});

inWhole(
  'brings an offboarding back to its requester alone, in App Home too, where buttons of the same name are told apart for people who listen, and sends it',
  async ({ open }) => {
    const { ines, marcus, service, sandbox, saveDraft } = await refusedLater(open);
    for (const person of [ines, marcus]) {
      await person.closeAll();
      await person.visitHome(/Ines Duarte\W* · Offboarding/);
      // HR can correct its own hire, but not a manager's request.
      expect(person.home()?.buttons.filter((text) => text.startsWith('Correct'))).toHaveLength(1);
    }
    await ines.visitHome(/Jane Doe\W* · New hire/);
    for (const first of ['Ann', 'Bob']) {
      await ines.open(`/newhire ${first} Draft`);
      await saveDraft();
    }
    await ines.until(() => ines.home()?.buttons.filter((text) => text === 'Resume').length === 2);
    const blocks = JSON.stringify(sandbox.calls('views.publish').at(-1)?.args.view);
    const labels = [...blocks.matchAll(/"accessibility_label":"([^"]*)"/g)].map(([, label]) => label);
    expect(labels).toEqual(
      expect.arrayContaining(['Resume Ann Draft', 'Delete Bob Draft', 'Correct and send again: Jane Doe']),
    );
    expect(new Set(labels).size).toBe(labels.length);
    await marcus.open('Correct and send again', 'Start offboarding');
    expect(marcus.values()).toMatchObject(leaving);
    await marcus.send('Offboarding started', { Employee: 'Sofia Lindqvist' });
    const sent = { user: 9, termination_date: '2999-01-31', sequences: [3] };
    expect(service.requests.findLast(({ path }) => path === '/api/offboarding/')?.body).toEqual(sent);
  },
);

inWhole('brings back what is still offered, and says what isn’t', async ({ open }) => {
  const { ines, marcus, inDatabase } = await refusedLater(open);
  const set = (kind: 'newhire' | 'offboarding', more: object) =>
    inDatabase(async (db) => {
      const request = db.selectFrom('requests').select('payload').where('kind', '=', kind);
      const { payload } = await request.executeTakeFirstOrThrow();
      const changed = JSON.stringify({ ...JSON.parse(payload ?? ''), ...more });
      await db.updateTable('requests').set({ payload: changed }).where('kind', '=', kind).execute();
    });
  const gone = { manager: 99_999, timezone: 'Mars/Base', sequences: [4_711], role: 9 };
  await set('newhire', { email: 'jane@', ...gone });
  await set('offboarding', { user: 99_999, sequences: [4_711] });
  await ines.open('Correct and send again', 'New hire');
  for (const text of ['“jane@”', '“Marcus Oyelaran”', '“Everybody”', '“Mars/Base”', '“Role 9”'])
    expect(ines.pageText()).toContain(text);
  const kept = { 'First name': 'Jane', Buddy: 'Sofia Lindqvist', Phone: '+49 30 1234' };
  expect(ines.values()).toMatchObject(kept);
  await marcus.open('Correct and send again', 'Start offboarding');
  for (const text of ['“Ines Duarte”', '“Leaving”']) expect(marcus.pageText()).toContain(text);
});
