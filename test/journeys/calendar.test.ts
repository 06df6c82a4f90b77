import { describe, expect, it } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole, some } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { calendarFilesOf } from './calendar-file.ts';
import { begin, hired, leaving, officeAt, setReminders } from './moved-office.ts';
import { channels, everyWay, manifest, type Office, openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

const [marcusId, sofiaId] = ['U0MARCUS', 'U0SOFIA'];
/** Random file name that names nobody. */
const nobodys = /^[\w-]{32}\.ics$/;

/** Waits until a person has this number of calendar files. */
async function untilFiles({ sandbox }: Office, userId: string, count: number) {
  const person = sandbox.person(userId);
  await person.until(() => calendarFilesOf(sandbox, userId).length >= count);
  const files = calendarFilesOf(sandbox, userId);
  expect(files).toHaveLength(count);
  return files;
}

/** Changes the newest request from its page. */
async function amend(person: Office['ines'], button: string, day?: Record<string, string>) {
  await person.closeAll();
  await person.openHome();
  await person.until(() => person.home()?.buttons.includes('Details'));
  await person.press('Details');
  await person.untilView('Request');
  await person.press(button);
  await person.untilView(button);
  if (day) await person.fill(day);
  await person.submit();
  await person.until(() => /Frontdesk is notifying|Nobody else is notified/.test(person.view().texts.join()));
  await person.closeAll();
}

const whoeverHasFiles = ({ sandbox }: Office) =>
  [...new Set(sandbox.files().flatMap((file) => file.channels))].toSorted();

describe.each(everyWay)('in %s (%s), against %s', (_mode, mode, _service, startService) => {
  it('the manager and the buddy get the first day for their calendars, and nobody else', async () => {
    const office = await openOffice(cleanup, { mode, service: await startService(cleanup) });
    await hired(office, '2031-03-17');
    for (const id of [marcusId, sofiaId]) {
      const [file] = await untilFiles(office, id, 1);
      expect(file).toMatchObject({
        ...{ method: 'PUBLISH', status: 'CONFIRMED', sequence: 0, start: '20310317', end: '20310318' },
        ...{ title: 'First day: Jane Doe', shownAs: 'First day: Jane Doe', isPrivate: false },
        name: expect.stringMatching(nobodys),
      });
    }
    await office.marcus.untilMessage('First day of Jane Doe: Mon, 17 March 2031. Open the file to add');
    expect(whoeverHasFiles(office)).toEqual(['D0MARCUS', 'D0SOFIA']);
    const traffic = (await (await fetch(`${office.sandbox.url}sandbox/traffic`)).json()) as {
      name: string;
    }[];
    const uploads = traffic.filter(({ name }) => name === 'upload');
    expect(uploads).toHaveLength(2);
    expect(JSON.stringify(uploads)).not.toContain('"authorized":true');
  });

  it('whoever asked for an offboarding gets the last day, and nobody else', async () => {
    const office = await openOffice(cleanup, { mode, service: await startService(cleanup) });
    await leaving(office, '2031-03-17');
    const [file] = await untilFiles(office, marcusId, 1);
    expect(file).toMatchObject({
      ...{ method: 'PUBLISH', sequence: 0, start: '20310317', title: 'Last day: Sofia Lindqvist' },
      ...{ isPrivate: true, name: expect.stringMatching(nobodys) },
    });
    expect(whoeverHasFiles(office)).toEqual(['D0MARCUS']);
  });
});

it('somebody who is manager and buddy gets the first day once', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines } = office;
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Marcus Oyelaran' });
  await ines.submitAndAgree();
  await ines.untilMessage('Jane Doe has been added');
  await office.marcus.untilMessage('with you as manager and buddy');
  await office.marcus.untilMessage('First day of Jane Doe');
  await untilFiles(office, marcusId, 1);
});

