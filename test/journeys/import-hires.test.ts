import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { createHireImports } from '../../src/bot/storage/hire-imports.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { openMigrated } from '../../src/database/open.ts';
import { testClock } from '../clock.ts';
import type { Person } from '../driver/person.ts';
import { untilTrue } from '../driver/until.ts';
import { freshPostgres, freshSqlite, postgresUrl } from '../postgres.ts';
import { type Cleanup, employeesOf, manifest, ourService, temporaryFolder } from './office.ts';
import { runHere } from './program.ts';
import {
  begin,
  behindProxy,
  channels,
  inOneOffice,
  inWhole,
  it,
  type Open,
  type Ours,
  onPostgres,
  type World,
  type WorldOptions,
} from './world.ts';

const inOne = inOneOffice({ at: begin });
const head = 'First name,Last name,E-mail,Start date,Manager';
const day = '2031-03-17';

/** Rows of people who can be added. */
const people = (count: number, domain = 'acme.example') =>
  Array.from({ length: count }, (_, at) => `Ann,Number${at}x,ann${at}@${domain},${day},Marcus Oyelaran`);

async function check(person: Person, rows: readonly string[], header = head) {
  await person.open('/newhire import', 'Import hires');
  await person.attach('CSV file', 'Interns.csv', [header, ...rows].join('\n'));
  await person.submit();
  await person.untilView('Check import');
  return person.pageText();
}

/** Starts the import on the open page, through the second question if there is one. */
async function start(person: Person, count: number) {
  await person.submit();
  await person.until(({ views }) => views.at(-1)?.title !== 'Check import');
  if (person.view().title === `Add ${count} hires?`) await person.submit();
  await person.untilPage(`Adding ${count} hires.`);
  await person.closeAll();
}

const added = async ({ service }: Pick<World, 'service'>, part = 'Number') =>
  (await employeesOf(service)).filter(({ last_name }) => last_name.startsWith(part));

/** Cells of a file that Frontdesk sent. */
function fileCalled(title: string, { sandbox }: Pick<World, 'sandbox'>): string[][] {
  const file = sandbox.files().findLast((one) => one.title === title);
  return parse(file?.content ?? '', { bom: true });
}

inOne('adds pasted rows after a check, and tells HR in one message and a report', async ({ office }) => {
  const { ines, inService, allSent } = office;
  await ines.open('/newhire import', 'Import hires');
  const rows = [
    'Jane\tDoe\tjane@acme.example\t17.3.2031\tMarcus Oyelaran',
    'Ada\tRoe\tada@acme.example\t17.3.2031\tNobody',
  ];
  await ines.submit({ Rows: [head.replaceAll(',', '\t'), ...rows].join('\n') });
  await ines.untilView('Check import');
  expect(ines.pageText()).toContain('2 hires can be added.');
  expect(ines.pageText()).toContain('Tasks aren’t listed here.');
  expect(ines.pageText()).toMatch(/\*Mon 17 Mar\*\nMessage in .* and to Marcus Oyelaran/);
  expect(await inService('jane@acme.example')).toEqual([]);
  await ines.fill({ '1 manager not found: “Nobody” (row 3).': 'Sofia Lindqvist' });
  await ines.untilPage('Marcus Oyelaran and Sofia Lindqvist');
  await ines.submitUntil('Adding 2 hires.');
  await ines.untilMessage('Import finished: 2 of 2 added.');
  await ines.untilMessage('The results of 2 rows.');
  await allSent();
  expect(ines.directMessages()).toHaveLength(2);
  expect(fileCalled('Result of each row', office).map((cells) => cells.at(-1))).toEqual([
    'Result',
    'Added',
    'Added',
  ]);
  expect(await inService('ada@acme.example')).toMatchObject([{ last_name: 'Roe' }]);
  const { sofia } = office;
  await sofia.untilMessage('Ada Roe joins on Mon 17 Mar, with you as manager.');
});

inOne.for([
  ['nothing', '', 'Choose a file or paste rows.'],
  ['a header alone', head, 'There are no rows below the headings.'],
  ['an open quotation mark', `${head}\n"Jane,Doe`, 'Check that every quotation mark is closed.'],
] as const)('says at its field that it can’t use %s', async ([, Rows, sentence], { office: { ines } }) => {
  await ines.open('/newhire import', 'Import hires');
  const outcome = await ines.submit(Rows === '' ? {} : { Rows });
  expect(outcome.outcome).toBe('errors');
  expect(ines.view().errors.Rows).toContain(sentence);
});

