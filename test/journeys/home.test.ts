import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { NewHire } from '../../src/contract/new-hire.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import type { Person } from '../driver/person.ts';
import { inWhole } from '../faults/trials.ts';
import { workdayIn } from './days.ts';
import { type Office, openOffice, ourService, releasedService } from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

const soon = workdayIn(10);
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

function homeText(person: Person): string {
  return person.home()?.texts.join('\n') ?? '';
}

function untilHome(person: Person, words: string | RegExp) {
  return person.until(() =>
    words instanceof RegExp ? words.test(homeText(person)) : homeText(person).includes(words),
  );
}

async function offboardSofia({ marcus }: Office) {
  await marcus.command('/offboard', { channel: 'C0GENERAL' });
  await marcus.untilView('Start offboarding');
  await marcus.send('Offboarding started', { Employee: 'Sofia Lindqvist', 'Last day': soon });
  await marcus.closeAll();
}

async function addJane(
  { ines }: Office,
  more: Record<string, string> = {},
  who = 'Jane Doe jane@acme.example',
) {
  await ines.fillIn(`/newhire ${who} ${soon}`, more);
  // On a busy machine Slack may time out, so submit again.
  await expect.poll(async () => (await ines.submitAndAgree()).outcome).not.toBe('no response');
}

it('welcomes on the first visit, and offers each person what they may do', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines, marcus } = office;
  await ines.openHome();
  await untilHome(ines, 'Welcome');
  expect(ines.home()?.buttons).toEqual(
    expect.arrayContaining(['New hire', 'Start offboarding', 'Organization']),
  );
  await ines.openHome();
  await untilHome(ines, 'Add a new hire, or start an offboarding');
  // Last line, for people who are asked for the version.
  expect(ines.home()?.texts.at(-1)).toBe(`Frontdesk ${version}`);

  await marcus.openHome();
  await untilHome(marcus, 'Welcome');
  expect(marcus.home()?.buttons).toEqual(['Start offboarding']);
  await marcus.open('Start offboarding');
});

describe('in one office', () => {
  const shared = sharedOffice(async (own) => openOffice(own, { service: await ourService(own) }));

  it('follows by itself what happens while it is open, drafts and requests alike', async () => {
    const { ines } = shared();
    await ines.openHome();
    await untilHome(ines, 'Settings');
    await ines.fillIn('New hire', { 'First name': 'Jane', 'Last name': 'Doe' });
    await ines.press('Save draft');
    await untilHome(ines, 'Your drafts');
    await ines.closeAll();
    await ines.open('Resume', 'New hire');
    await ines.closeAll();
    await ines.press('Delete');
    await ines.until(() => !homeText(ines).includes('Your drafts'));
    expect(homeText(ines)).not.toContain('Jane Doe');
    await addJane(shared());
    await untilHome(
      ines,
      /Starts and departures\n(?:.*\n)+?.*: Jane Doe starts[\s\S]*New hire: Jane Doe\nStarts /,
    );
  });

  it('shows leavers to HR and to whoever started it, and to nobody else', async () => {
    const { ines, marcus, sandbox } = shared();
    const leila = sandbox.person('U0LEILA');
    await offboardSofia(shared());
    for (const person of [ines, marcus, leila]) await person.openHome();
    for (const person of [ines, marcus])
      await untilHome(person, /Starts and departures\n(?:.*\n)+?.*: Sofia Lindqvist leaves/);
    await untilHome(leila, 'No requests yet.');
    expect(homeText(leila)).not.toContain('Sofia');
  });

  it('shows a manager the hires that they are there for', async () => {
    const { ines, marcus, sandbox } = shared();
    await addJane(shared(), { Manager: 'Marcus Oyelaran' }, 'Joan Roe joan@acme.example');
    await ines.untilView('New hire added');
    const leila = sandbox.person('U0LEILA');
    for (const person of [marcus, leila]) await person.openHome();
    await untilHome(marcus, /Starts and departures\n(?:.*\n)+?.*: Joan Roe starts/);
    await untilHome(leila, 'No requests yet.');
    expect(homeText(leila)).not.toContain('Joan');
  });
});