it('the entry follows a first day that is moved, called off and stands again, as the same one', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines, marcus } = office;
  /** Keeps the next change from replacing files that aren't sent yet. */
  const untilBothHave = async (count: number) => {
    for (const id of [sofiaId, marcusId]) await untilFiles(office, id, count);
  };
  await hired(office);
  await untilBothHave(1);
  await amend(ines, 'Start day moved', { 'New start day': '2031-03-24' });
  await marcus.untilMessage('New first day of Jane Doe: Mon, 24 March 2031. Open the file to update');
  await untilBothHave(2);
  await amend(ines, 'Won’t start');
  await marcus.untilMessage('In Google Calendar you may have to delete the entry by hand');
  await untilBothHave(3);
  await amend(ines, 'Starts after all', { 'Start day': '2031-03-31' });
  const files = await untilFiles(office, marcusId, 4);
  expect(files.map(({ method, status, sequence, start }) => [method, status, sequence, start])).toEqual([
    ['PUBLISH', 'CONFIRMED', 0, '20310317'],
    ['PUBLISH', 'CONFIRMED', 1, '20310324'],
    ['CANCEL', 'CANCELLED', 2, '20310324'],
    ['PUBLISH', 'CONFIRMED', 3, '20310331'],
  ]);
  expect(new Set(files.map(({ uid }) => uid)).size).toBe(1);
  expect(new Set(files.map(({ name }) => name)).size).toBe(4);
  expect((await untilFiles(office, sofiaId, 4)).map(({ uid }) => uid)).toEqual(files.map(({ uid }) => uid));
});

inWhole(
  'an offboarding that changes another goes on with its entry, for everybody who asked for one',
  async () => {
    const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
    const { ines, marcus } = office;
    await leaving(office, '2031-03-17');
    await untilFiles(office, marcusId, 1);
    await amend(marcus, 'Called off');
    await untilFiles(office, marcusId, 2);
    await ines.command('/offboard');
    await ines.untilView('Start offboarding');
    await ines.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2031-03-24' });
    await ines.submitAndAgree();
    const [own] = await untilFiles(office, 'U0INES', 1);
    const files = await untilFiles(office, marcusId, 3);
    expect(files.map(({ method }) => method)).toEqual(['PUBLISH', 'CANCEL', 'PUBLISH']);
    expect(new Set([own, ...files].map((file) => file?.uid)).size).toBe(1);
    const sequences = files.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
    expect(own).toMatchObject({ start: '20310324', sequence: sequences[2] });
    await amend(ines, 'Called off');
    const [, last] = await untilFiles(office, 'U0INES', 2);
    expect(last).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', start: '20310324', uid: own?.uid });
    expect((await untilFiles(office, marcusId, 4))[3]).toMatchObject({ method: 'CANCEL', uid: own?.uid });
    expect(whoeverHasFiles(office)).toEqual(['D0INES', 'D0MARCUS']);
  },
);

/** Upload steps. Each is either not done, or Slack's answer is lost or unusable. */
const steps = ['conversations.open', 'files.getUploadURLExternal', 'upload', 'files.completeUploadExternal'];
const troubles = [
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'error', when: 'after' },
  { kind: 'not json', when: 'after' },
] as const;

it.each(some(steps, 1))('the file arrives once, whatever becomes of the answer of %s', async (target) => {
  const office = await openOffice(cleanup, {
    service: await releasedService(cleanup),
    clock: testClock({ speed: 20 }),
  });
  const { ines, sandbox } = office;
  for (const [count, trouble] of troubles.entries()) {
    sandbox.addFault({ target, times: 2, ...trouble });
    const name = `Jane ${'ABCD'[count]}`;
    await ines.command(`/newhire ${name} jane${count}@acme.example 2031-03-17`);
    await ines.untilView('New hire');
    await ines.fill({ Manager: 'Marcus Oyelaran' });
    await ines.submitAndAgree();
    await office.marcus.untilMessage(`First day of ${name}`);
    await ines.closeAll();
  }
  await untilSettled(office);
  const files = calendarFilesOf(sandbox, marcusId);
  expect(files.map(({ title }) => title)).toEqual(
    ['A', 'B', 'C', 'D'].map((one) => `First day: Jane ${one}`),
  );
});

