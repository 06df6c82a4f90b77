import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { testClock } from '../clock.ts';
import { call } from '../sandbox/stage/call.ts';
import { employeesOf, ourService, releasedService } from './office.ts';
import { crowd, has, importingService, openPeople, somebody } from './people-office.ts';
import { begin, inWhole, it, modes } from './world.ts';

/** In Slack only; the demo's people are in the service already. */
const newcomers = [
  somebody('U0MARY', 'Mary Ann Smith', { title: 'Engineer' }),
  somebody('U0DOE', 'Doe, Jane', { email: 'Jane.Doe@acme.example', timezone: 'Etc/GMT+12' }),
];
const outsiders = [
  somebody('U0CHER', 'Cher'),
  somebody('U0NOMAIL', 'No Address', { email: '' }),
  somebody('U0GONE', 'Gone Long', { isDeleted: true }),
  somebody('U0OTHERBOT', 'Other Bot', { isBot: true }),
  somebody('U0STRANGER', 'From Elsewhere', { isStranger: true }),
  somebody('U0SINGLE', 'Single Guest', { isUltraGuest: true }),
];

const workspace = { people: [...demoWorkspace.people, ...newcomers, ...outsiders] };

it.for(modes)('shows what would be done, and does it when HR agrees, over %s', async (mode, { open }) => {
  const { ines, bot, service, inService } = await open({ mode, workspace });
  const before = await employeesOf(service);
  const { texts, submit } = await openPeople(ines);
  const said = texts.join('\n');
  expect(said).toContain('Add 2 people.');
  expect(said).toContain(
    'Left out: 2 guests, 2 bots, 1 deactivated, 1 from other workspaces, 1 without an email address, 1 with a single name.',
  );
  expect(said).toContain('To add:\nMary Ann Smith\nJane Doe');
  expect(said).toMatch(/email address in Slack:\nCher\nNo Address/);
  expect(await employeesOf(service)).toEqual(before);
  expect(submit).toBe('Import');

  await ines.submitUntil('2 people added.');
  await ines.untilMessage('2 people added.');
  expect(await employeesOf(service)).toHaveLength(before.length + 2);
  const jane = { first_name: 'Jane', last_name: 'Doe' };
  expect(await inService('jane.doe@acme.example')).toMatchObject([jane]);
  const mary = { first_name: 'Mary', last_name: 'Ann Smith', email: 'u0mary@acme.example' };
  expect(await has(service, { ...mary, position: 'Engineer', timezone: 'Asia/Kolkata' })).toBe(true);
  await expect.poll(() => bot.directory.current()?.peopleByEmail.has('u0mary@acme.example')).toBe(true);
});

it('changes only what Slack says, and nothing a second time', async ({ open, cleanup }) => {
  const service = await ourService(cleanup);
  const mary = { first_name: 'Mary Ann', last_name: 'Smith', email: 'u0mary@acme.example', role: 2 } as const;
  await service.operator.addUser({ ...mary, position: 'Intern', timezone: 'Europe/Paris' });
  const cy = { first_name: 'Cyrus', last_name: 'Old', email: 'u0cy@acme.example' };
  await service.operator.addUser({ ...cy, role: 2, position: 'Cook', timezone: 'Europe/Paris' });
  const people = [
    ...demoWorkspace.people,
    somebody('U0MARY', 'Mary Ann Smith', { title: 'Engineer', timezone: 'Europe/Paris' }),
    somebody('U0CY', 'Cyrus New', { title: '', timezone: 'Europe/Rome' }),
  ];
  const { ines, grace } = await open({ service, workspace: { people } });
  const said = (await openPeople(ines)).texts.join('\n');
  for (const line of ['Update 2 people.', 'Mary Ann Smith: position', 'Cyrus New: last name, time zone'])
    expect(said).toContain(line);
  await openPeople(grace);
  await Promise.all([ines.submit(), grace.submit()]);
  for (const person of [ines, grace])
    await person.untilMessage(/(person|people) (added|updated)|Nobody was added|Nothing left to import/);
  expect(await has(service, { ...mary, position: 'Engineer', timezone: 'Europe/Paris' })).toBe(true);
  const changed = { first_name: 'Cyrus', last_name: 'New', email: cy.email };
  expect(await has(service, { ...changed, position: 'Cook', timezone: 'Europe/Rome' })).toBe(true);
  await ines.closeAll();
  const again = await openPeople(ines);
  expect(again.texts.join()).toContain('Everyone is up to date (');
  expect(again.submit).toBeNull();
});

