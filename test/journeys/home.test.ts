import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { testClock } from '../clock.ts';
import { some } from '../faults/trials.ts';
import { releasedService } from './office.ts';
import { inWhole, it } from './world.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const refused = 'Need access? Ask';
const monthLater = 31 * 86_400_000;
const hrSees = 'This week and next';

const all = 'All starts and departures';

it('welcomes on the first visit, offers each person what they may do, and follows by itself what happens while it is open, drafts and requests alike', async ({
  open,
}) => {
  const { ines, marcus, day } = await open();
  const { buttons } = await ines.visitHome('Welcome');
  expect(buttons).toEqual([
    all,
    'New hire',
    'Import hires',
    'Start offboarding',
    'Find a person',
    'Settings',
  ]);
  await ines.openHome();
  await ines.until(() => ines.homeText() === 'This week and next\nNo starts or departures.');
  const settings = await ines.openSettings();
  expect(settings.buttons).toEqual(expect.arrayContaining(['Organization', 'Templates', 'Sequences']));
  // Last line, for people who are asked for the version.
  expect(settings.texts.at(-1)).toBe(`Frontdesk ${version}`);
  const ofMarcus = await marcus.visitHome('Welcome');
  expect(ofMarcus.buttons).toEqual([all, 'Start offboarding', 'Find a person', 'Help']);
  await marcus.open('Start offboarding');
  await marcus.closeAll();
  expect((await marcus.open('Help')).buttons).toEqual([]);
  await ines.closeAll();
  await ines.visitHome();
  await ines.fillIn('New hire', { 'First name': 'Jane', 'Last name': 'Doe' });
  await ines.press('Save draft');
  await ines.untilHome('Drafts');
  await ines.closeAll();
  await ines.open('Resume', 'New hire');
  await ines.closeAll();
  await ines.press('Delete');
  await ines.until(() => !ines.homeText().includes('Drafts'));
  expect(ines.homeText()).not.toContain('Jane Doe');
  await ines.open(`/newhire Jane Doe jane@acme.example ${day(3)}`);
  await ines.submit();
  await ines.untilHome(/This week and next\n\*Jane Doe\* · Starts /);
});

it('shows HR what needs an answer first, in twelve lines', async ({ open }) => {
  const { ines, marcus, day, offboard, submitHire } = await open({
    env: { FRONTDESK_OFFBOARDING_APPROVAL: 'True' },
  });
  await offboard({ page: 'Waiting for HR', on: '2999-12-06' });
  await offboard({ name: 'Leila Haddad', page: 'Waiting for HR' });
  await submitHire('Jane Doe', day(), { email: 'ines.duarte@acme.example' });
  await ines.visitHome('Welcome');
  await ines.openHome();
  await ines.until(() => !ines.homeText().includes('Welcome'));
  const { texts, buttons } = await ines.untilHome(
    /Jane Doe\* · New hire · Declined by the onboarding service/,
  );
  expect(texts[0]).toBe('Needs your answer');
  expect(ines.homeText()).toContain('*Sofia Lindqvist* · Leaving Fri 6 Dec 2999 · <@U0MARCUS> asks');
  expect(buttons.slice(0, 4)).toEqual(['Details', 'Approve', 'Ask a question', 'Decline']);
  expect(buttons.slice(-5)).toEqual([
    'New hire',
    'Import hires',
    'Start offboarding',
    'Find a person',
    'Settings',
  ]);
  expect(ines.screen().home?.blocks.length).toBeLessThanOrEqual(12);
  expect(JSON.stringify(await ines.press('Approve'))).toContain('last day Fri 6 Dec 2999? You can cancel it');
  await marcus.visitHome(/Waiting\n\*Sofia Lindqvist\* · Leaving Fri 6 Dec 2999 · Waiting for HR/);
});