/** Waits until every due message is sent. */
async function untilSettled({ environment }: Office) {
  const { db, close } = openDatabase<LedgerTables>(environment.DATABASE_URL);
  const open = () =>
    db
      .selectFrom('messages')
      .select(['purpose', 'state'])
      .where('planned', '=', 0)
      .where('state', 'in', ['pending', 'sending'])
      .execute();
  await expect.poll(open).toEqual([]);
  await close();
}

onEachDatabase((fresh) => {
  it('sends each file once, over lost answers, and a change after what it changes, whoever sends it', async () => {
    const database = await fresh();
    cleanup.later(database.remove);
    const office = await openOffice(cleanup, {
      service: await releasedService(cleanup),
      env: { DATABASE_URL: database.url, FRONTDESK_SECRET: 's'.repeat(32) },
      clock: testClock({ speed: 20 }),
    });
    // SQLite allows only one process at a time.
    if (database.url.startsWith('postgres')) await office.start();
    const { ines, sandbox } = office;
    sandbox.addFault({ target: 'files.completeUploadExternal', kind: 'reset', when: 'after', times: 2 });
    await hired(office);
    await amend(ines, 'Start day moved', { 'New start day': '2031-03-24' });
    await amend(ines, 'Won’t start');
    await office.marcus.untilMessage('delete the entry by hand');
    await office.sofia.untilMessage('delete the entry by hand');
    await untilSettled(office);
    for (const id of [marcusId, sofiaId]) {
      const files = calendarFilesOf(sandbox, id);
      const sequences = files.map(({ sequence }) => sequence);
      // A file being sent when the day moved may be missing.
      expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
      expect(files.at(-1)).toMatchObject({ method: 'CANCEL', sequence: 2 });
    }
  });
});

it('without the permission for files everything else is sent, HR is told once, and it is not tried for ever', async () => {
  const earlier = manifest.replace(/^ *- files:write\n/m, '');
  const office = await openOffice(cleanup, {
    service: await releasedService(cleanup),
    clock: testClock({ speed: 20 }),
    manifest: earlier,
  });
  await hired(office);
  await office.marcus.untilMessage('with you as manager');
  await office.sofia.untilMessage('with you as buddy');
  await office.ines.untilMessage('Frontdesk can’t send calendar entries in Slack', channels.private);
  await leaving(office);
  await untilSettled(office);
  expect(office.sandbox.calls('files.getUploadURLExternal')).toHaveLength(3);
  const told = office.ines.messages(channels.private).filter(({ text }) => text.includes('calendar entries'));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('install it again from the current manifest');
});

it('what was not in Slack yet when the day was called off stays out of calendars', async () => {
  const office = await openOffice(cleanup, {
    service: await releasedService(cleanup),
    clock: testClock({ speed: 20 }),
  });
  const { ines, sandbox } = office;
  sandbox.addFault({ target: 'upload', kind: 'error', times: 10_000 });
  await hired(office);
  await office.marcus.untilMessage('with you as manager');
  await expect.poll(() => sandbox.calls('files.getUploadURLExternal').length).toBeGreaterThan(2);
  await amend(ines, 'Won’t start');
  await office.marcus.untilMessage('Jane Doe won’t start.');
  sandbox.clearFaults();
  await untilSettled(office);
  expect(sandbox.files()).toEqual([]);
});

