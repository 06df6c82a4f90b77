import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from '../journeys/program.ts';
import { inBrowser } from './browser.ts';
import { modal } from './hands.ts';
import { startNewcomer } from './newcomer.ts';
import { type Hand, hands } from './presses.ts';

/** Somebody at the list in App Home. */
interface Newcomer {
  page: Page;
  hand: Hand;
}

const main = (page: Page) => page.getByRole('main');

/** A step of the list, by its title, as it stands. */
function step(page: Page, title: string, state: string) {
  return main(page)
    .getByText(new RegExp(`^${title} · ${state}`))
    .first();
}

async function openHome({ page, hand }: Newcomer): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Open Frontdesk Home' }));
  await step(page, 'Access', 'To do').waitFor();
}

/** Follows the button of a step to its page, does what is done there, and comes back to the list. */
async function byPage(
  { page, hand }: Newcomer,
  { button, title }: { button: string; title: string },
  work: () => Promise<void>,
): Promise<void> {
  await hand.press(main(page).getByRole('button', { name: button }));
  await modal(page, title).waitFor();
  await work();
}

async function save({ page, hand }: Newcomer, title: string): Promise<void> {
  await hand.submit('Save');
  await modal(page, title).getByText('Saved. This is what applies now.').waitFor();
  await hand.close('Close');
}

/** Takes one of a menu for several, and leaves the menu. */
async function take({ page, hand }: Newcomer, label: string, typed: string, option: string): Promise<void> {
  await hand.choose(label, typed, option);
  await page.keyboard.press('Tab');
}

async function nameHr(newcomer: Newcomer): Promise<void> {
  await byPage(newcomer, { button: 'Choose people', title: 'Access' }, async () => {
    await take(newcomer, 'HR: people', 'ines', 'Ines Duarte');
    await take(newcomer, 'Managers: people', 'marcus', 'Marcus Oyelaran');
    await save(newcomer, 'Access');
  });
  await step(newcomer.page, 'Access', 'Done').waitFor();
}

async function chooseChannels(newcomer: Newcomer): Promise<void> {
  await byPage(newcomer, { button: 'Choose channels', title: 'Channels' }, async () => {
    await take(newcomer, 'New hire channels', 'new', 'new-hires');
    await newcomer.hand.choose('Private HR channel', 'people', 'people-ops');
    await save(newcomer, 'Channels');
  });
  await step(newcomer.page, 'Channels', 'Done').waitFor();
}

async function skip({ page, hand }: Newcomer, title: string): Promise<void> {
  await hand.press(main(page).getByRole('button', { name: `Skip: ${title}` }));
  await step(page, title, 'Skipped').waitFor();
}

async function rehearse(newcomer: Newcomer): Promise<void> {
  const { page, hand } = newcomer;
  await byPage(newcomer, { button: 'Rehearse', title: 'Rehearsal' }, async () => {
    await modal(page, 'Rehearsal').getByText('about Sam Sample to you alone').waitFor();
    await hand.close('Close');
  });
}

inBrowser('the first run', () => {
  let company: Awaited<ReturnType<typeof startNewcomer>>;
  beforeAll(async () => {
    company = await startNewcomer();
  });
  afterAll(() => company?.stop());

  it('goes from an empty folder to a working onboarding by the list alone', async () => {
    const { page, said } = await company.open('U0INES');
    const newcomer = { page, hand: hands.mouse(page) };
    const began = performance.now();

    await openHome(newcomer);
    await step(page, 'Onboarding service', 'Done').waitFor();
    await nameHr(newcomer);
    await chooseChannels(newcomer);
    await skip(newcomer, 'People');
    await skip(newcomer, 'Sequences');
    await rehearse(newcomer);
    await main(page).getByRole('button', { name: 'Setup' }).waitFor();
    expect(
      await main(page)
        .getByText(/^Access · /)
        .count(),
    ).toBe(0);

    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stdout.write(`the first run, by mouse: ${newcomer.hand.presses()} presses, ${seconds} s\n`);
    const { said: printed, failure } = await runHere(['setup'], company.env);
    expect(failure).toBeUndefined();
    expect(printed).toContain('People: skipped');
    await company.sandbox.settled();
    const rehearsed = () =>
      company.sandbox.calls('chat.postMessage').filter(({ args }) => /Sam Sample/.test(String(args.text)));
    await expect.poll(() => rehearsed().length).toBeGreaterThan(3);
    expect(rehearsed().filter(({ args }) => args.channel !== 'U0INES')).toEqual([]);
    expect(said).toEqual([]);
  });
});
