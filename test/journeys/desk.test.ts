import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { NewHire } from '../../src/contract/new-hire.ts';
import { openDatabase } from '../../src/database/open.ts';
import { addDays, type Day, dayIn, formatDay } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { blindService } from './blind-service.ts';
import { workdayIn } from './days.ts';
import { type Cleanup, everyWay, type Office, openOffice, ourService, releasedService } from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

const soon = workdayIn(10);
const today = dayIn('UTC', new Date());

/** Request as a form submits it. */
function hire(name: string, start_day?: Day, more: Record<string, unknown> = {}) {
  const [first_name = '', last_name = 'Doe'] = name.split(' ');
  const email = `${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}@acme.example`;
  return {
    kind: 'newhire',
    payload: NewHire.parse({ first_name, last_name, email, role: 0, start_day, ...more }),
    submission: `F-${name}`,
    requester: 'U0INES',
    context: { personName: name, sequenceNames: [], viewId: 'V0' },
  };
}

async function add({ bot }: Office, name: string, start_day?: Day, more: Record<string, unknown> = {}) {
  const { answers } = await bot.ledger.submit(hire(name, start_day, more));
  await answers.first;
  answers.forget();
}

async function offboardSofia({ marcus }: Office) {
  await marcus.command('/offboard', { channel: 'C0GENERAL' });
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': soon });
  await marcus.submitAndAgree();
  await marcus.untilView('Offboarding started');
  await marcus.closeAll();
}