inWhole('what was not in Slack yet when the day was moved comes once, with the day that counts', async () => {
  const office = await openOffice(cleanup, {
    service: await releasedService(cleanup),
    clock: testClock({ speed: 20 }),
  });
  const { ines, sandbox } = office;
  sandbox.addFault({ target: 'files.completeUploadExternal', kind: 'error', times: 10_000 });
  await hired(office);
  await expect.poll(() => sandbox.calls('files.completeUploadExternal').length).toBeGreaterThan(1);
  await amend(ines, 'Start day moved', { 'New start day': '2031-03-24' });
  sandbox.clearFaults();
  const [file] = await untilFiles(office, marcusId, 1);
  expect(file).toMatchObject({ sequence: 1, start: '20310324' });
  await untilSettled(office);
  expect(calendarFilesOf(sandbox, marcusId)).toHaveLength(1);
});

it('stands in what will happen and is rehearsed, as an entry of its own that says so', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines, sandbox } = office;
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  expect(ines.view().texts.join('\n')).toContain('Right away · Calendar entry: Marcus Oyelaran (manager)');
  await ines.press('Rehearse');
  const [rehearsed] = await untilFiles(office, 'U0INES', 1);
  expect(rehearsed).toMatchObject({ title: 'Rehearsal: First day: Jane Doe', start: '20310317' });
  expect(rehearsed?.shownAs).toBe(rehearsed?.title);
  await ines.untilMessage('Rehearsal, only to you. As planned: Right away · Calendar entry');
  expect(whoeverHasFiles(office)).toEqual(['D0INES']);
  await ines.close();
  await ines.submitAndAgree();
  const [file] = await untilFiles(office, marcusId, 1);
  expect(file?.uid).not.toBe(rehearsed?.uid);
  expect(sandbox.files()).toHaveLength(2);
});

it('of a last day it stands on the page before, and is rehearsed to whoever looks', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { marcus } = office;
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2031-03-17' });
  await marcus.submit();
  await marcus.untilView('Check and start');
  expect(marcus.view().texts.join('\n')).toContain('Right away · Calendar entry: <@U0MARCUS>');
  await marcus.press('Rehearse');
  const [rehearsed] = await untilFiles(office, marcusId, 1);
  expect(rehearsed).toMatchObject({ title: 'Rehearsal: Last day: Sofia Lindqvist', isPrivate: true });
  expect(whoeverHasFiles(office)).toEqual(['D0MARCUS']);
});

inWhole('where HR has switched calendar entries off, none is foretold or sent', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines, sandbox } = office;
  await setReminders(office, { 'Calendar entries': [] }, 'No calendar files are sent.');
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  expect(ines.view().texts.join('\n')).not.toContain('Calendar entry');
  await ines.close();
  await ines.submitAndAgree();
  await office.marcus.untilMessage('with you as manager');
  await leaving(office);
  await untilSettled(office);
  expect(sandbox.calls('files.getUploadURLExternal')).toEqual([]);
  await ines.closeAll();
  await setReminders(
    office,
    { 'Calendar entries': ['Send first days and last days as calendar files'] },
    'First days and last days are sent as calendar files.',
  );
});

const hostile = [
  '<!channel> <@U0SOFIA> *Bold* _x_ `y`',
  'A\\nB\\, C; D: E, "F"',
  `🧑‍🚀 Zoë 李小龙 ${'é'.repeat(20)}`,
  'x'.repeat(45),
];

it.each(some(hostile, 1))('takes what somebody is called as it is: %s', async (first) => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines, marcus } = office;
  await ines.command('/newhire');
  await ines.untilView('New hire');
  await ines.fill({ 'First name': first, 'Last name': 'Doe', 'Work email': 'jane@acme.example' });
  await ines.fill({ 'Start day': '2031-03-17', Manager: 'Marcus Oyelaran' });
  await ines.submitAndAgree();
  await ines.untilMessage('has been added');
  const [file] = await untilFiles(office, marcusId, 1);
  const title = `First day: ${first} Doe`;
  expect([file?.title, file?.shownAs]).toEqual([title, title]);
  const shown = marcus.directMessages().find(({ files }) => files.length > 0);
  expect(shown?.mentions).toEqual([]);
  expect(shown?.text).not.toMatch(/(?<!\u200B)[*_`](?!\u200B)/);
});
