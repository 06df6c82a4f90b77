import { expect } from 'vitest';
import { testClock } from '../clock.ts';
import type { Person } from '../driver/person.ts';
import { some } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { calendarFilesOf } from './calendar-file.ts';
import { manifest, type Office } from './office.ts';
import { begin, channels, everyWay, inWhole, it } from './world.ts';

const [marcusId, sofiaId] = ['U0MARCUS', 'U0SOFIA'];
/** File names end with a key that finds the message again. */
const firstDayFile = /^first-day-jane-doe-[\w-]{8}\.ics$/;
const lastDayFile = /^calendar-[\w-]{8}\.ics$/;
const on = '2031-03-17';
const toMarcus = { Manager: 'Marcus Oyelaran' };
const fast = () => ({ clock: testClock({ speed: 20 }) });

async function untilFiles({ sandbox }: Office, userId: string, count: number) {
  await sandbox.person(userId).until(() => calendarFilesOf(sandbox, userId).length >= count);
  const files = calendarFilesOf(sandbox, userId);
  expect(files).toHaveLength(count);
  return files;
}

const conversationsWithFiles = ({ sandbox }: Office) =>
  [...new Set(sandbox.files().flatMap((file) => file.channels))].toSorted();

const pressAt = (person: Person, message: string, button: string) =>
  person.untilMessage(message).then(() => person.press(button));

const ask = { add: 'Add to calendar', update: 'Update calendar', remove: 'Remove from calendar' };

it.for(everyWay)('gives the first day to manager and buddy who ask for it ($way)', async (way, { open }) => {
  const office = await open(way);
  const { marcus, sofia, sandbox } = office;
  await office.hire({ on });
  await office.allSent();
  expect(sandbox.files()).toEqual([]);
  for (const person of [marcus, sofia]) await pressAt(person, 'Jane Doe joins on', ask.add);
  for (const id of [marcusId, sofiaId]) {
    const [file] = await untilFiles(office, id, 1);
    expect(file).toMatchObject({
      ...{ method: 'PUBLISH', status: 'CONFIRMED', sequence: 0, start: '20310317', end: '20310318' },
      ...{ title: 'First day: Jane Doe', shownAs: 'First day: Jane Doe', isPrivate: false },
      name: expect.stringMatching(firstDayFile),
    });
  }
  await marcus.untilMessage('First day of Jane Doe: Mon 17 Mar 2031. Open the file to add');
  expect(conversationsWithFiles(office)).toEqual(['D0MARCUS', 'D0SOFIA']);
  const traffic = (await (await fetch(`${sandbox.url}sandbox/traffic`)).json()) as { name: string }[];
  const uploads = traffic.filter(({ name }) => name === 'upload');
  expect(uploads).toHaveLength(2);
  expect(JSON.stringify(uploads)).not.toContain('"authorized":true');
});

it.for(everyWay)('gives the last day to the requester who asks for it ($way)', async (way, { open }) => {
  const office = await open(way);
  await office.checkOffboarding({ on });
  await office.marcus.send('Offboarding started');
  await office.marcus.press(ask.add);
  const [file] = await untilFiles(office, marcusId, 1);
  expect(file).toMatchObject({
    ...{ method: 'PUBLISH', sequence: 0, start: '20310317', title: 'Last day: Sofia Lindqvist' },
    ...{ isPrivate: true, name: expect.stringMatching(lastDayFile) },
  });
  expect(conversationsWithFiles(office)).toEqual(['D0MARCUS']);
});

it('gives one file to a person who asks twice, from the message and the page', async ({ open }) => {
  const office = await open();
  const { marcus } = office;
  await office.hire({ on, fields: { ...toMarcus, Buddy: 'Marcus Oyelaran' } });
  await marcus.untilMessage('with you as manager and buddy');
  await Promise.all([marcus.press(ask.add), marcus.press(ask.add)]);
  await untilFiles(office, marcusId, 1);
  await marcus.openPerson();
  await marcus.pressUntil(ask.update, 'You already have the calendar file');
  await office.allSent();
  await untilFiles(office, marcusId, 1);
});

