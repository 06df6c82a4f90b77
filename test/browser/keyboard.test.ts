import { expect, it } from 'vitest';
import { modal, showMore } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('the page, with the keyboard alone', () => {
  const stage = useStage();

  it('skips to the conversation with the first Tab', async () => {
    const page = await stage.open('U0INES', 'app/home');
    await page.getByRole('button', { name: 'New hire' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#main:focus').waitFor();
  });

  it('completes a command, keeps the Tab key in its dialog and closes that with Escape, a menu first', async () => {
    const page = await stage.open('U0INES');
    await page.locator('#composer:focus').waitFor();
    await page.keyboard.type('/newh');
    await page.getByRole('option', { name: '/newhire' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const form = modal(page, 'New hire');
    await form.waitFor();
    await showMore(page);
    for (let tabs = 0; tabs < 40; tabs += 1) {
      await page.keyboard.press('Tab');
      expect(await page.locator('form.modal:focus-within').count()).toBe(1);
    }
    await page.getByRole('combobox', { name: 'Role' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await form.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('walks through menus with the arrow keys', async () => {
    const page = await stage.open('U0INES');
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^New hire/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await modal(page, 'Start offboarding').waitFor();
  });
});
