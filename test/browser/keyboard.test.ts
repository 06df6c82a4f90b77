import { expect, it } from 'vitest';
import { modal, open, showMore } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('the page, with the keyboard alone', () => {
  const stage = useStage();

  it('adds a hire and lands where it began', async () => {
    const page = await stage.open('U0INES');
    const { keyboard } = page;
    const type = async (text: string) => {
      await keyboard.type(text);
      await keyboard.press('Tab');
    };
    await page.locator('#composer:focus').waitFor();
    await keyboard.type('/newhire');
    await keyboard.press('Enter');
    await modal(page, 'New hire').waitFor();
    await type('Kim');
    await type('Keys');
    await type('kim@acme.example');
    await keyboard.type('03032031');
    await page.getByRole('combobox', { name: 'Manager' }).focus();
    await keyboard.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    await keyboard.type('leila');
    await page.getByRole('option', { name: 'Leila Haddad' }).and(page.locator('.active')).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await keyboard.press('Control+Enter');
    await modal(page, 'New hire added').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('#composer:focus').waitFor();
    expect(await stage.employees('kim@acme.example')).toHaveLength(1);
  });

  it('skips to the conversation with the first Tab', async () => {
    const page = await stage.open('U0INES', 'app/home');
    await page.getByRole('button', { name: 'New hire' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#main:focus').waitFor();
  });

  it('keeps the Tab key in a dialog and closes it with Escape, a menu first', async () => {
    const page = await stage.open('U0INES');
    const form = await open(page, '/newhire', 'New hire');
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
    await page.getByRole('menuitem', { name: 'New hire' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await modal(page, 'Start offboarding').waitFor();
  });
});
