import type { Browser, Page } from 'playwright-core';
import { instantOf } from '../../src/time/dates.ts';
import { channels, createCleanup, releasedService } from '../journeys/office.ts';
import { begin, openWorld } from '../journeys/open-world.ts';
import { withKit, withTasks } from '../journeys/task-office.ts';
import { hands, modal, open } from './hands.ts';
import { chooseChannels, nameHr, openHome, startNewcomer, step } from './newcomer.ts';
import { openForPicture } from './stage.ts';

type Take = (page: Page, name: string) => Promise<void>;

export async function takePlanPictures(browser: Browser, take: Take): Promise<void> {
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

export async function takeTaskPictures(browser: Browser, take: Take): Promise<void> {
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
