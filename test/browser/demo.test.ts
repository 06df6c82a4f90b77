import { expect, it } from 'vitest';
import { addDays, dayIn, isWeekend } from '../../src/time/dates.ts';
import { become, choose, modal, open, visit } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('a newcomer’s three minutes', () => {
  const stage = useStage();

  it('shows a hire added, a reminder after a move of the clock, and a request kept while the service was away', async () => {
    const began = performance.now();
    const page = await stage.open('U0INES', 'C0GENERAL');
    expect(await page.locator('#composer:focus').count()).toBe(1);
    const start = [9, 10, 11]
      .map((days) => addDays(dayIn('UTC', new Date()), days))
      .find((day) => !isWeekend(day));
    const add = async (name: string, page_: string) => {
      await open(
        page,
        `/newhire ${name} ${name.split(' ')[0]?.toLowerCase()}@acme.example ${start}`,
        'New hire',
      );
      await choose(page, 'Manager', 'marcus', 'Marcus Oyelaran');
      await page.getByRole('button', { name: 'Add new hire' }).click();
      await modal(page, page_).waitFor();
      await page.keyboard.press('Escape');
    };
    await add('Jane Doe', 'New hire added');
    await visit(page, 'new-hires');
    await page.getByRole('main').getByText('Jane Doe').first().waitFor();
    await page.getByRole('button', { name: 'Demo', exact: true }).click();
    const demo = page.getByRole('complementary', { name: 'Demo' });
    await demo.getByRole('button', { name: 'Take it away' }).click();
    await demo.getByText('It’s away').waitFor();
    await add('Ben Back', 'Request saved');
    await demo.getByRole('button', { name: 'Bring it back' }).click();
    await demo.getByText('It’s running').waitFor();
    await visit(page, /^Frontdesk( \d+ unread)?$/);
    await page.getByText('Ben Back has been added').first().waitFor({ timeout: 60_000 });
    await demo.getByRole('button', { name: 'One week' }).click();
    await demo.getByText('moving…').waitFor({ state: 'visible' });
    await demo.getByText('moving…').waitFor({ state: 'detached' });
    await become(page, 'Marcus Oyelaran');
    await page
      .getByText(/^Jane Doe starts on/)
      .first()
      .waitFor();
    expect((performance.now() - began) / 1_000).toBeLessThan(180);
  });
});