it('shows nothing any more to whoever is taken out of the user group while it is open, and everything to who comes', async () => {
  const group = { id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0LEILA'] };
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    env: { FRONTDESK_HR: 'U0INES,S0HR', FRONTDESK_MANAGERS: '' },
    workspace: { userGroups: [group] },
  });
  const [leila, sofia] = [office.sandbox.person('U0LEILA'), office.sofia];
  for (const person of [leila, sofia]) await person.openHome();
  await untilHome(leila, 'Settings');
  await untilHome(sofia, 'don’t have access');
  office.sandbox.changeUserGroup('S0HR', { users: ['U0SOFIA'] });
  await untilHome(leila, 'don’t have access');
  await untilHome(sofia, 'Settings');
  expect(leila.home()?.buttons).toEqual([]);
});

it.each([
  ['nobody', '', 'don’t have access'],
  ['a manager', ',U0LEILA', 'Your requests'],
])(
  'after a restart, replaces at once what HR saw when the environment makes them %s, though nobody opens it',
  async (_what, managers, words) => {
    const office = await openOffice(cleanup, {
      service: await ourService(cleanup),
      env: { FRONTDESK_HR: 'U0INES,U0LEILA', FRONTDESK_MANAGERS: 'U0MARCUS' },
    });
    const { marcus, sandbox, bot, environment, start } = office;
    const leila = sandbox.person('U0LEILA');
    await offboardSofia(office);
    for (const person of [leila, marcus]) await person.openHome();
    await untilHome(leila, 'Sofia Lindqvist');
    await untilHome(marcus, 'Sofia Lindqvist');
    await bot.stop();
    Object.assign(environment, { FRONTDESK_HR: 'U0INES', FRONTDESK_MANAGERS: `U0MARCUS${managers}` });
    await start();
    await leila.until(() => !homeText(leila).includes('Sofia'));
    expect(homeText(leila)).toContain(words);
    expect(homeText(marcus)).toContain('Sofia Lindqvist');
  },
);

it('after a restart, replaces what a manager saw who was deactivated or made a guest meanwhile', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { marcus, sandbox, bot, start } = office;
  await offboardSofia(office);
  await marcus.openHome();
  await untilHome(marcus, 'Sofia Lindqvist');
  await bot.stop();
  sandbox.changePerson('U0MARCUS', { isGuest: true });
  await start();
  await untilHome(marcus, 'only for full members');
  expect(homeText(marcus)).not.toContain('Sofia');
});

inWhole(
  'replaces at once what somebody saw whom HR takes off the list, and keeps trying while Slack does not answer',
  async () => {
    const office = await openOffice(cleanup, {
      service: await ourService(cleanup),
      env: { FRONTDESK_HR: '', FRONTDESK_MANAGERS: '' },
      workspace: { people: demoWorkspace.people.map((one) => ({ ...one, isAdmin: one.id === 'U0INES' })) },
      clock: testClock({ speed: 30 }),
    });
    const { ines, sandbox } = office;
    const leila = sandbox.person('U0LEILA');
    const choose = async (people: string[]) => {
      await ines.fillIn('Access', { 'HR: people': people });
      expect(await ines.submit()).toEqual({ outcome: 'updated' });
      await ines.closeAll();
    };
    await ines.openHome();
    await untilHome(ines, 'Settings');
    await choose(['Ines Duarte', 'Leila Haddad']);
    await leila.openHome();
    await untilHome(leila, 'Settings');
    sandbox.addFault({ target: 'views.publish', kind: 'error', times: 4 });
    await choose(['Ines Duarte']);
    await untilHome(leila, 'don’t have access');
  },
);

inWhole(
  'empties the page of somebody who does not open it for a month, and fills it when they do',
  async () => {
    const clock = testClock({ speed: 10 });
    const office = await openOffice(cleanup, { service: await ourService(cleanup), clock });
    const { marcus, bot, start } = office;
    await offboardSofia(office);
    await marcus.openHome();
    await untilHome(marcus, 'Sofia Lindqvist');
    await bot.stop();
    const closed = clock.now().getTime();
    clock.runAt(31 * 86_400);
    await expect.poll(() => clock.now().getTime()).toBeGreaterThan(closed + 31 * 86_400_000);
    clock.runAt(10);
    await start();
    await untilHome(marcus, 'Getting the latest');
    expect(homeText(marcus)).not.toContain('Sofia');
    await marcus.openHome();
    await untilHome(marcus, 'Your requests');
  },
);

