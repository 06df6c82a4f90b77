import { expect } from 'vitest';
import { addDays, type Day, dayIn, formatDay } from '../../src/time/dates.ts';
import { testClock } from '../clock.ts';
import type { Person } from '../driver/person.ts';
import { type Cleanup, channels, releasedService, serverThat } from './office.ts';
import { everyWay, inOneOffice, inWhole, it } from './world.ts';

/** Lists people without their addresses, and drops the answer to the first creation. */
async function blindService(cleanup: Cleanup) {
  const seen = { creations: 0 };
  const url = await serverThat(cleanup, (request, response) => {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'OPTIONS') return void say(200, {});
    if (request.url === '/api/employees/') return void say(200, [{ id: 1 }, { id: 2 }]);
    if (request.url === '/api/sequences/') return void say(200, []);
    if (request.url !== '/api/users/') return void say(404, {});
    seen.creations += 1;
    if (seen.creations === 1) return void response.destroy();
    return void say(201, { id: 3, first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example' });
  });
  return { url, token: 'a'.repeat(40), seen };
}

const inOne = inOneOffice();
const today = dayIn('UTC', new Date());

async function find(person: Person, name: string, found: string | RegExp) {
  await person.submitUntil(found, { Name: name });
}

/** The day as lists show it, where the year goes without saying. */
const short = (day: Day) => formatDay(day, 'en-GB', today);

it.for(everyWay)(
  'opens a page about somebody: what was entered, who did what, who was notified ($way)',
  async (way, { open }) => {
    const { ines, hire, day } = await open(way);
    const start = short(day());
    await hire({ fields: { Manager: 'Marcus Oyelaran', Position: 'Designer', Phone: '+49 30 1' } });
    await ines.visitHome(`*Jane Doe* · Starts ${short(day())}\nDesigner · Manager: Marcus Oyelaran`);
    await ines.pressSpoken('Details: Jane Doe');
    const page = await ines.untilView('Person');
    expect(page.texts[0]).toBe('Jane Doe');
    for (const words of [
      `*Starts ${short(day())}*\nDesigner · Manager: Marcus Oyelaran`,
      'Requested by <@U0INES> on ',
      'Work email: jane@acme.example',
      `Start day: ${start}`,
      'Role: New hire',
      'Manager: Marcus Oyelaran',
      'Phone: +49 30 1',
    ])
      expect(ines.pageText()).toContain(words);
    expect(ines.pageText()).toMatch(/· Submitted by <@U0INES>\n.*· Sent to the onboarding service\n.*· Done/);
    await ines.untilPage(/Announcement to <#\w+> · sent/);
    await ines.untilPage(/Message to <@U0MARCUS> · sent/);
    expect(page.buttons).not.toContain('Try again');
  },
);

it('has a start and a departure of one person on one page, each with what can be done', async ({ open }) => {
  const { ines, marcus, day, hire, offboard } = await open();
  await hire({ fields: { Manager: 'Marcus Oyelaran' } });
  await offboard({ name: 'Jane Doe', on: day(60), by: ines });
  await ines.openPerson();
  const { buttons } = await ines.untilPage(/^Jane Doe\n[\s\S]*\*Leaving /);
  expect(ines.pageText()).toMatch(/\*Starts [\s\S]*Entered: New hire[\s\S]*Submitted by/);
  for (const button of [
    'Move start day',
    'Change manager or buddy',
    'Cancel start',
    'Change last day',
    'Cancel offboarding',
  ])
    expect(buttons.filter((text) => text === button)).toHaveLength(1);
  // Departures are confidential: her manager sees the start alone.
  await marcus.openPerson();
  expect(marcus.pageText()).toContain('*Starts ');
  expect(marcus.pageText()).not.toMatch(/Leaving|Offboarding/);
});

inOne('lists somebody who starts today without a chosen day', async ({ office: { ines, submitHire } }) => {
  await submitHire('Ann Doe');
  await ines.visitHome(`This week and next\n*Ann Doe* · Started ${short(today)}`);
});

inOne('shows managers what is theirs and concerns them, however they ask', async ({ office }) => {
  const { ines, marcus, leila, bot, day, offboard, submitHire } = office;
  const manager = bot.directory.current()?.peopleByEmail.get('marcus.oyelaran@acme.example')?.id;
  await offboard();
  await submitHire('Joan Doe', day(), { manager, phone: '+49 30 1' });
  await submitHire('John Roe', day());
  await marcus.visitHome('*Joan Doe* · Starts');
  await marcus.untilHome('*Sofia Lindqvist* · Leaving');
  expect(marcus.homeText()).not.toContain('John');
  await marcus.pressUntil('All starts and departures', '*Sofia Lindqvist* · Leaving');
  expect(marcus.pageText()).not.toContain('John');
  await marcus.pressSpoken('Details: Joan Doe');
  await marcus.untilPage('HR and the requester can see everything');
  expect(marcus.pageText()).not.toMatch(/\+49|<#/);
  await marcus.closeAll();
  await marcus.open('Find a person');
  await find(marcus, 'john', 'Nobody with this name');
  await find(marcus, 'sofia', /^\*Sofia Lindqvist\* · .*$/);
  await find(marcus, 'joan', /^\*Joan Doe\* · .*$/);
  await leila.visitHome('No starts or departures.');
  expect(leila.homeText()).not.toMatch(/Sofia|Joan|John/);
  await ines.visitHome('John Roe');
  await ines.untilHome('*Sofia Lindqvist* · Leaving');
});

it('leads page by page to all who start and leave, later and back in time, and to everybody, found in any case and without accents', async ({
  open,
}) => {
  const { ines, submitHire } = await open();
  await submitHire('José Núñez', addDays(today, -45));
  for (let number = 1; number <= 45; number += 1)
    await submitHire(`Nr${number} Doe`, addDays(today, (number - 5) * 9));
  await ines.visitHome('Nr5 Doe');
  await ines.untilHome(/This week and next\n\*Nr5 Doe\* · Started .*\n[\s\S]*Later\n/);
  expect(ines.homeText()).not.toMatch(/Nr([1-3]|1[2-9]) Doe/);
  await ines.open('All starts and departures', 'Starts and departures');
  expect(ines.pageText()).toMatch(/This week\n[\s\S]*Nr5 Doe[\s\S]*Week of [\s\S]*Nr24 Doe.*$/);
  for (const [button, shown] of [
    ['Later', /Nr25 Doe[\s\S]*Nr44 Doe.*$/],
    ['Later', /Nr45 Doe.*$/],
    ['Earlier', /Nr25 Doe[\s\S]*Nr44 Doe.*$/],
    ['From today', /Nr5 Doe[\s\S]*Nr24 Doe.*$/],
    ['Earlier', /Nr1 Doe[\s\S]*Nr4 Doe.*$/],
  ] as const) {
    await ines.pressUntil(button, shown);
    if (shown.source.startsWith('Nr45')) expect(ines.view().buttons).not.toContain('Later');
  }
  expect(ines.view().buttons).not.toContain('Earlier');
  await ines.pressSpoken('Details: Nr4 Doe');
  await ines.untilView('Person');
  expect(ines.views()).toHaveLength(2);
  expect(ines.pageText()).toContain('Nr4 Doe');
  await ines.closeAll();
  await ines.open('Find a person');
  expect(ines.pageText()).toMatch(/Nr45 Doe[\s\S]*Nr26 Doe/);
  await ines.pressUntil('Next page', /^\*Nr25 Doe[\s\S]*Nr6 Doe/);
  await ines.pressUntil('Next page', /^\*Nr5 Doe[\s\S]*Nr1 Doe[\s\S]*José Núñez/);
  expect(ines.view().buttons).not.toContain('Next page');
  await ines.pressUntil('Previous page', /^\*Nr25 Doe/);
  await find(ines, 'nunez JOS', /^\*José Núñez\* · .*$/);
  await find(ines, 'nobody', 'Nobody with this name');
  await find(ines, 'doe', 'Nr45 Doe');
  await ines.pressUntil('Next page', /^\*Nr25 Doe/);
  await find(ines, '', /^\*Nr45 Doe/);
  await ines.pressSpoken('Details: Nr45 Doe');
  await ines.untilPage('Entered: New hire');
  await ines.close();
  expect(ines.pageText()).toMatch(/^\*Nr45 Doe[\s\S]*Nr26 Doe/);
});

inWhole('shows on the page what came of a press, also when it ends a moment later', async ({ open }) => {
  const { ines, service, submitHire, day } = await open({ service: releasedService });
  service.spoilToken(service.token, 'removed');
  await submitHire('Jane Doe', day());
  await submitHire('John Roe', day());
  await ines.openHome();
  await ines.pressSpoken('Details: John Roe');
  await ines.untilPage('Saved, not sent yet');
  expect((await ines.pressSpoken('Cancel: John Roe')).outcome).toBe('confirm');
  await ines.pressSpoken('Cancel: John Roe', { confirm: true });
  await ines.untilPage('John Roe\n*New hire · Cancelled*');
  expect(ines.pageText()).toMatch(/Cancelled by <@U0INES>/);
  expect(ines.view().buttons).toEqual([]);
  await ines.closeAll();
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage('Saved, not sent yet');
  service.allowToken(service.token);
  await ines.pressSpoken('Try again: Jane Doe');
  await ines.untilPage(/Jane Doe\n\*Start(?:s|ed) .*[\s\S]*Tried again by <@U0INES>/);
  await ines.until(() => ines.view().buttons.includes('Move start day'));
  expect(ines.view().buttons).toEqual([
    'Change manager or buddy',
    'Move start day',
    'Cancel start',
    'Rehearse',
    'Add to calendar',
  ]);
});

inWhole.for([
  ['Yes, it’s done', 'yes', 1],
  ['No, send it again', 'no', 2],
] as const)(
  'asks a person where nobody can be found by address, and takes “%s” on their page',
  async (row, { open }) => {
    const [button, answer, creations] = row;
    const { ines, service, sandbox } = await open({ service: blindService, clock: testClock({ speed: 60 }) });
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.submit();
    await ines.untilMessage('Is Jane Doe in the onboarding service?');
    await ines.closeAll();
    await ines.visitHome('Needs your answer');
    await ines.pressSpoken('Details: Jane Doe');
    await ines.untilPage('Is Jane Doe in the onboarding service?');
    expect(service.seen.creations).toBe(1);
    await ines.pressSpoken(`${button}: Jane Doe`);
    await ines.untilPage(new RegExp(`\\*Start(?:s|ed) .*[\\s\\S]*Answered ${answer} by <@U0INES>`));
    await ines.untilMessage('Jane Doe has been added');
    expect(service.seen.creations).toBe(creations);
    await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  },
);

inWhole('corrects a declined request from its page, and dismisses it from App Home', async ({ open }) => {
  const { ines, submitHire, day } = await open();
  await submitHire('Jane Doe', day(), { email: 'ines.duarte@acme.example' });
  await ines.visitHome('*Jane Doe* · New hire · Declined by the onboarding service');
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage('Declined');
  await ines.pressSpoken('Correct and send again: Jane Doe');
  const form = await ines.untilView('New hire');
  expect(form.fields['First name']?.value).toBe('Jane');
  await ines.closeAll();
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage('Declined');
  await ines.pressSpoken('Dismiss: Jane Doe');
  await ines.untilPage('Dismissed by <@U0INES>');
  expect(ines.view().buttons).not.toContain('Dismiss');
  await ines.closeAll();
  await ines.until(() => !ines.homeText().includes('Jane Doe'));
  await submitHire('John Roe', day());
  await ines.untilHome('John Roe');
  await ines.pressUntil('Find a person', '*Jane Doe* · New hire · Declined');
});

it('says in a press on an old Home that a request is not kept any more', async ({ open }) => {
  const { ines, submitHire, day, inDatabase } = await open();
  await submitHire('Jane Doe', day());
  await ines.visitHome('Jane Doe');
  // Retention takes a year.
  const forgotten = { forgotten_at: '2026-01-01', payload: '{}', context: '{}', subject: '' };
  await inDatabase((db) => db.updateTable('requests').set(forgotten).execute());
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage('This person can’t be shown');
});

it('takes away the page and the list that a manager made a guest has open', async ({ open }) => {
  const { marcus, sandbox, offboard } = await open();
  await offboard();
  await marcus.openHome();
  await marcus.pressSpoken('Details: Sofia Lindqvist');
  await marcus.untilPage('Sofia Lindqvist');
  sandbox.changePerson('U0MARCUS', { isGuest: true });
  await marcus.untilPage('only for full members');
  expect(marcus.pageText()).not.toContain('Sofia');
  await marcus.closeAll();
  sandbox.changePerson('U0MARCUS', { isGuest: false });
  await marcus.openFromHome('Find a person');
  await marcus.untilPage('Sofia');
  sandbox.changePerson('U0MARCUS', { isGuest: true });
  await sandbox.settled();
  await find(marcus, 'Sofia', 'only for full members');
});