inOne(
  'says at its field that a file has too many rows, is too large or is a workbook',
  async ({ office }) => {
    const { ines } = office;
    await ines.open('/newhire import', 'Import hires');
    const files = [
      [Buffer.from([head, ...people(2_001)].join('\n')), 'There are more than 2,000 rows.'],
      [Buffer.alloc(5_300_000, 'a'), 'The file is larger than 5 MB.'],
      [Buffer.from('PK\u0003\u0004'), 'This is a workbook. Save it as CSV'],
    ] as const;
    for (const [bytes, sentence] of files) {
      await ines.attach('CSV file', 'Interns.csv', bytes);
      await ines.submit();
      await ines.until(() => JSON.stringify(ines.view()).includes(sentence));
    }
  },
);

inOne('sends an empty file whose headings are known', async ({ office }) => {
  const { ines } = office;
  await ines.shortcut('newhire_import');
  await ines.untilView('Import hires');
  await ines.press('Send me an empty file');
  await ines.untilPage('The file comes as a direct message.');
  await ines.untilMessage('One row per hire.');
  const [headings = []] = fileCalled('New hires', office);
  await ines.submit({ Rows: `${headings.join('\t')}\nKim\tFive\tkim5@acme.example\t2031-03-17` });
  await ines.untilPage('1 hire can be added.');
  for (const heading of headings) expect(ines.pageText()).toContain(` from “${heading}”`);
  expect(headings).toHaveLength(12);
});

it('says that it reads the rows while the check takes long', async ({ open, cleanup }) => {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isSlow = false;
  const service = await behindProxy(cleanup, ourService, async (_method, path) => {
    if (isSlow && path === '/api/employees/') {
      asked.resolve();
      await held.promise;
    }
    return undefined;
  });
  const { ines, clock } = await open({ at: begin, service });
  await ines.open('/newhire import', 'Import hires');
  await ines.attach('CSV file', 'Interns.csv', [head, ...people(3)].join('\n'));
  // The list of employees is read again for a check if it is older.
  clock.moveBy(40_000);
  isSlow = true;
  const submitted = ines.submit();
  await asked.promise;
  clock.moveBy(2_000);
  await submitted;
  await ines.untilPage('Reading the rows…');
  held.resolve();
  await ines.untilPage('3 hires can be added.');
});

inOne('keeps empty cells at the beginning of pasted rows', async ({ office: { ines } }) => {
  await ines.open('/newhire import', 'Import hires');
  const rows = ['\tName\tE-mail\tStart', '1\tKim Four\tkim4@acme.example\t2031-03-17'];
  await ines.submit({ Rows: rows.join('\n') });
  await ines.untilPage('1 hire can be added.');
  expect(ines.pageText()).toContain('Name from “Name”, Work email from “E-mail”, Start day from “Start”.');
});

inOne('repairs each unknown name, and rows where they stand', async ({ office }) => {
  const { ines } = office;
  const rows = [
    `Kim,Six,kim6@acme.example,${day},Nobody`,
    `Lea,Six,lea6@acme.example,${day},No One`,
    `Max,Six,max at acme,${day},No One`,
    `Ned,Six,,${day},`,
  ];
  expect(await check(ines, rows)).toContain('2 hires can be added. 2 rows left out.');
  await ines.fill({ '1 manager not found: “Nobody” (row 2).': 'Marcus Oyelaran' });
  await ines.fill({ '1 manager not found: “No One” (rows 3 and 4).': 'Sofia Lindqvist' });
  const { value } = ines.view().fields['Rows left out'] ?? {};
  expect(value).toBe(`Row,${head}\n4,Max,Six,max at acme,${day},No One\n5,Ned,Six,,${day},\n`);
  const corrected = String(value).replace('max at acme', 'max6@acme.example');
  const typed = await ines.fill({ 'Rows left out': corrected.replace('\n4,', '\nfour,') });
  expect(typed).toEqual({ outcome: 'done' });
  const outcome = await ines.submit();
  expect(outcome.outcome).toBe('errors');
  expect(ines.view().errors['Rows left out']).toContain('Begin each line with its row number.');
  await ines.submit({ 'Rows left out': corrected });
  await ines.untilPage('3 hires can be added. 1 row left out.');
  expect(ines.view().fields['Rows left out']?.value).toBe(`Row,${head}\n5,Ned,Six,,${day},\n`);
  await ines.submitUntil('Adding 3 hires.');
  await ines.untilMessage('1 row not added.');
  expect(fileCalled('Result of each row', office)[3]?.[2]).toBe('max6@acme.example');
  const payloads = (await office.rows('requests')).map(({ payload }) => JSON.parse(String(payload)));
  const managers = ['kim6', 'lea6', 'max6'].map(
    (one) => payloads.find(({ email }) => email === `${one}@acme.example`).manager,
  );
  expect(managers[1]).toEqual(managers[2]);
  expect(managers[0]).not.toEqual(managers[1]);
});

