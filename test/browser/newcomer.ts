import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/log.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { type TestClock, testClock } from '../clock.ts';
import { patientSlack } from '../driver/sandbox.ts';
import { type Hand, modal } from './hands.ts';
import { openPage, startBrowser } from './stage.ts';

const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');

export async function startNewcomer() {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  const sandbox = await startSandbox({ port: 0, manifest, patience: patientSlack, ...demoWorkspace });
  // Only Slack's tokens; the other variables isolate the test.
  const env = {
    SLACK_BOT_TOKEN: sandbox.botToken,
    SLACK_APP_TOKEN: sandbox.appToken,
    SLACK_API_URL: sandbox.apiUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    SERVICE_PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'data', 'frontdesk.db')}`,
    SERVICE_DATABASE_URL: `sqlite:${join(folder, 'data', 'service.db')}`,
  };
  const clock: TestClock = testClock({ start: new Date().toISOString() });
  const [bot, browser] = await Promise.all([
    startFromConfig(
      readBotConfig(env, () => ''),
      silentLog(),
      clock,
    ),
    startBrowser(),
  ]);
  await bot.connected;
  return {
    sandbox,
    bot,
    clock,
    env,
    open: (personId: string) => openPage(browser, `${sandbox.url}#/${personId}/C0GENERAL`),
    async stop() {
      await browser.close();
      await bot.stop();
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Newcomer {
  page: Page;
  hand: Hand;
}

export const main = (page: Page) => page.getByRole('main');
export const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Channels and apps' });

export function step(page: Page, title: string, state: string) {
  return main(page)
    .getByText(new RegExp(`^${title} · ${state}`))
    .first();
}

export async function openHome({ page, hand }: Newcomer): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Open Frontdesk Home' }));
  await step(page, 'Access', 'To do').waitFor();
}

async function byPage(
  { page, hand }: Newcomer,
  { button, title }: { button: string; title: string },
  work: () => Promise<void>,
): Promise<void> {
  await hand.press(main(page).getByRole('button', { name: button }).first());
  await modal(page, title).waitFor();
  await work();
}

/** Fills in and saves the page of a step, which is done then. */
async function settle(newcomer: Newcomer, button: string, title: string, work: () => Promise<void>) {
  const { page, hand } = newcomer;
  await byPage(newcomer, { button, title }, work);
  await hand.submit('Save');
  await modal(page, title).getByText('Saved.').waitFor();
  await hand.close('Close');
  await step(page, title, 'Done').waitFor();
}

export async function take(
  { page, hand }: Newcomer,
  label: string,
  typed: string,
  option: string,
): Promise<void> {
  await hand.choose(label, typed, option);
  await page.keyboard.press('Tab');
}

/** Opens the direct messages of Frontdesk. @returns the newest message with this text */
export async function message({ page, hand }: Newcomer, text: string): Promise<Locator> {
  await hand.press(sidebar(page).getByRole('link', { name: /^Frontdesk(?! Home)/ }));
  const found = page.getByRole('article').filter({ hasText: text }).last();
  await found.waitFor();
  return found;
}

export function nameHr(newcomer: Newcomer): Promise<void> {
  return settle(newcomer, 'Choose people', 'Access', async () => {
    await take(newcomer, 'HR: people', 'ines', 'Ines Duarte');
    await take(newcomer, 'Managers: people', 'marcus', 'Marcus Oyelaran');
  });
}

export function chooseChannels(newcomer: Newcomer): Promise<void> {
  return settle(newcomer, 'Choose channels', 'Channels', async () => {
    await take(newcomer, 'New hire channels', 'new', 'new-hires');
    await newcomer.hand.choose('Private HR channel', 'people', 'people-ops');
  });
}

export async function importPeople(newcomer: Newcomer): Promise<void> {
  const { page, hand } = newcomer;
  await byPage(newcomer, { button: 'Import from Slack', title: 'Import from Slack' }, async () => {
    await modal(page, 'Import from Slack').getByText('Add 5 people.').waitFor();
    await hand.submit('Import');
    await modal(page, 'Import from Slack').getByText('5 people added.').waitFor();
    await hand.close('Close');
  });
  await step(page, 'People', 'Done').waitFor();
}

export async function takeStarters(newcomer: Newcomer): Promise<void> {
  const { page, hand } = newcomer;
  await byPage(newcomer, { button: 'Choose starters', title: 'Starters' }, async () => {
    for (const name of ['Manager’s list', 'Last day'])
      await hand.press(modal(page, 'Starters').getByLabel(new RegExp(`^${name}`)));
    await hand.submit('Add');
    await modal(page, 'Sequences').getByText('2 sequences added.').waitFor();
    await hand.close('Close');
  });
}