inWhole('reports how far a broken import came, and resumes it', async ({ open, cleanup }) => {
  let writes = 0;
  const service = await importingService(cleanup, ({ dry_run }) => {
    writes += dry_run ? 0 : 1;
    return writes === 2 && !dry_run ? 503 : undefined;
  });
  const { ines } = await open({ service, workspace: { people: [...demoWorkspace.people, ...crowd(700)] } });
  const before = (await employeesOf(service)).length;
  const { texts } = await openPeople(ines);
  expect(texts.join('\n')).toMatch(/Add 700 people\.[\s\S]*Number 19x\nand 680 more/);
  await ines.submit();
  const stopped = 'The import didn’t finish.';
  await ines.untilPage(stopped);
  expect(ines.pageText()).toContain('500 people added. The outcome for 200 people isn’t known.');
  await ines.untilMessage(stopped);
  expect(await employeesOf(service)).toHaveLength(before + 500);
  await ines.pressUntil('Try again', 'Add 200 people.');
  await ines.submit();
  await ines.untilMessage('200 people added.');
  expect(await employeesOf(service)).toHaveLength(before + 700);
});

inWhole.for([
  ['fails', 3, ['The import didn’t finish.', 'The outcome for 2 people isn’t known.']],
  ['never begins', 2, ['Nothing was imported.']],
] as const)('says in a message that a closed window’s import %s', async (row, { open, cleanup }) => {
  const [, failing, sentences] = row;
  const answer = Promise.withResolvers<number>();
  let asked = 0;
  const service = await importingService(cleanup, () => {
    asked += 1;
    return asked >= failing ? answer.promise : undefined;
  });
  const { ines } = await open({ service, workspace });
  await openPeople(ines);
  await ines.submit();
  await expect.poll(() => asked).toBe(failing);
  await ines.closeAll();
  answer.resolve(503);
  for (const sentence of sentences) await ines.untilMessage(sentence);
  if (failing === 3) expect(ines.directMessages().at(-1)?.buttons).toContain('Try again');
});

inWhole('adds only what is missing when it is repeated after a restart', async ({ open, cleanup }) => {
  const answer = Promise.withResolvers<number>();
  let writes = 0;
  const service = await importingService(cleanup, ({ dry_run }) => {
    writes += dry_run ? 0 : 1;
    return writes === 2 && !dry_run ? answer.promise : undefined;
  });
  const workspace = { people: [...demoWorkspace.people, ...crowd(700)] };
  const { ines, bot, start } = await open({ service, workspace, clock: testClock({ speed: 20 }) });
  await openPeople(ines);
  await ines.submit();
  await expect.poll(() => writes).toBe(2);
  await bot.stop();
  answer.resolve(503);
  await start();
  await ines.closeAll();
  expect((await openPeople(ines)).texts.join()).toContain('Add 200 people.');
  await ines.submit();
  await ines.untilMessage('200 people added.');
});

inWhole('asks again where Slack has more people than HR agreed to', async ({ open }) => {
  const { ines, sandbox, service, clock } = await open({ at: begin, workspace });
  const before = await employeesOf(service);
  await openPeople(ines);
  sandbox.addPerson(somebody('U0LATER', 'Came Later'));
  await sandbox.settled();
  clock.moveBy(6 * 60_000);
  await ines.submitUntil('Add 3 people.');
  expect(ines.pageText()).toContain('The list has changed, so nothing was imported.');
  expect(await employeesOf(service)).toEqual(before);
  await ines.submit();
  await ines.untilMessage('3 people added.');
});

