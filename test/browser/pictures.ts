import { statSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { instantOf } from '../../src/time/dates.ts';
import { channels, createCleanup, releasedService } from '../journeys/office.ts';
import { begin, openWorld } from '../journeys/open-world.ts';
import { withKit, withTasks } from '../journeys/task-office.ts';
import { choose, command, fill, hands, modal, open } from './hands.ts';
import { chooseChannels, nameHr, openHome, startNewcomer, step } from './newcomer.ts';
import { openForPicture, type Stage, startStage } from './stage.ts';

type Take = (page: Page, name: string) => Promise<void>;

async function takePlanPictures(browser: Browser, take: Take): Promise<void> {
  const cleanup = createCleanup();
  const env = { FRONTDESK_OFFBOARDING_APPROVAL: 'True', FRONTDESK_TIMEZONE: 'Europe/Amsterdam' };
  const office = await openWorld(cleanup, { at: begin, service: releasedService, env });
  const openAt = (spot: string, height: number) =>
    openForPicture(browser, `${office.sandbox.url}#/${spot}`, { viewport: { width: 1180, height } });
  const wanted = { 'Weekly overview channels': [channels.general] };
  await office.set('Reminders', wanted);
  await office.hire();

  const hr = await openAt(`U0INES/${channels.general}`, 860);
  await open(hr, '/newhire Ada Okoro ada.okoro@acme.example 2031-03-24', 'New hire');
  await office.ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' });
  await hr.getByRole('button', { name: 'What will happen' }).click();
  await modal(hr, 'What will happen').waitFor();
  await hr.locator('h2:focus').waitFor();
  await take(hr, 'plan');
  await hr.getByRole('button', { name: 'Rehearse' }).click();
  await office.ines.untilMessage('Ask them how the first week went.');
  await office.ines.closeAll();
  const rehearsal = await openAt('U0INES/app/messages', 860);
  await rehearsal.getByText('Ask them how the first week went.').first().waitFor();
  await take(rehearsal, 'rehearsal');

  await office.marcus.open('/offboard');
  await office.marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2031-03-31' });
  await office.marcus.send('Waiting for HR');
  const approvals = await openAt(`U0GRACE/${channels.private}`, 560);
  await approvals.getByRole('button', { name: 'Approve' }).first().waitFor();
  await take(approvals, 'approval');

  office.clock.moveTo(new Date('2031-03-10T08:05:00.000Z'));
  await office.ines.untilMessage('Starting this week and next', channels.general);
  const digest = await openAt(`U0LEILA/${channels.general}`, 560);
  await digest.getByText('Starting this week and next').first().waitFor();
  await take(digest, 'weekly');
  await cleanup.now();
}

const at = (day: string) => instantOf(day, '09:05', 'Europe/London');

async function takeFirstRunPictures(take: Take): Promise<void> {
  const company = await startNewcomer();
  const { page } = await company.open('U0INES');
  const newcomer = { page, hand: hands.mouse(page) };
  await openHome(newcomer);
  await nameHr(newcomer);
  await chooseChannels(newcomer);
  await page.setViewportSize({ width: 1180, height: 860 });
  await step(page, 'Access', 'Done').scrollIntoViewIfNeeded();
  await take(page, 'first-run');
  await company.stop();
}

async function takeTaskPictures(browser: Browser, take: Take): Promise<void> {
  const cleanup = createCleanup();
  const office = await openWorld(cleanup, withTasks());
  const openAt = (spot: string, height: number) =>
    openForPicture(browser, `${office.sandbox.url}#/${spot}`, { viewport: { width: 1180, height } });
  await office.hire({ fields: withKit });
  office.clock.moveTo(at('2031-03-14'));
  await office.marcus.untilMessage('Task: Order a laptop');
  const message = await openAt('U0MARCUS/app/messages', 560);
  await message.getByRole('button', { name: /^Reassign/ }).waitFor();
  await take(message, 'task');
  await office.marcus.press('Done');
  await office.marcus.untilMessage('Done by Marcus Oyelaran');
  office.clock.moveTo(at('2031-03-17'));
  await office.sofia.untilMessage('Task: Have lunch together');
  await office.ines.openHome();
  await office.ines.until(() => office.ines.home()?.buttons.includes('Details'));
  const list = await openAt('U0INES/app/home', 780);
  await list
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  await modal(list, 'Person').waitFor();
  await list.getByRole('button', { name: 'Tasks', exact: true }).first().click();
  await modal(list, 'Tasks').waitFor();
  await list.locator('h2:focus').waitFor();
  await take(list, 'tasks');
  await cleanup.now();
}

const folder = new URL('./pictures/', import.meta.url);
const wide = { width: 1180, height: 760 };
const phone = { width: 360, height: 720 };

function openAt({ browser, demo }: Stage, spot: string, options = {}): Promise<Page> {
  return openForPicture(browser, `${demo.sandbox.url}#/${spot}`, { viewport: wide, ...options });
}

async function take(page: Page, name: string): Promise<void> {
  const path = new URL(`${name}.png`, folder);
  writeFileSync(path, await page.screenshot());
  process.stdout.write(`${name}.png  ${Math.round(statSync(path).size / 1024)} kB\n`);
}

async function fillForm(page: Page): Promise<void> {
  await open(page, '/newhire Jane Doe jane.doe@acme.example 2031-03-03', 'New hire');
  await choose(page, 'Manager', 'mar', 'Marcus Oyelaran');
  await choose(page, 'Buddy', 'amara', 'Amara Okafor');
  await choose(page, 'Sequences', 'first week', 'Everybody’s first week');
}

async function hireSomebody(stage: Stage): Promise<void> {
  const page = await openAt(stage, 'U0INES/C0GENERAL', { viewport: { width: 1180, height: 860 } });
  await fillForm(page);
  await page.getByRole('combobox', { name: 'Manager' }).click();
  await page.keyboard.type('mar');
  await page.getByRole('option', { name: 'Marcus Oyelaran' }).and(page.locator('.active')).waitFor();
  await page.locator('.modal-body').evaluate((body) => body.scrollTo(0, 0));
  await take(page, 'new-hire-form');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add new hire' }).click();
  await modal(page, 'Check and add').waitFor();
  await page.locator('h2:focus').waitFor();
  await take(page, 'check-and-add');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await modal(page, 'New hire added').waitFor();
  await page.locator('h2:focus').waitFor();
  await page.setViewportSize(wide);
  await take(page, 'new-hire-result');
  await page.keyboard.press('Escape');
  await page.context().close();
}

async function atTheDesk(stage: Stage): Promise<void> {
  const page = await openAt(stage, 'U0GRACE/C0NEWHIRES', { viewport: { width: 1180, height: 560 } });
  await command(page, 'Welcome! @marcus.oyelaran will show you around *on your first day*.');
  await page.getByRole('article').nth(1).waitFor();
  await take(page, 'channel');
  await page.locator('#composer').pressSequentially('/');
  await page.getByRole('option').first().waitFor();
  await take(page, 'commands');
  await page.context().close();
}

async function letSomebodyGo(stage: Stage): Promise<void> {
  const page = await openAt(stage, 'U0INES/app/home', { viewport: { width: 1180, height: 780 } });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Start offboarding' }).click();
  await modal(page, 'Start offboarding').waitFor();
  await choose(page, 'Employee', 'sofia', 'Sofia Lindqvist');
  await fill(page, { 'Last day': '2031-04-30' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await modal(page, 'Check and start').waitFor();
  await page.locator('h2:focus').waitFor();
  await take(page, 'check-and-start');
  await modal(page, 'Check and start').getByRole('button', { name: 'Start offboarding' }).click();
  await modal(page, 'Offboarding started').waitFor();
  await page.keyboard.press('Escape');
  await main.getByText('Sofia Lindqvist').first().waitFor();
  await stage.demo.sandbox.settled();
  await take(page, 'app-home');
  await main
    .getByRole('button', { name: /^Details.*Jane Doe/ })
    .first()
    .click();
  await modal(page, 'Person').waitFor();
  await page.locator('h2:focus').waitFor();
  await take(page, 'request');
  await page.context().close();
}

async function inTheDark(stage: Stage): Promise<void> {
  const page = await openAt(stage, 'U0MARCUS/app/messages', { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Traffic' }).click();
  await page.locator('.exchange summary').nth(1).click();
  await take(page, 'traffic-dark');
  await page.context().close();
}

async function onThePhone(stage: Stage): Promise<void> {
  const page = await openAt(stage, 'U0GRACE/C0GENERAL', { viewport: phone, deviceScaleFactor: 2 });
  await open(page, '/newhire', 'New hire');
  await take(page, 'phone');
  await page.context().close();
}

/** Takes the pictures that README and docs show: `npm run pictures`. */
const stage = await startStage();
await hireSomebody(stage);
await atTheDesk(stage);
await letSomebodyGo(stage);
await inTheDark(stage);
await onThePhone(stage);
await takePlanPictures(stage.browser, take);
await takeTaskPictures(stage.browser, take);
await takeFirstRunPictures(take);
await stage.stop();