it('updates one entry when a start is moved, cancelled and back, of those who ask', async ({ open }) => {
  const office = await open();
  const { marcus, sofia, amend } = office;
  await office.hire({ on });
  await pressAt(marcus, 'with you as manager', ask.add);
  await untilFiles(office, marcusId, 1);
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await pressAt(marcus, 'start day moved', ask.update);
  await untilFiles(office, marcusId, 2);
  await amend('Cancel start');
  await marcus.untilMessage('Jane Doe won’t start.');
  await sofia.untilMessage('Jane Doe won’t start.');
  await marcus.press(ask.remove);
  await marcus.untilMessage('In Google Calendar, delete it yourself');
  await untilFiles(office, marcusId, 3);
  // Nobody is asked to remove what they haven't added.
  await expect(sofia.press(ask.remove)).rejects.toThrow('there is no button');
  await amend('Resume start', { 'Start day': '2031-03-31' });
  await pressAt(marcus, 'Mon 31 Mar', ask.update);
  const files = await untilFiles(office, marcusId, 4);
  expect(files.map(({ method, status, sequence, start }) => [method, status, sequence, start])).toEqual([
    ['PUBLISH', 'CONFIRMED', 0, '20310317'],
    ['PUBLISH', 'CONFIRMED', 1, '20310324'],
    ['CANCEL', 'CANCELLED', 2, '20310324'],
    ['PUBLISH', 'CONFIRMED', 3, '20310331'],
  ]);
  expect(new Set(files.map(({ uid }) => uid)).size).toBe(1);
  expect(new Set(files.map(({ name }) => name)).size).toBe(4);
  expect(conversationsWithFiles(office)).toEqual(['D0MARCUS']);
});

it('gives nothing to a former buddy, nor of a start cancelled before the file is in Slack', async ({
  open,
}) => {
  const office = await open(fast());
  const { ines, marcus, sofia, sandbox, amend } = office;
  await office.hire({ on });
  await sofia.untilMessage('with you as buddy');
  await ines.openPerson();
  await ines.fillIn('Change manager or buddy', { Buddy: 'Grace Muthoni' });
  await ines.submitUntil('buddy Grace Muthoni');
  await pressAt(sofia, 'Grace Muthoni takes over', ask.add);
  await sofia.untilMessage('can’t be added to your calendar any more');
  sandbox.addFault({ target: 'upload', kind: 'error', times: 10_000 });
  await pressAt(marcus, 'with you as manager', ask.add);
  await expect.poll(() => sandbox.calls('files.getUploadURLExternal').length).toBeGreaterThan(2);
  await ines.closeAll();
  await amend('Cancel start');
  await pressAt(marcus, 'Jane Doe won’t start.', ask.add);
  await marcus.untilMessage('can’t be added to your calendar any more');
  sandbox.clearFaults();
  await office.allSent();
  expect(sandbox.files()).toEqual([]);
});

inWhole('keeps one entry over two offboardings and a change, for both requesters', async ({ open }) => {
  const office = await open();
  const { ines, marcus, checkOffboarding, offboard, changeLastDay } = office;
  await checkOffboarding({ on });
  await marcus.send('Offboarding started');
  await marcus.press(ask.add);
  await untilFiles(office, marcusId, 1);
  await marcus.openPerson();
  await marcus.open('Cancel offboarding');
  await marcus.submitUntil(/Reference R-/);
  await marcus.press(ask.remove);
  await untilFiles(office, marcusId, 2);
  await marcus.closeAll();
  await offboard({ on: '2031-03-24', by: ines });
  await ines.openPerson();
  await ines.press(ask.add);
  const [own] = await untilFiles(office, 'U0INES', 1);
  await pressAt(marcus, 'Mon 24 Mar', ask.update);
  const files = await untilFiles(office, marcusId, 3);
  expect(files.map(({ method }) => method)).toEqual(['PUBLISH', 'CANCEL', 'PUBLISH']);
  expect(new Set([own, ...files].map((file) => file?.uid)).size).toBe(1);
  const sequences = files.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
  expect(own).toMatchObject({ start: '20310324', sequence: sequences[2] });
  await ines.closeAll();
  await changeLastDay('Sofia Lindqvist', '2031-03-28');
  await marcus.untilMessage('was changed to Fri 28 Mar');
  await ines.openPerson();
  await ines.open('Cancel offboarding');
  await ines.submitUntil(/Reference R-/);
  await ines.press(ask.remove);
  const [, last] = await untilFiles(office, 'U0INES', 2);
  expect(last).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', start: '20310328', uid: own?.uid });
  await pressAt(marcus, 'The last day was Fri 28 Mar', ask.remove);
  expect((await untilFiles(office, marcusId, 4))[3]).toMatchObject({ method: 'CANCEL', uid: own?.uid });
  expect(conversationsWithFiles(office)).toEqual(['D0INES', 'D0MARCUS']);
});

/** Upload steps. Each is either not done, or Slack's answer is lost or unusable. */
const steps = ['conversations.open', 'files.getUploadURLExternal', 'upload', 'files.completeUploadExternal'];
const troubles = [
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'error', when: 'after' },
  { kind: 'not json', when: 'after' },
] as const;

