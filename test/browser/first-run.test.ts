import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoChannels } from '../../src/commands/demo-company.ts';
import { addDays, type Day, dayIn, instantOf } from '../../src/time/dates.ts';
import { runHere } from '../journeys/program.ts';
import { become, hands, modal } from './hands.ts';
import {
  chooseChannels,
  importPeople,
  main,
  message,
  type Newcomer,
  nameHr,
  openHome,
  sidebar,
  startNewcomer,
  step,
  take,
  takeStarters,
} from './newcomer.ts';
import { inBrowser } from './use-stage.ts';

/** A Wednesday some weeks ahead, so that no date counted from it is on a weekend. */
const startDay =
  Array.from({ length: 7 }, (_, more) => addDays(dayIn('UTC', new Date()), 21 + more)).find(
    (day) => new Date(day).getUTCDay() === 3,
  ) ?? '';

async function hire({ page, hand }: Newcomer, startDay: Day): Promise<void> {
  await hand.press(sidebar(page).getByRole('link', { name: 'general' }));
  await hand.command(`/newhire Jane Doe jane@acme.example ${startDay}`);
  await modal(page, 'New hire').waitFor();
  await hand.choose('Manager', 'marcus', 'Marcus Oyelaran');
  await hand.choose('Buddy', 'leila', 'Leila Haddad');
  await hand.choose('Sequences', 'manager', 'Manager’s list');
  await hand.submit('Add new hire');
  await modal(page, 'New hire added').getByText('Jane Doe has been added.').waitFor();
  await hand.close('Close');
}

async function startOffboarding(newcomer: Newcomer, lastDay: Day): Promise<void> {
  const { page, hand } = newcomer;
  const [year, month, day] = lastDay.split('-');
  await hand.command('/offboard');
  await modal(page, 'Start offboarding').waitFor();
  await hand.choose('Employee', 'sofia', 'Sofia Lindqvist');
  await hand.type(page.getByLabel('Last day'), `${month}${day}${year}`);
  await take(newcomer, 'Offboarding sequences', 'last', 'Last day');
  await hand.submit('Continue');
  await modal(page, 'Check and start').waitFor();
  await hand.submit('Start offboarding');
  await modal(page, 'Offboarding started').waitFor();
  await hand.close('Close');
}

async function doTask(newcomer: Newcomer, text: string): Promise<void> {
  const task = await message(newcomer, text);
  await newcomer.hand.press(task.getByRole('button', { name: /^Done/ }));
  await task.getByText('Done by Marcus Oyelaran').waitFor();
}

async function passOn(newcomer: Newcomer, text: string): Promise<void> {
  const { page, hand } = newcomer;
  const task = await message(newcomer, text);
  await hand.press(task.getByRole('button', { name: /^Reassign/ }));
  await modal(page, 'Reassign').waitFor();
  await hand.choose('Who does it', 'leila', 'Leila Haddad');
  await hand.submit('Reassign');
  await modal(page, 'Reassign').getByText('Reassigned to Leila Haddad.').waitFor();
  await hand.close('Close');
}

inBrowser('the first run', () => {
  let company: Awaited<ReturnType<typeof startNewcomer>>;
  beforeAll(async () => {
    company = await startNewcomer();
  });
  afterAll(() => company?.stop());

  it('goes from an empty folder to everybody’s tasks of a start and a departure, without a terminal', async () => {
    const { page, said } = await company.open('U0INES');
    const newcomer = { page, hand: hands.mouse(page) };

    await openHome(newcomer);
    await step(page, 'Onboarding service', 'Done').waitFor();
    await nameHr(newcomer);
    await chooseChannels(newcomer);
    await importPeople(newcomer);
    await takeStarters(newcomer);
    await main(page).getByText('of 5 done').waitFor({ state: 'detached' });
    expect(
      await main(page)
        .getByText(/^Access · /)
        .count(),
    ).toBe(0);
    const { said: printed, failure } = await runHere(['setup'], company.env);
    expect(failure).toBeUndefined();
    expect(printed).toContain('5 people.');
    expect(printed).toContain('1 for onboarding, 1 for offboarding.');

    await hire(newcomer, startDay);
    await startOffboarding(newcomer, addDays(startDay, 14));

    moveTo(addDays(startDay, -7));
    await become(page, 'Marcus Oyelaran');
    await doTask(newcomer, 'Choose a buddy and tell them');
    moveTo(addDays(startDay, -5));
    await passOn(newcomer, 'Plan the first two weeks');
    await become(page, 'Leila Haddad');
    await message(newcomer, 'Reassigned to you by');
    moveTo(startDay);
    await become(page, 'Ines Duarte');
    await newcomer.hand.press(sidebar(page).getByRole('link', { name: 'people-ops' }));
    await page.getByRole('article').filter({ hasText: 'Confirm the last day' }).first().waitFor();
    await company.sandbox.settled();
    expect(JSON.stringify(company.sandbox.messages(demoChannels.hires))).toContain('Jane Doe joins');
    for (const channel of ['C0GENERAL', demoChannels.hires])
      expect(JSON.stringify(company.sandbox.messages(channel))).not.toContain('Sofia');
    expect(said).toEqual([]);
  });

  const moveTo = (day: Day) => company.clock.moveTo(instantOf(day, '15:00', 'UTC'));
});