describe.each(everyWay)('in %s (%s), with %s', (_mode, mode, _service, serviceFor) => {
  const open = async (own: Cleanup) => openOffice(own, { mode, service: await serviceFor(own) });
  const shared = sharedOffice(open);

  it('opens a page about somebody: what was entered, who did what, and who was notified', async () => {
    const { ines } = shared();
    await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
    await ines.untilView('New hire');
    await ines.fill({ Manager: 'Marcus Oyelaran', Position: 'Designer', Phone: '+49 30 1' });
    await expect.poll(async () => (await ines.submitAndAgree()).outcome).not.toBe('no response');
    await ines.untilView('New hire added');
    await ines.untilMessage('Jane Doe has been added');
    await ines.closeAll();
    await ines.openHome();
    await ines.untilHome(`${formatDay(soon, 'en-GB')}: Jane Doe starts\nDesigner · Manager: Marcus Oyelaran`);
    await ines.pressSpoken('Details: Jane Doe');
    const page = await ines.untilView('Request');
    expect(page.texts[0]).toBe('Jane Doe');
    for (const words of [
      `New hire: Jane Doe\nStarts ${formatDay(soon, 'en-GB')} · requested `,
      'Requested by <@U0INES>',
      'Work email: jane@acme.example',
      `Start day: ${formatDay(soon, 'en-GB')}`,
      'Role: New hire',
      'Manager: Marcus Oyelaran',
      'Phone: +49 30 1',
    ])
      expect(ines.pageText()).toContain(words);
    expect(ines.pageText()).toMatch(/· Submitted by <@U0INES>\n.*· Sent to the onboarding service\n.*· Done/);
    await ines.untilPage(/Result to you · sent/);
    await ines.untilPage(/Announcement to <#C0NEWHIRES> · sent|Announcement to <#\w+> · sent/);
    await ines.untilPage(/Notice to <@U0MARCUS> · sent/);
    expect(page.buttons).not.toContain('Try again');
  });

  it('lists somebody who starts today without a chosen day', async () => {
    const { ines } = shared();
    await add(shared(), 'Ann Doe');
    await ines.openHome();
    await ines.untilHome(`This week\nToday, ${formatDay(today, 'en-GB')}: Ann Doe starts`);
  });

  it('shows a manager their own and what concerns them, and nobody else’s leavers, however they ask', async () => {
    const { ines, marcus, sandbox, bot } = shared();
    const leila = sandbox.person('U0LEILA');
    const marcusId = bot.directory.current()?.peopleByEmail.get('marcus.oyelaran@acme.example')?.id;
    await offboardSofia(shared());
    await add(shared(), 'Joan Doe', soon, { manager: marcusId, phone: '+49 30 1' });
    await add(shared(), 'John Roe', soon);
    await marcus.openHome();
    await marcus.untilHome(
      /Joan Doe starts[\s\S]*Sofia Lindqvist leaves|Sofia Lindqvist leaves[\s\S]*Joan Doe starts/,
    );
    expect(marcus.homeText()).not.toContain('John');
    await marcus.press('All starts and departures');
    await marcus.untilPage('Sofia Lindqvist leaves');
    expect(marcus.pageText()).not.toContain('John');
    await marcus.pressSpoken('Details: Joan Doe');
    await marcus.untilPage('HR and whoever requested it can see everything');
    expect(marcus.pageText()).not.toContain('+49');
    expect(marcus.pageText()).not.toMatch(/<#/);
    await marcus.closeAll();
    await marcus.press('Find by name');
    await marcus.untilView('Requests');
    await marcus.fill({ Name: 'john' });
    await marcus.submit();
    await marcus.untilPage('No request is about');
    await marcus.fill({ Name: 'sofia' });
    await marcus.submit();
    await marcus.untilPage(/^Offboarding: Sofia Lindqvist\n.*$/);
    await marcus.fill({ Name: 'joan' });
    await marcus.submit();
    await marcus.untilPage(/^New hire: Joan Doe\n.*$/);
    await leila.openHome();
    await leila.untilHome('No requests yet.');
    expect(leila.home()?.buttons).not.toContain('Find by name');
    await ines.openHome();
    await ines.untilHome('John Roe');
  });

  describe('with many', () => {
    const shared = sharedOffice(async (own) => {
      const office = await open(own);
      await add(office, 'José Núñez', addDays(today, -45));
      for (let number = 1; number <= 45; number += 1)
        await add(office, `Nr${number} Doe`, addDays(today, (number - 5) * 9));
      return office;
    });

    it('leads to everybody who starts and leaves, page by page, later and back in time', async () => {
      const { ines } = shared();
      await ines.openHome();
      await ines.untilHome('Nr5 Doe starts');
      expect(ines.homeText()).toContain('Nr16 Doe starts');
      expect(ines.homeText()).not.toMatch(/Nr(4|17) Doe starts/);
      await ines.press('All starts and departures');
      await ines.untilView('Starts and departures');
      expect(ines.pageText()).toMatch(
        /This week\n[\s\S]*Nr5 Doe starts[\s\S]*Week of [\s\S]*Nr24 Doe starts$/,
      );
      await ines.press('Later');
      await ines.untilPage(/Nr25 Doe starts[\s\S]*Nr44 Doe starts$/);
      await ines.press('Later');
      await ines.untilPage(/Nr45 Doe starts$/);
      expect(ines.view().buttons).not.toContain('Later');
      await ines.press('Earlier');
      await ines.untilPage(/Nr25 Doe starts[\s\S]*Nr44 Doe starts$/);
      await ines.press('From today');
      await ines.untilPage(/Nr5 Doe starts[\s\S]*Nr24 Doe starts$/);
      await ines.press('Earlier');
      await ines.untilPage(/Nr1 Doe starts[\s\S]*Nr4 Doe starts$/);
      expect(ines.view().buttons).not.toContain('Earlier');
      await ines.pressSpoken('Details: Nr4 Doe');
      await ines.untilView('Request');
      expect(ines.views()).toHaveLength(2);
      expect(ines.pageText()).toContain('New hire: Nr4 Doe');
    });

    it('leads to all requests, page by page, and finds them by name whatever case and accents', async () => {
      const { ines } = shared();
      await ines.openHome();
      await ines.untilHome('Nr45 Doe');
      await ines.press('All requests');
      await ines.untilView('Requests');
      expect(ines.pageText()).toMatch(/Nr45 Doe\n[\s\S]*Nr26 Doe\n/);
      await ines.press('Next page');
      await ines.untilPage(/^New hire: Nr25 Doe\n[\s\S]*Nr6 Doe\n/);
      await ines.press('Next page');
      await ines.untilPage(/^New hire: Nr5 Doe\n[\s\S]*Nr1 Doe\n[\s\S]*José Núñez\n/);
      expect(ines.view().buttons).not.toContain('Next page');
      await ines.press('Previous page');
      await ines.untilPage(/^New hire: Nr25 Doe\n/);
      await ines.fill({ Name: 'nunez JOS' });
      await ines.submit();
      await ines.untilPage(/^New hire: José Núñez\n.*$/);
      await ines.fill({ Name: 'nobody' });
      await ines.submit();
      await ines.untilPage('No request is about somebody with this name');
      await ines.fill({ Name: 'doe' });
      await ines.submit();
      await ines.untilPage('Nr45 Doe');
      await ines.press('Next page');
      await ines.untilPage(/^New hire: Nr25 Doe\n/);
      await ines.fill({ Name: '' });
      await ines.submit();
      await ines.untilPage(/^New hire: Nr45 Doe\n/);
    });
  });
});

inWhole('shows on the page what came of a press, also when it ends a moment later', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  service.spoilToken(service.token, 'removed');
  const { answers } = await office.bot.ledger.submit(hire('Jane Doe', soon));
  answers.forget();
  await office.bot.ledger.submit(hire('John Roe', soon)).then((one) => one.answers.forget());
  await ines.openHome();
  await ines.pressSpoken('Details: John Roe');
  await ines.untilPage('Pending');
  expect((await ines.pressSpoken('Cancel: John Roe')).outcome).toBe('confirm');
  await ines.pressSpoken('Cancel: John Roe', { confirm: true });
  await ines.untilPage('New hire: John Roe\nCancelled');
  expect(ines.pageText()).toMatch(/Cancelled by <@U0INES>/);
  expect(ines.view().buttons).toEqual([]);
  await ines.closeAll();
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage('Pending');
  service.allowToken(service.token);
  await ines.pressSpoken('Try again: Jane Doe');
  await ines.untilPage(/New hire: Jane Doe\nStart(?:s|ed) .*[\s\S]*Tried again by <@U0INES>/);
  expect(ines.view().buttons).toEqual(['Start day moved', 'Won’t start', 'Rehearse']);
});

inWhole('takes the answer to a question on the page, and shows it there', async () => {
  const { service } = await blindService(cleanup);
  const office = await openOffice(cleanup, { service, clock: testClock({ speed: 60 }) });
  const { ines } = office;
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilMessage('is Jane Doe in it?');
  await ines.closeAll();
  await ines.openHome();
  await ines.untilHome('Needs your answer');
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage('is Jane Doe in it?');
  await ines.pressSpoken('Yes, it’s done: Jane Doe');
  await ines.untilPage(/New hire: Jane Doe\nStart(?:s|ed) .*[\s\S]*Answered with yes by <@U0INES>/);
});

inWhole(
  'corrects a declined request from its page, and takes one out of App Home that is dismissed',
  async () => {
    const service = await ourService(cleanup);
    const office = await openOffice(cleanup, { service });
    const { ines } = office;
    await add(office, 'Jane Doe', soon, { email: 'ines.duarte@acme.example' });
    await ines.openHome();
    await ines.untilHome('New hire: Jane Doe\nDeclined by the onboarding service');
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
    await office.bot.ledger.submit(hire('John Roe', soon)).then((one) => one.answers.forget());
    await ines.untilHome('John Roe');
    await ines.press('All requests');
    await ines.untilPage('New hire: Jane Doe\nDeclined');
  },
);

it('says on the page and in a press on an old Home that a request is not kept any more', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines, environment } = office;
  await add(office, 'Jane Doe', soon);
  await ines.openHome();
  await ines.untilHome('New hire: Jane Doe');
  await changeRequests(
    environment,
    `forgotten_at = '2026-01-01', payload = '{}', context = '{}', subject = ''`,
  );
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage('Frontdesk can’t show this request.');
});