inOne('asks once how the dates of a file are written', async ({ office: { ines } }) => {
  const rows = ['Kim,One,kim@acme.example,3/4/2031,', 'Lea,Two,lea@acme.example,5/6/2031,'];
  expect(await check(ines, rows)).toContain('Nobody can be added yet.');
  await ines.fill({ Dates: 'Day first (31/12)' });
  await ines.untilPage('2 hires can be added.');
  expect(ines.pageText()).toContain('*Thu 3 Apr, Thu 5 Jun*');
});

inOne('asks for the columns that their names don’t tell', async ({ office: { ines } }) => {
  const row = 'kim2@acme.example,Kim Three,2031-03-17,Deutsch';
  const text = await check(ines, [row], 'Contact,Who,When,Sprache');
  expect(text).toContain('Nobody can be added yet.');
  expect(text).toContain('Work email from “Contact”');
  await ines.fill({ 'Column with the first name': 'Who', 'Column with the last name': 'Who' });
  await ines.untilPage('No start day means today.');
  await ines.fill({ 'Column with the start day': 'When' });
  await ines.untilPage('*Mon 17 Mar*');
  expect(ines.pageText()).toContain('1 hire can be added.');
});

inOne('fills empty cells from a template, and asks a second time for more than 20', async ({ office }) => {
  const { ines, rows } = office;
  await ines.openFromHome('Templates');
  await ines.fillIn('New template', { 'Template name': 'Interns', Position: 'Intern' }, 'Template');
  await ines.send('Templates');
  await ines.open('/newhire import', 'Import hires');
  const given = people(21, 'interns.example').map((row, at) => `${row},${at === 0 ? 'Lead' : ''}`);
  await ines.submit({ Rows: [`${head},Job title`, ...given].join('\n'), Template: 'Interns' });
  await ines.untilView('Check import');
  await ines.submit();
  await ines.untilView('Add 21 hires?');
  await ines.press('Back');
  await ines.untilView('Check import');
  await start(ines, 21);
  await ines.untilMessage('Import finished: 21 of 21 added.');
  const payloads = (await rows('requests')).map(({ payload }) => String(payload));
  expect(payloads.filter((one) => one.includes('"position":"Intern"'))).toHaveLength(20);
  expect(payloads.filter((one) => one.includes('"position":"Lead"'))).toHaveLength(1);
});

it('leaves out rows that the service would refuse, without adding anybody', async ({ open, cleanup }) => {
  let isAway = false;
  const service = await behindProxy(cleanup, ourService, async (method, path, body) => {
    if (method !== 'POST' || path !== '/api/users/' || body.includes('"first_name"')) return undefined;
    if (isAway) return { when: 'before', answer: 503 };
    const mistakes = { first_name: ['This field is required.'], phone: ['Not a phone.'], extra: ['No.'] };
    return body.includes('"last_name":"Number1x"')
      ? { when: 'before', answer: { status: 400, body: JSON.stringify(mistakes) } }
      : undefined;
  });
  const office = await open({ at: begin, service });
  const { ines } = office;
  const text = await check(ines, people(3));
  expect(text).toContain('2 hires can be added. 1 row left out.');
  expect(text).toContain('Phone: The onboarding service doesn’t accept this phone. (row 3)');
  expect(text).toContain(
    'The onboarding service declined this for a reason outside the form. Tell your Frontdesk admin. (row 3)',
  );
  const asked = () => service.proxy.posted('/api/users/').map(({ status }) => status);
  expect(asked()).toHaveLength(3);
  expect(await added(office)).toEqual([]);
  // Each row is asked about once, and not while the service is away.
  await ines.submitUntil('Adding 2 hires.');
  await ines.untilMessage('Import finished: 2 of 2 added.');
  expect(asked()).toHaveLength(5);
  isAway = true;
  expect(await check(ines, people(3, 'other.example'))).toContain('3 hires can be added.');
});

