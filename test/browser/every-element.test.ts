import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type DrivenSandbox, patientSlack } from '../driver/sandbox.ts';
import { startSample } from '../sandbox/stage/stage.ts';
import { seriousFindings } from './axe.ts';
import { manifest, startEveryApp } from './every-app.ts';
import { choose, command, fill, modal, open } from './hands.ts';
import { openPage, startBrowser } from './stage.ts';
import { inBrowser } from './use-stage.ts';

inBrowser('every element, on the page', () => {
  let sandbox: DrivenSandbox;
  let app: Awaited<ReturnType<typeof startEveryApp>>;
  let browser: Browser;
  let page: Page;
  let said: string[];

  beforeAll(async () => {
    sandbox = await startSample({ manifest, patience: patientSlack });
    [app, browser] = await Promise.all([startEveryApp(sandbox), startBrowser()]);
    ({ page, said } = await openPage(browser, `${sandbox.url}#/U1/C1`));
  });
  afterEach(async () => {
    await sandbox.person('U1').closeAll();
    expect(said.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await sandbox?.stop();
  });

  async function openForm(): Promise<void> {
    await open(page, '/every', 'Everything');
  }

  it('can be filled, and the app gets what was put in', async () => {
    await openForm();
    await fill(page, { 'Single line': 'one', 'Many lines': 'two\nlines', Address: 'a@b.example' });
    await fill(page, { Link: 'https://a.example/', Number: '42', Day: '2031-03-03', Time: '09:30' });
    await choose(page, 'One colour', 'ora', 'Orange');
    await choose(page, 'Colours', 'gre', 'Green');
    await choose(page, 'Colours', 'blu', 'Blue');
    await choose(page, 'One found', 'r', 'Red');
    await choose(page, 'All found', '', 'Blue');
    await choose(page, 'Person', 'bob', 'Bob Byrne');
    await choose(page, 'Channel', 'gen', 'general');
    await page.getByRole('group', { name: 'Boxes' }).getByText('Red').click();
    await page.getByRole('group', { name: 'Boxes' }).getByText('Blue').click();
    await page.getByRole('radiogroup', { name: 'Radio' }).getByText('Green').click();
    await page.getByLabel('Told at once').fill('now');
    await page.keyboard.press('Enter');
    await expect.poll(() => app.heard).toContain('Told at once');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).last().click();
    await modal(page, 'Everything').waitFor({ state: 'detached' });
    expect(JSON.parse(app.heard.at(-1) ?? '')).toEqual({
      'Single line': 'one',
      'Many lines': 'two\nlines',
      Address: 'a@b.example',
      Link: 'https://a.example/',
      Number: '42',
      Day: '2031-03-03',
      Time: '09:30',
      'One colour': 'orange',
      Colours: ['green', 'blue'],
      'One found': 'red',
      'All found': ['blue'],
      Person: 'U2',
      Channel: 'C1',
      Boxes: ['red', 'blue'],
      Radio: 'green',
      'Told at once': 'now',
    });
  });

  it('shows mrkdwn as Slack does and plain text as letters', async () => {
    await openForm();
    const form = modal(page, 'Everything');
    await form.locator('strong', { hasText: 'Bold' }).waitFor();
    expect(await form.locator('.mention').allTextContents()).toEqual([
      '@Bob Byrne',
      '#general',
      '@Bob Byrne',
    ]);
    await form.getByText('*no bold*').waitFor();
    await form.getByText('<@U2>').waitFor();
    await form.getByRole('button', { name: 'Show image: A cat' }).waitFor();
    expect(await form.getByRole('listitem').allTextContents()).toEqual(['First', 'Second']);
  });

  it('asks before an action that wants it, and does nothing when one says no', async () => {
    await openForm();
    const question = page.getByRole('alertdialog', { name: 'Really?' });
    await page.getByRole('button', { name: 'Delete all' }).click();
    await question.getByRole('button', { name: 'Keep' }).click();
    await question.waitFor({ state: 'detached' });
    expect(app.heard).not.toContain('confirmed');
    await page.getByRole('button', { name: 'Delete all' }).click();
    await question.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => app.heard).toContain('confirmed');
    await page
      .getByRole('button', { name: 'overflow' })
      .or(page.getByRole('button', { name: /Bold/ }))
      .click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect.poll(() => app.heard).toContain('overflow');
  });

  it('stacks modals, and goes back to the one below with what was typed', async () => {
    await openForm();
    await page.getByLabel('Single line').fill('kept');
    await page.getByRole('button', { name: 'Push another' }).click();
    await modal(page, 'Another').getByText('On top.').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await modal(page, 'Everything').waitFor();
    expect(await page.getByLabel('Single line').inputValue()).toBe('kept');
  });

  it('says so when the app does not respond: at a button and to a command', async () => {
    await openForm();
    await page.getByRole('button', { name: 'Say nothing' }).click();
    // Concurrent, since each takes Slack's whole time.
    await sandbox.person('U1').command('/silent', { channel: 'general' });
    await page.getByText('The app did not respond.', { exact: true }).waitFor();
    await page.getByText('/silent failed because the app did not respond').waitFor();
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await page.getByRole('button', { name: 'Send', exact: true }).last().focus();
    await page.keyboard.press('Tab');
    expect(await dismiss.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dismiss.waitFor({ state: 'detached' });
  });

  it('shows messages to everybody, and privately what only one may see', async () => {
    await command(page, '/say *loud* and <clear>');
    await page
      .getByRole('article')
      .filter({ hasText: 'Only visible to you' })
      .getByText('Between you and me.')
      .waitFor();
    await page.getByRole('article').locator('strong', { hasText: 'loud' }).waitFor();
    await command(page, '/unknown');
    await page.getByText('/unknown is not a valid command.').waitFor();
    expect(await page.locator('#composer').inputValue()).toBe('/unknown');
  });

  it('shows what went back and forth, without secrets', async () => {
    await command(page, '/say for the record');
    await page.getByRole('button', { name: 'Traffic' }).click();
    const traffic = page.getByRole('complementary', { name: 'Traffic' });
    await traffic.getByLabel('Filter traffic').fill('for the record');
    await traffic.getByRole('listitem').filter({ hasText: 'slash_commands' }).first().click();
    await traffic.getByText('"•••"').first().waitFor();
    expect(await traffic.textContent()).not.toContain(sandbox.botToken);
    await traffic.getByLabel('Direction').selectOption('From the app');
    await traffic.getByText('chat.postMessage').first().waitFor();
    expect(await traffic.getByText('slash_commands').count()).toBe(0);
    await traffic.getByRole('button', { name: 'Close the panel' }).click();
  });
});