it('offers to try again, cancels after asking back, and lets nobody cancel what is not theirs', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines, marcus } = office;
  service.spoilToken(service.token, 'removed');
  await addJane(office);
  await ines.untilView('Request saved');
  await marcus.openHome();
  await untilHome(marcus, 'No requests yet.');
  expect(marcus.home()?.buttons).not.toContain('Cancel');
  await ines.closeAll();
  await ines.openHome();
  await untilHome(ines, 'no longer accepts Frontdesk’s admin token');
  expect(ines.home()?.buttons).toEqual(expect.arrayContaining(['Try again', 'Cancel']));
  expect((await ines.press('Cancel')).outcome).toBe('confirm');
  await ines.press('Cancel', { confirm: true });
  await untilHome(ines, /New hire: Jane Doe\nCancelled/);
  service.allowToken(service.token);
  expect(service.employees().map(({ email }) => email)).not.toContain('jane@acme.example');
});

inWhole('keeps what has not ended before everything else, however many newer ones there are', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines, bot, marcus } = office;
  const { ledger } = bot;
  const add = (number: number) => {
    const context = { personName: `No ${number}`, sequenceNames: [], viewId: 'V0' };
    return ledger.submit({
      kind: 'newhire',
      payload: NewHire.parse({
        first_name: 'No',
        last_name: `${number}`,
        email: `no.${number}@acme.example`,
        role: 0,
      }),
      submission: `F-${number}`,
      requester: 'U0INES',
      context,
    });
  };
  service.spoilToken(service.token, 'removed');
  await marcus.command('/offboard', { channel: 'C0GENERAL' });
  await marcus.untilView('Start offboarding');
  await marcus.send('Request saved', { Employee: 'Sofia Lindqvist', 'Last day': soon });
  for (let number = 1; number <= 14; number += 1) {
    await add(number);
    const [newest] = await ledger.list(1);
    if (number <= 12) await ledger.cancel(newest?.id ?? '', 'U0INES');
  }
  await ines.openHome();
  await untilHome(
    ines,
    /Pending requests\nOffboarding: Sofia Lindqvist[\s\S]*New hire: No 14\n[\s\S]*Requests\nNew hire: No 12/,
  );
  for (let number = 15; number <= 30; number += 1) await add(number);
  await untilHome(
    ines,
    /Pending requests\nOffboarding: Sofia Lindqvist[\s\S]*and 9 more pending[\s\S]*Requests\nNew hire: No 12/,
  );
});

function watchedClock(speed: number): { clock: Clock; due: Set<number> } {
  const due = new Set<number>();
  let last = 0;
  const after: Clock['after'] = (ms, then) => {
    last += 1;
    const number = last;
    due.add(number);
    const cancel = systemClock.after(ms / speed, () => {
      due.delete(number);
      then();
    });
    return () => {
      due.delete(number);
      cancel();
    };
  };
  return { clock: { now: systemClock.now, after }, due };
}

// At real speed any timer that wasn't cancelled is still pending; at ×120 a minute takes half a second.
inWhole.each([1, 120])('follows nothing any more once the bot has stopped (time × %i)', async (speed) => {
  const { clock, due } = watchedClock(speed);
  const office = await openOffice(cleanup, { service: await ourService(cleanup), clock });
  const { ines, marcus, sandbox, bot } = office;
  for (const person of [ines, marcus]) await person.openHome();
  await untilHome(marcus, 'No requests yet.');
  await addJane(office);
  await untilHome(ines, 'New hire: Jane Doe');
  await bot.stop();
  // At ×120 on a slow machine, a stop can end before the work it waits for, which then ends soon after.
  if (speed > 1) await expect.poll(() => due.size).toBe(0);
  expect(due.size).toBe(0);
  const shown = sandbox.calls('views.publish').length;
  await sandbox.settled();
  expect(sandbox.calls('views.publish')).toHaveLength(shown);
});