it('adds 200 rows, leaves out the faulty ones, and gives them back with their reasons', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines } = office;
  const faulty = [
    'Bea,Noaddress,,2031-03-17,',
    ',Nofirst,nofirst@acme.example,2031-03-17,',
    'Bob,Baddate,bob@acme.example,32.13.2031,',
    'Cy,Badaddress,cy at acme,2031-03-17,',
    'Dan,Twice,ann3@acme.example,2031-03-17,',
    'Sofia,Again,sofia.lindqvist@acme.example,2031-03-17,',
    `Eve,${'x'.repeat(201)},eve@acme.example,2031-03-17,`,
    ...[29, 30, 31].map((day) => `Fay,Nosuchday,fay${day}@acme.example,${day}.02.2031,`),
    ...[1, 2, 3, 4, 5].map((at) => `Gus${'x'.repeat(200)},Longname,gus${at}@acme.example,2031-03-17,`),
    ...[1, 2, 3, 4, 5].map((at) => `,,nobody${at}@acme.example,2031-03-17,`),
  ];
  const rows = [...people(180), ...faulty];
  const extra = rows.map((row, at) =>
    `${row},=HYPERLINK("x"),${at}`
      .replaceAll('"x"', '""x""')
      .replace('=HYPERLINK(""x"")', '"=HYPERLINK(""x"")"'),
  );
  const text = await check(ines, extra, `${head},Notes,Cost center`);
  expect(text).toContain('180 hires can be added. 20 rows left out.');
  expect(text).toContain('Not used: “Notes” and “Cost center”.');
  expect(text).toContain('The same work email is in an earlier row. (row 186)');
  expect(text).toContain('An employee already has this work email. (row 187)');
  expect(text).toContain('Start day: I couldn’t use “32.13.2031” as a date. (row 184)');
  expect(text).toContain('Work email: Enter an address such as jane@acme.com. (rows 182 and 185)');
  expect(text.match(/Message in <#\w+> and to Marcus Oyelaran/g)).toHaveLength(1);
  expect(await added(office)).toEqual([]);
  await start(ines, 180);
  await ines.untilMessage('Import finished: 180 of 180 added.');
  await ines.untilMessage('The results of 200 rows.');
  await ines.untilMessage('20 rows not added.');
  expect(await added(office)).toHaveLength(180);
  expect(ines.directMessages()).toHaveLength(3);
  const results = fileCalled('Result of each row', office);
  expect(results).toHaveLength(201);
  expect(results.filter((row) => row.at(-1) === 'Added')).toHaveLength(180);
  const cells = fileCalled('Rows that weren’t added', office);
  expect(results).toEqual(expect.arrayContaining(cells.slice(1)));
  const names = office.sandbox.files().map(({ name }) => name);
  expect(names).toContainEqual(expect.stringMatching(/^hires-not-added-[\w-]{8}\.csv$/));
  expect(cells).toHaveLength(21);
  expect(cells[0]).toEqual([...head.split(','), 'Notes', 'Cost center', 'Reason']);
  expect(cells[1]?.slice(5)).toEqual([
    '\'=HYPERLINK("x")',
    '180',
    'Work email: Enter an address such as jane@acme.com.',
  ]);
  expect(cells[6]?.at(-1)).toContain('Sofia Lindqvist already has this address.');
});

it('names a manager who isn’t in Slack before the start, and once afterwards', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, bot, allSent } = office;
  const service = office.service.operator;
  await service.addUser({
    first_name: 'Ada',
    last_name: 'Elsewhere',
    email: 'ada@elsewhere.example',
    role: 2,
  });
  await bot.directory.refresh();
  const rows = people(4).map((row) =>
    row.replace('Marcus Oyelaran', 'Elsewhere, Ada').replace(/,([^,]*, [^,]*)$/, ',"$1"'),
  );
  const text = await check(ines, rows);
  expect(text).toContain(
    'Ada Elsewhere (manager) won’t be notified: they’re not in Slack under their email.',
  );
  await start(ines, 4);
  await ines.untilMessage('Import finished: 4 of 4 added.');
  await ines.untilMessage('The results of 4 rows.');
  await ines.untilMessage('Ada Elsewhere (manager) wasn’t notified about the imported hires');
  await allSent();
  expect(ines.directMessages()).toHaveLength(3);
});