inWhole('reads Slack page by page, however often Slack asks it to wait', async ({ open }) => {
  const workspace = { people: [...demoWorkspace.people, ...crowd(2_100)] };
  const { ines, sandbox } = await open({ workspace, clock: testClock({ speed: 20 }) });
  sandbox.addFault({ target: 'users.list', kind: 'ratelimited', milliseconds: 5_000, times: 3 });
  sandbox.addFault({ target: 'users.list', kind: 'reset', times: 1 });
  expect((await openPeople(ines)).texts.join()).toContain('Add 2,100 people.');
  const pages = sandbox.calls('users.list').filter(({ answer }) => answer?.ok === true);
  expect(pages).toHaveLength(3);
  await ines.closeAll();
  sandbox.addFault({ target: 'users.list', kind: 'ratelimited', milliseconds: 20_000, times: 1 });
  await ines.openFromHome('Import from Slack');
  await ines.closeAll();
  await sandbox.settled();
  expect(ines.views()).toEqual([]);
  expect(ines.notices()).toEqual([]);
});

it('adds nobody where Slack doesn’t answer, and says so', async ({ open }) => {
  const { ines, sandbox, service } = await open({ workspace, clock: testClock({ speed: 50 }) });
  const before = await employeesOf(service);
  sandbox.addFault({ target: 'users.list', kind: 'error', times: 3 });
  expect((await openPeople(ines)).texts.join()).toContain('Slack didn’t list its people.');
  await ines.pressUntil('Try again', 'Add 2 people.');
  expect(await employeesOf(service)).toEqual(before);
});

it('takes strange names, and leaves out only what the service refuses', async ({ open }) => {
  const people = [
    ...demoWorkspace.people,
    somebody('U0CHANNEL', '<!channel> *Bold*', { title: '{% nope %} <@U0INES>' }),
    somebody('U0ASTRO', `${'👩‍🚀'.repeat(30)} ${'عمر '.repeat(20)}`, { title: 'W'.repeat(900) }),
    somebody('U0LONG', `${'W'.repeat(201)} Long`),
    somebody('U0NUL', 'Nul\0 \uD800Half'),
    somebody('U0PLUS', 'Local Part', { email: 'jö@acme.example' }),
  ];
  const { ines, service, inService } = await open({ workspace: { people } });
  await openPeople(ines);
  const leftOut = '2 with a name or address the onboarding service refuses';
  for (const text of ['Add 3 people.', leftOut, '<!channel> *Bold*']) expect(ines.pageText()).toContain(text);
  await ines.submit();
  await ines.untilMessage('3 people added.');
  const channel = { first_name: '<!channel>', last_name: '*Bold*', email: 'u0channel@acme.example' };
  expect(await has(service, { ...channel, position: '{% nope %} <@U0INES>' })).toBe(true);
  const nul = { first_name: 'Nul', last_name: 'Half' };
  expect(await inService('u0nul@acme.example')).toMatchObject([nul]);
});

it('imports the others where the service refuses one', async ({ open, cleanup }) => {
  const service = await importingService(cleanup, ({ people }) =>
    people.some(({ last_name }) => last_name === 'Smith') ? 400 : undefined,
  );
  const people = [...workspace.people, somebody('U0SMITH', 'Ann Smith')];
  const { ines } = await open({ service, workspace: { people } });
  const said = (await openPeople(ines)).texts.join('\n');
  expect(said).toContain('Add 2 people.');
  expect(said).toMatch(/email address in Slack:\nAnn Smith\n/);
  await ines.submit();
  await ines.untilMessage('2 people added.');
});

it('says of an old button that the service can’t import', async ({ open, cleanup }) => {
  const service = await releasedService(cleanup);
  const { ines, sandbox } = await open({ service, workspace });
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('New hire'));
  expect(ines.homeText()).not.toMatch(/People from Slack|Sync with Slack/);
  expect(ines.home()?.buttons).not.toContain('Import from Slack');
  const text = { type: 'plain_text', text: 'Bring them' };
  const elements = [{ type: 'button', action_id: 'people_import', text }];
  const blocks = [{ type: 'actions', elements }];
  await call(sandbox, 'chat.postMessage', { channel: ines.id, text: 'Hi', blocks });
  await ines.untilMessage('Hi');
  await ines.closeAll();
  await ines.open('Bring them', 'Import from Slack');
  await ines.untilPage('onboarding service can’t import people');
});