it.for(some(steps, 1))('delivers the file once, though %s fails', async (target, { open }) => {
  const { marcus, sandbox, hire, allSent } = await open(fast());
  for (const [count, trouble] of troubles.entries()) {
    sandbox.addFault({ target, times: 2, ...trouble });
    const name = `Jane ${'ABCD'[count]}`;
    await hire({ name, email: `jane${count}@acme.example`, on, fields: toMarcus });
    await marcus.untilMessage(`${name} joins`);
    await marcus.pressSpoken(`${ask.add}: ${name}`);
    await marcus.untilMessage(`First day of ${name}`);
  }
  await allSent();
  expect(calendarFilesOf(sandbox, marcusId).map(({ title }) => title)).toEqual(
    ['A', 'B', 'C', 'D'].map((one) => `First day: Jane ${one}`),
  );
});

onEachDatabase((fresh) => {
  it('sends each file once over lost answers, also of several processes', async ({ open }) => {
    const database = await fresh();
    const env = { DATABASE_URL: database.url, FRONTDESK_SECRET: 's'.repeat(32) };
    const office = await open({ ...fast(), env });
    const { marcus, sandbox } = office;
    // SQLite allows only one process at a time.
    if (database.url.startsWith('postgres')) await office.start();
    sandbox.addFault({ target: 'files.completeUploadExternal', kind: 'reset', when: 'after', times: 2 });
    await office.hire({ on });
    await pressAt(marcus, 'with you as manager', ask.add);
    await untilFiles(office, marcusId, 1);
    await office.amend('Cancel start');
    await pressAt(marcus, 'Jane Doe won’t start.', ask.remove);
    const [, last] = await untilFiles(office, marcusId, 2);
    expect(last).toMatchObject({ method: 'CANCEL', sequence: 1 });
    await office.allSent();
    await untilFiles(office, marcusId, 2);
  });
});

it('says so to HR, once, without the permission for files, and tries again when asked', async ({ open }) => {
  const office = await open({ ...fast(), manifest: manifest.replace(/^ *- files:write\n/m, '') });
  const { ines, marcus, sofia, sandbox } = office;
  await office.hire({ on });
  for (const person of [marcus, sofia]) await pressAt(person, 'Jane Doe joins on', ask.add);
  await ines.untilMessage('Frontdesk can’t send calendar entries.', channels.private);
  await office.allSent();
  await marcus.press(ask.add);
  await expect.poll(() => sandbox.calls('files.getUploadURLExternal')).toHaveLength(3);
  await office.allSent();
  const warnings = ines.messages(channels.private).filter(({ text }) => text.includes('calendar entries'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.text).toContain('reinstall the Slack app from the current manifest');
});

inWhole('offers no calendar entries where HR switched them off, nor in a rehearsal', async ({ open }) => {
  const { ines, marcus, sandbox, set, preview, offboard, allSent } = await open({ at: begin });
  expect((await preview(toMarcus)).join('\n')).not.toMatch(/calendar/i);
  await ines.press('Rehearse');
  await ines.untilMessage('Rehearsal: Jane Doe joins on Mon 17 Mar, with you as manager.');
  await expect(ines.press(ask.add)).rejects.toThrow('there is no button');
  await ines.closeAll();
  await set('Reminders', { 'Calendar entries': [] });
  await preview(toMarcus);
  await ines.close();
  await ines.submitAndAgree();
  await marcus.untilMessage('with you as manager');
  await expect(marcus.press(ask.add)).rejects.toThrow('there is no button');
  await offboard();
  await allSent();
  expect(sandbox.calls('files.getUploadURLExternal')).toEqual([]);
});

const hostile = [
  '<!channel> <@U0SOFIA> *Bold* _x_ `y`',
  'A\\nB\\, C; D: E, "F"',
  `🧑‍🚀 Zoë 李小龙 ${'é'.repeat(20)}`,
  'x'.repeat(45),
];

it.for(some(hostile, 1))('shows a name as it is: %s', async (first, { open }) => {
  const office = await open();
  const { ines, marcus } = office;
  const named = { 'First name': first, 'Last name': 'Doe', 'Work email': 'jane@acme.example' };
  await ines.fillIn('/newhire', named, 'New hire');
  await ines.submitAndAgree({ 'Start day': on, ...toMarcus });
  await pressAt(marcus, 'with you as manager', ask.add);
  const [file] = await untilFiles(office, marcusId, 1);
  const title = `First day: ${first} Doe`;
  expect([file?.title, file?.shownAs]).toEqual([title, title]);
  const shown = marcus.directMessages().find(({ files }) => files.length > 0);
  expect(shown?.mentions).toEqual([]);
  expect(shown?.text).not.toMatch(/(?<!\u200B)[*_`](?!\u200B)/);
});