it('announces all at once, and each change where they were announced', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, marcus, sofia, sandbox, allSent } = office;
  const rows = [
    ...people(5),
    `Ida,Other,ida@acme.example,${day},Sofia Lindqvist`,
    'Jon,Later,jon@acme.example,2031-03-24,Marcus Oyelaran',
  ];
  await check(ines, rows);
  // A post whose answer is lost is found again.
  sandbox.addFault({ target: 'chat.postMessage', kind: 'reset', when: 'after', times: 2 });
  await start(ines, 7);
  await ines.untilMessage('Import finished: 7 of 7 added.');
  await allSent();
  const texts = () => sandbox.messages(channels.hires).map(({ text }) => text);
  expect(texts().toSorted()).toEqual(['6 people join on Mon 17 Mar', 'Jon Later joins on Mon 24 Mar']);
  await marcus.untilMessage('6 new hires, with you as manager');
  const [told, ...more] = sandbox.messages('D0MARCUS');
  expect(JSON.stringify(told?.blocks)).toContain(
    'Ann Number4x joins on Mon 17 Mar\\nJon Later joins on Mon 24 Mar',
  );
  expect(more).toEqual([]);
  await sofia.untilMessage('Ida Other joins on Mon 17 Mar, with you as manager.');

  const openPerson = async (name: string) => {
    await ines.closeAll();
    await ines.openFromHome('Find a person');
    await ines.submit({ Name: name.split(' ').at(-1) ?? '' });
    await ines.press('Details');
    await ines.untilView('Person');
  };
  await openPerson('Ann Number1x');
  await ines.fillIn('Move start day', { 'New start day': '2031-03-31' });
  await ines.submitUntil('Mon 31 Mar');
  await ines.closeAll();
  await openPerson('Ann Number2x');
  await ines.open('Cancel start');
  await ines.submit();
  await ines.closeAll();
  await marcus.untilMessage('Ann Number2x won’t start');
  await allSent();
  const headline = sandbox.messages(channels.hires).find(({ text }) => text.includes('people join'));
  expect(headline?.text).toBe('4 people join on Mon 17 Mar');
  const shown = JSON.stringify(headline?.blocks);
  expect(shown).toContain(
    'Ann Number0x\\nAnn Number1x · New start day: Mon 31 Mar\\nAnn Number2x · Won’t start',
  );
  const replies = sandbox.messages('D0MARCUS').slice(1);
  expect(replies.map(({ threadTs }) => threadTs)).toEqual([told?.ts, told?.ts]);
});

it('reminds of all at once who come, and stops that for all', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, marcus, sandbox, clock, posted } = office;
  const others = [
    `Ida,Other,ida@acme.example,${day},Sofia Lindqvist`,
    'Sam,Saturday,sam@acme.example,2031-03-15,Marcus Oyelaran',
  ];
  await check(ines, [...people(4), ...others]);
  await start(ines, 6);
  await ines.untilMessage('Import finished: 6 of 6 added.');
  await office.allSent();
  await ines.openFromHome('Find a person');
  await ines.submit({ Name: 'Number2x' });
  await ines.press('Details');
  await ines.untilView('Person');
  await ines.open('Cancel start');
  await ines.submit();
  await ines.closeAll();
  await marcus.untilMessage('Ann Number2x won’t start');

  const moveTo = (to: string) => {
    clock.moveToDay(to);
    clock.moveBy(6_000);
  };
  const reminders = () => posted('U0MARCUS: ').filter((line) => /people start/.test(line));
  moveTo('2031-03-10');
  const soon = await marcus.untilMessage('3 people start in 7 days, on Mon 17 Mar, with you as manager.');
  expect(soon.texts).toContain('Ann Number0x\nAnn Number1x\nAnn Number3x');
  await marcus.press('Stop reminders');
  await marcus.untilMessage('No more reminders about these people.');
  moveTo('2031-03-14');
  await office.sofia.untilMessage('Ida Other starts in 3 days');
  await sandbox.settled();
  expect(reminders()).toHaveLength(1);
  await marcus.press('Undo');
  await marcus.untilMessage('You’ll get reminders about these people again.');

  // A post whose answer is lost is found again.
  sandbox.addFault({ target: 'chat.postMessage', kind: 'reset', when: 'after', times: 2 });
  moveTo('2031-03-17');
  await office.allSent();
  await marcus.untilMessage('3 people start today, with you as manager.');
  const inChannel = sandbox.messages(channels.hires).filter(({ text }) => text.includes('today'));
  expect(inChannel.map(({ text }) => text).toSorted()).toEqual([
    '3 people start today',
    'Ida Other starts today',
  ]);
  await marcus.untilMessage('Sam Saturday started on Sat 15 Mar, with you as manager.');
  moveTo('2031-03-24');
  await marcus.untilMessage('3 people started on Mon 17 Mar. Ask them how the first week went.');
  expect(reminders()).toHaveLength(3);
});