const demoted = [
  ['a manager', ',U0LEILA', {}, 'No starts or departures.'],
  ['nobody', '', {}, refused],
  ['a guest', ',U0LEILA', { isGuest: true }, 'only for full members'],
] as const;
it.for(some(demoted, 1))(
  'replaces after a restart what somebody of HR saw who is %s by then, though nobody opens it',
  async ([, managers, change, words], { open }) => {
    const env = { FRONTDESK_HR: 'U0INES,U0LEILA', FRONTDESK_MANAGERS: 'U0MARCUS' };
    const { marcus, leila, sandbox, bot, environment, start, offboard, day } = await open({ env });
    await offboard({ on: day(3) });
    for (const person of [leila, marcus]) await person.visitHome('Sofia Lindqvist');
    await bot.stop();
    Object.assign(environment, { FRONTDESK_HR: 'U0INES', FRONTDESK_MANAGERS: `U0MARCUS${managers}` });
    sandbox.changePerson('U0LEILA', change);
    await start();
    await leila.until(() => !leila.homeText().includes('Sofia'));
    expect(leila.homeText()).toContain(words);
    expect(marcus.homeText()).toContain('Sofia Lindqvist');
  },
);

inWhole('replaces what somebody saw whom HR takes off the list, though Slack fails', async ({ open }) => {
  const { leila, sandbox, set } = await open({
    env: { FRONTDESK_HR: '', FRONTDESK_MANAGERS: '' },
    workspace: { people: demoWorkspace.people.map((one) => ({ ...one, isAdmin: one.id === 'U0INES' })) },
    clock: testClock({ speed: 30 }),
  });
  await set('Access', { 'HR: people': ['Ines Duarte', 'Leila Haddad'] });
  await leila.visitHome(hrSees);
  sandbox.addFault({ target: 'views.publish', kind: 'error', times: 4 });
  await set('Access', { 'HR: people': ['Ines Duarte'] });
  await leila.untilHome(refused);
});

inWhole('empties a page that nobody opens for a month, and fills it when they do', async ({ open }) => {
  const clock = testClock({ speed: 10 });
  const { marcus, bot, start, offboard, day } = await open({ clock });
  await offboard({ on: day(3) });
  await marcus.visitHome('Sofia Lindqvist');
  await bot.stop();
  clock.jump(monthLater);
  await start();
  await marcus.untilHome('Loading.');
  expect(marcus.homeText()).not.toContain('Sofia');
  await marcus.visitHome('This week and next');
});

it('offers to try again, cancels after asking back, and lets nobody cancel what isn’t theirs', async ({
  open,
}) => {
  const { ines, marcus, service, hire } = await open({ service: releasedService });
  service.spoilToken(service.token, 'removed');
  await hire({ fields: {}, page: 'Request saved' });
  expect((await marcus.visitHome('No starts')).buttons).not.toContain('Cancel');
  const { buttons } = await ines.visitHome('no longer accepts Frontdesk’s admin token');
  expect(buttons).toEqual(expect.arrayContaining(['Try again', 'Cancel']));
  expect((await ines.press('Cancel')).outcome).toBe('confirm');
  await ines.press('Cancel', { confirm: true });
  await ines.until(() => !ines.homeText().includes('Jane Doe'));
  service.allowToken(service.token);
  expect(service.employees().map(({ email }) => email)).not.toContain('jane@acme.example');
});

inWhole('keeps what hasn’t ended before everything else, however much is newer', async ({ open }) => {
  const office = await open({ service: releasedService });
  const { ines, bot, service, offboard, submitHire } = office;
  service.spoilToken(service.token, 'removed');
  await offboard({ page: 'Request saved' });
  for (let number = 1; number <= 14; number += 1) {
    await submitHire(`No ${number}`);
    const [newest] = await bot.ledger.list(1);
    if (number <= 12) await bot.ledger.cancel(newest?.id ?? '', 'U0INES');
  }
  await ines.visitHome(
    /Waiting\n\*Sofia Lindqvist\*[\s\S]*\*No 14\* · .*Saved, not sent yet\n[\s\S]*This week and next/,
  );
  for (let number = 15; number <= 30; number += 1) await submitHire(`No ${number}`);
  await ines.untilHome(/Waiting\n\*Sofia Lindqvist\*[\s\S]*and 9 more\n[\s\S]*This week and next/);
});