it('takes away the page that a manager has open who is made a guest, and does nothing for them any more', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { marcus, sandbox } = office;
  await offboardSofia(office);
  await marcus.openHome();
  await marcus.pressSpoken('Details: Sofia Lindqvist');
  await marcus.untilPage('Offboarding: Sofia Lindqvist');
  sandbox.changePerson('U0MARCUS', { isGuest: true });
  await marcus.untilPage('only for full members');
  expect(marcus.pageText()).not.toContain('Sofia');
});

it('shows no list to somebody who lost access with it open, and no request of others by its reference', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { marcus, bot, sandbox } = office;
  await add(office, 'Jane Doe', soon);
  await offboardSofia(office);
  const jane = (await bot.ledger.list(5)).find(({ context }) => context.personName === 'Jane Doe');
  await marcus.openHome();
  await marcus.pressSpoken('Details: Sofia Lindqvist');
  await marcus.untilPage('Offboarding: Sofia Lindqvist');
  expect((await bot.ledger.find(jane?.id ?? ''))?.id).toBe(jane?.id);
  await marcus.closeAll();
  await marcus.press('All requests');
  await marcus.untilPage('Sofia');
  sandbox.changePerson('U0MARCUS', { isGuest: true });
  await sandbox.settled();
  await marcus.fill({ Name: 'Sofia' });
  await marcus.submit();
  await marcus.untilPage('only for full members');
});

/** Rewrites all requests, to reach states that tests can't wait for. */
async function changeRequests({ DATABASE_URL }: { DATABASE_URL: string }, assignments: string) {
  const { db, close } = openDatabase<BotTables>(DATABASE_URL);
  await sql`update requests set ${sql.raw(assignments)}`.execute(db);
  await close();
}