it('makes nothing twice of the same file, in a second import and by a second press', async ({ open }) => {
  const office = await open({ at: begin, mode: 'http' });
  const { ines, sandbox } = office;
  await check(ines, people(3));
  await start(ines, 3);
  const press = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  expect(await office.postSigned(press?.body ?? {})).toContain('This import has started.');
  await ines.untilMessage('Import finished: 3 of 3 added.');
  expect(await check(ines, people(3))).toContain(
    'An employee already has this work email. (rows 2, 3 and 4)',
  );
  expect(ines.view().submit).toBe('Check again');
  expect(await added(office)).toHaveLength(3);
});

/** Our service behind a proxy; the first hires pass. @param mishap for the others */
function lossy(
  cleanup: Cleanup,
  passing: number,
  mishap: (
    count: number,
  ) => Parameters<Awaited<ReturnType<typeof behindProxy>>['proxy']['next']>[1] | undefined,
) {
  let count = 0;
  return behindProxy(cleanup, ourService, (method, path, body) => {
    if (method !== 'POST' || path !== '/api/users/' || !body.includes('"first_name"')) return undefined;
    count += 1;
    return count > passing ? mishap(count) : undefined;
  });
}

it('goes on after an hour without the service, and after a restart in the middle', async ({
  open,
  cleanup,
}) => {
  let isAway = true;
  const service = await lossy(cleanup, 4, () => (isAway ? { when: 'before', answer: 503 } : undefined));
  const office = await open({ at: begin, service });
  const { ines, bot, clock, start: startBot } = office;
  await check(ines, people(15));
  await start(ines, 15);
  await ines.untilMessage('Waiting for the onboarding service.');
  expect(ines.directMessages().at(-1)?.text).toBe('Adding 15 hires: 4 of 15 added.');
  expect(await added(office)).toHaveLength(4);
  await bot.stop();
  // As if the process had ended before it noted what it submitted.
  const unnoted = { state: 'waiting', request_id: null, claimed_until: null };
  await office.inDatabase((db) => db.updateTable('hire_import_rows').set(unnoted).execute());
  clock.moveBy(3_600_000);
  await startBot();
  isAway = false;
  await ines.untilMessage('Import finished: 15 of 15 added.');
  expect(await added(office)).toHaveLength(15);
  const posted = service.proxy.posted('/api/users/').filter(({ status }) => status === 201);
  expect(posted).toHaveLength(15);
});

it('adds a person once whose answer was lost', async ({ open, cleanup }) => {
  const service = await lossy(cleanup, 2, (count) =>
    count === 3 ? { when: 'after', answer: 'drop' } : undefined,
  );
  const office = await open({ at: begin, service });
  await check(office.ines, people(6));
  await start(office.ines, 6);
  await office.ines.untilMessage('Import finished: 6 of 6 added.');
  expect(await added(office)).toHaveLength(6);
});

it('pauses, goes on, and cancels the rest', async ({ open, cleanup }) => {
  let [count, allowed] = [0, 3];
  const service = await behindProxy(cleanup, ourService, async (method, path, body) => {
    if (method !== 'POST' || path !== '/api/users/' || !body.includes('"first_name"')) return undefined;
    count += 1;
    const mine = count;
    await untilTrue(async () => mine <= allowed);
    return undefined;
  });
  const office = await open({ at: begin, service });
  const { ines } = office;
  await check(ines, people(30));
  await start(ines, 30);
  await ines.untilMessage('Adding 30 hires:');
  await ines.press('Pause');
  await ines.untilMessage('Paused:');
  allowed = 100;
  await ines.until(() => !ines.directMessages()[0]?.texts.join().includes('still being added'));
  const paused = (await added(office)).length;
  expect(paused).toBeLessThan(12);
  expect(ines.directMessages()[0]?.text).toBe(`Paused: ${paused} of 30 added.`);
  await ines.untilMessage(`${paused} people join on Mon 17 Mar`, channels.hires);
  allowed = paused + 2;
  await ines.press('Continue');
  await ines.untilMessage(`Adding 30 hires: ${paused + 2} of 30 added.`);
  await ines.press('Cancel the rest', { confirm: true });
  await ines.untilMessage('Cancelled:');
  allowed = 100;
  await ines.untilMessage(/\d+ rows not added/);
  const all = (await added(office)).length;
  expect(all).toBeLessThan(20);
  await ines.untilMessage(`Cancelled: ${all} of 30 added`);
  await ines.untilMessage(`${30 - all} rows not added.`);
});

