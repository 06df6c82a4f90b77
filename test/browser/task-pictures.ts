import type { Browser, Page } from 'playwright-core';
import { instantOf } from '../../src/time/dates.ts';
import { createCleanup } from '../journeys/office.ts';
import { hiredWithKit, taskOffice } from '../journeys/task-office.ts';
import { chooseChannels, nameHr, openHome, step } from './first-run-steps.ts';
import { modal } from './hands.ts';
import { startNewcomer } from './newcomer.ts';
import { hands } from './presses.ts';
import { openForPicture } from './stage.ts';

type Take = (page: Page, name: string) => Promise<void>;

const at = (day: string) => instantOf(day, '09:05', 'Europe/London');

/** App Home just after the installation, with some steps done. */
export async function takeFirstRunPictures(take: Take): Promise<void> {
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

/** Pictures of a task on its day for the assignee, and of a hire's tasks for HR. */
export async function takeTaskPictures(browser: Browser, take: Take): Promise<void> {
  const cleanup = createCleanup();
  const { clock, office } = await taskOffice(cleanup);
  const openAt = (spot: string, height: number) =>
    openForPicture(browser, `${office.sandbox.url}#/${spot}`, { viewport: { width: 1180, height } });
  await hiredWithKit(office);
  clock.moveTo(at('2031-03-14'));
  await office.marcus.untilMessage('Task: Order a laptop');
  const message = await openAt('U0MARCUS/app/messages', 560);
  await message.getByRole('button', { name: /^Not mine/ }).waitFor();
  await take(message, 'task');
  await office.marcus.press('Done');
  await office.marcus.untilMessage('Done by Marcus Oyelaran');
  clock.moveTo(at('2031-03-17'));
  await office.sofia.untilMessage('Task: Have lunch together');
  await office.ines.openHome();
  await office.ines.until(() => office.ines.home()?.buttons.includes('Details'));
  const list = await openAt('U0INES/app/home', 780);
  await list
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  await modal(list, 'Request').waitFor();
  await list.getByRole('button', { name: 'Tasks', exact: true }).first().click();
  await modal(list, 'Tasks').waitFor();
  await list.locator('h2:focus').waitFor();
  await take(list, 'tasks');
  await cleanup.now();
}
