import { statSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { choose, command, fill, modal, open } from './hands.ts';
import { takeFirstRunPictures, takePlanPictures, takeTaskPictures } from './office-pictures.ts';
import { openForPicture, type Stage, startStage } from './stage.ts';

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