it('lets a new hire from the form wait behind six rows at most', async ({ open, cleanup }) => {
  const sent: string[] = [];
  let allowed = 3;
  const service = await behindProxy(cleanup, ourService, async (method, path, body) => {
    if (method !== 'POST' || path !== '/api/users/' || !body.includes('"first_name"')) return undefined;
    const mine = sent.push(/"email":"([^"]+)/.exec(body)?.[1] ?? '');
    await untilTrue(async () => mine <= allowed);
    return undefined;
  });
  const office = await open({ at: begin, service });
  const { ines, grace, inService } = office;
  await check(ines, people(40));
  await start(ines, 40);
  await expect.poll(async () => (await office.rows('requests')).length).toBe(allowed + 6);
  await grace.open('/newhire Zoe Quick zoe@acme.example 2031-03-17');
  await grace.submitAndAgree();
  await expect.poll(async () => (await office.rows('requests')).length).toBe(allowed + 7);
  allowed = 100;
  await ines.untilMessage('Import finished: 40 of 40 added.');
  expect(await inService('zoe@acme.example')).toHaveLength(1);
  expect(sent.indexOf('zoe@acme.example')).toBeLessThan(3 + 7);
});

it('adds everybody once when two people of HR import the same file', async ({ open, cleanup }) => {
  const held = Promise.withResolvers<void>();
  const service = await behindProxy(cleanup, ourService, async (method, path, body) => {
    if (method === 'POST' && path === '/api/users/' && body.includes('"first_name"')) await held.promise;
    return undefined;
  });
  const office = await open({ at: begin, service });
  const { ines, grace } = office;
  for (const person of [ines, grace]) await check(person, people(12));
  await start(ines, 12);
  await expect.poll(async () => (await office.rows('requests')).length).toBe(6);
  await grace.submitUntil('Something here is new. Check again.');
  expect(grace.pageText()).toContain(
    'There’s already a request for this work email. (rows 2, 3, 4, 5, 6 and 7)',
  );
  await start(grace, 6);
  await expect.poll(async () => (await office.rows('requests')).length).toBe(12);
  held.resolve();
  await ines.untilMessage('Import finished: 6 of 12 added · 6 declined.');
  await grace.untilMessage('Import finished: 6 of 6 added.');
  expect(await added(office)).toHaveLength(12);
  await ines.untilMessage('6 rows not added.');
});

onPostgres('adds each person once with two processes', async ({ open, postgres }) => {
  const office = await open({ at: begin, env: { DATABASE_URL: postgres } });
  const { ines, start: startBot, sandbox } = office;
  const other = await startBot();
  await check(ines, people(30));
  await start(ines, 30);
  await ines.untilMessage('Import finished: 30 of 30 added.');
  // The process that finds the end sends the results after the other one may have said that it's over.
  await ines.untilMessage('The results of 30 rows.');
  await sandbox.settled();
  expect(await added(office)).toHaveLength(30);
  expect((await office.rows('requests')).length).toBe(30);
  expect(ines.directMessages()).toHaveLength(2);
  await other.stop();
});

/**
 * Imports hires into a service that adds a few of them after each update of the progress.
 * @returns each text of the progress, and the milliseconds between them
 */
async function importInSteps(
  { open, cleanup }: { open: Open; cleanup: Cleanup },
  options: WorldOptions<Ours>,
) {
  const told: { text: string; at: number }[] = [];
  let count = 0;
  const service = await behindProxy(cleanup, ourService, async (method, path, body) => {
    if (method !== 'POST' || path !== '/api/users/' || !body.includes('"first_name"')) return undefined;
    count += 1;
    const mine = count;
    await untilTrue(async () => mine <= told.length * 6);
    return undefined;
  });
  const office = await open({ at: begin, service, ...options });
  const { ines, sandbox, clock } = office;
  const stop = sandbox.onChange(() => {
    const own = sandbox
      .calls()
      .flatMap(({ args: { text } }) => (/ of 24 added/.test(`${text}`) ? `${text}` : []));
    told.push(...own.slice(told.length).map((text) => ({ text, at: clock.now().getTime() })));
  });
  await check(ines, people(24));
  await start(ines, 24);
  await untilTrue(async () => told.at(-1)?.text.startsWith('Import finished') === true);
  await sandbox.settled();
  stop();
  const pauses = told.slice(1).map(({ at }, index) => at - (told[index]?.at ?? 0));
  return { office, texts: told.map(({ text }) => text), pauses };
}

