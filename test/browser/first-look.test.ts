import { expect, it } from 'vitest';
import { become, command, modal, visit } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('the first look at the page', () => {
  const stage = useStage();

  it('says who one is and what to try, and a press tries it', async () => {
    const page = await stage.open('U0INES', 'C0GENERAL');
    const start = page.getByRole('region', { name: 'Start here' });
    await start.getByText('You’re Ines Duarte').waitFor();
    await start.getByText('Head of People · Workspace admin').waitFor();
    await start.getByRole('button', { name: '/newhire' }).click();
    await modal(page, 'New hire').waitFor();
    await page.keyboard.press('Escape');
    await become(page, 'Robin Hale (guest)');
    await start.getByText('Guest', { exact: true }).waitFor();
  });

  it('goes on to Home, and is gone where something was said', async () => {
    const page = await stage.open('U0INES', 'C0GENERAL');
    await page.getByRole('link', { name: 'Open Frontdesk Home' }).click();
    await page.getByRole('button', { name: 'New hire' }).waitFor();
    await visit(page, 'people-ops');
    await command(page, 'Good morning');
    await page.getByText('Good morning').waitFor();
    expect(await page.getByRole('region', { name: 'Start here' }).count()).toBe(0);
  });

  it('stays as high as the window, however much traffic the panel lists', async () => {
    const page = await stage.open('U0INES', 'C0GENERAL');
    await page.getByRole('button', { name: 'Traffic' }).click();
    const panel = page.getByRole('complementary', { name: 'Traffic' });
    for (let count = 0; count < 12; count += 1) await command(page, '/frontdesk help');
    await panel.getByRole('listitem').nth(20).waitFor();
    const [heights] = await page
      .locator('html')
      .evaluateAll((roots) => roots.map((root) => [root.scrollHeight, root.clientHeight]));
    expect(heights?.[0]).toBe(heights?.[1]);
  });
});