it('updates the progress message at most once a second, and ends exact', async ({ open, cleanup }) => {
  const clock = testClock({ start: begin, speed: 5 });
  const { office, texts, pauses } = await importInSteps({ open, cleanup }, { clock });
  expect(texts.length).toBeGreaterThan(3);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
  expect(texts.at(-1)).toBe('Import finished: 24 of 24 added.');
  expect(JSON.stringify(office.sandbox.calls())).toMatch(/▰+▱+ About a minute left/);
  expect(await added(office)).toHaveLength(24);
});

onPostgres('updates it at most once a second with two processes', async ({ open, cleanup, postgres }) => {
  const withOther: Open = async (options) => {
    const office = await open(options);
    await office.start();
    return office;
  };
  const env = { DATABASE_URL: postgres };
  const { texts, pauses } = await importInSteps({ open: withOther, cleanup }, { env });
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
  expect(texts.at(-1)).toBe('Import finished: 24 of 24 added.');
});

inWhole('offers pasted rows alone to an app without the scope for files', async ({ open }) => {
  const { ines } = await open({ at: begin, manifest: manifest.replace(/^ *- files:read\n/m, '') });
  await ines.open('/newhire import', 'Import hires');
  expect(Object.keys(ines.view().fields)).toEqual(['Rows']);
  expect(ines.pageText()).toContain('your Frontdesk admin has to reinstall the Slack app');
});

inOne('checks a file at the command line, and adds nobody', async ({ office, cleanup }) => {
  const file = join(temporaryFolder(cleanup), 'Interns.csv');
  const run = async (content: string | Buffer) => {
    writeFileSync(file, content);
    return runHere(['hires', 'import', file, '--dry-run'], office.environment);
  };
  const row = `Zoë,Cli,zoe@acme.example,${day},`;
  const before = (await office.rows('requests')).length;
  const whole = await run(Buffer.from(`${head}\n${row}Marcus Oyelaran`, 'latin1'));
  expect(whole.said).toContain('1 hire can be added.\nColumns: First name from “First name”,');
  expect(whole.failure).toBeUndefined();
  const rows = [`${row}Nobody`, `Sofia,Again,sofia.lindqvist@acme.example,${day},`];
  const partly = await run([head, ...rows].join('\n'));
  expect(partly.said).toContain('1 hire can be added. 1 row left out.');
  expect(partly.said).toContain('1 manager not found: “Nobody” (row 2).');
  expect(partly.said).toContain('Left out:\nAn employee already has this work email. (row 3)');
  expect(String(partly.failure)).toContain('Not every row can be added as it is.');
  const unnamed = await run(`Contact,Who,When\nzoe@acme.example,Zoe,${day}`);
  expect(unnamed.said).toContain('No heading for the first name.\nNo heading for the last name.');
  expect(String((await run('PK\u0003\u0004')).failure)).toContain('This is a workbook.');
  expect(await office.rows('requests')).toHaveLength(before);
});

const stores = [
  ['SQLite', freshSqlite] as const,
  ...(postgresUrl ? [['PostgreSQL', freshPostgres] as const] : []),
];

it.for(stores)(
  'forgets rows after 30 days, and cancels what is still paused (%s)',
  async ([, fresh], { cleanup }) => {
    const { url, remove } = await fresh();
    cleanup.later(remove);
    const database = await openMigrated<BotTables>(url, migrations);
    cleanup.later(database.close);
    let now = new Date(begin);
    const imports = createHireImports(database, () => now);
    for (const id of ['I-draft', 'I-ended', 'I-paused']) await imports.create(id, 'U0INES', {}, {});
    for (const id of ['I-ended', 'I-paused']) await imports.begin(id, [{ number: 2, request: {} }]);
    await imports.change('I-paused', ['running'], 'paused');
    await imports.end('I-ended');
    now = new Date(now.getTime() + 31 * 86_400_000);
    await imports.forgetOld();
    expect(await imports.find('I-draft')).toBeUndefined();
    expect(await imports.find('I-ended')).toBeUndefined();
    expect(await imports.counts('I-ended')).toMatchObject({ all: 0 });
    expect(await imports.open()).toMatchObject([{ id: 'I-paused', state: 'cancelled' }]);
    expect(await imports.claim('I-paused', 1)).toEqual([]);
  },
);
