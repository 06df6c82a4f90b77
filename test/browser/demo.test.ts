import { expect, it } from 'vitest';
import { addDays, type Day, dayIn, isWeekend } from '../../src/time/dates.ts';
import { hands, modal } from './hands.ts';
import { sidebar } from './newcomer.ts';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('a newcomer’s three minutes', () => {
  const stage = useStage();

  it('shows a hire added, a reminder after a move of the clock, and a request kept while the service was away', async () => {
    const began = performance.now();
    const page = await stage.open('U0INES', 'C0GENERAL');
    const hand = hands.mouse(page);
    /** Takes README's pictures if `PICTURES` is set. */
    const take = async (name: string) =>
      process.env.PICTURES && page.screenshot({ path: `test/browser/pictures/${name}.png` });
    const visit = (name: string | RegExp) => hand.press(sidebar(page).getByRole('link', { name }));
    const become = async (name: string) => {
      await hand.press(page.getByRole('button', { name: /^Acting as/ }));
      await hand.press(page.getByRole('menuitem', { name }));
      await page.getByRole('button', { name: `Acting as ${name}` }).waitFor();
    };
    const add = async (name: string, email: string, start: Day, result: { title: string; text: string }) => {
      await hand.command(`/newhire ${name} ${email} ${start}`);
      await modal(page, 'New hire').waitFor();
      await hand.choose('Manager', 'marcus', 'Marcus Oyelaran');
      await hand.submit('Add new hire');
      await modal(page, result.title).getByText(result.text).waitFor();
      if (result.title === 'Request saved') await take('demo-away');
      await hand.close('Close');
    };
    const ownMessages = /^Frontdesk( \d+ unread)?$/;

    expect(await page.locator('#composer:focus').count()).toBe(1);
    const start = [9, 10, 11]
      .map((days) => addDays(dayIn('UTC', new Date()), days))
      .find((day) => !isWeekend(day)) as Day;
    await add('Jane Doe', 'jane@acme.example', start, {
      title: 'New hire added',
      text: 'Jane Doe has been added.',
    });
    expect(await stage.employees('jane@acme.example')).toHaveLength(1);
    await visit('new-hires');
    await page.getByRole('main').getByText('Jane Doe').first().waitFor();

    await hand.press(page.getByRole('button', { name: 'Demo', exact: true }));
    const demo = page.getByRole('complementary', { name: 'Demo' });
    await hand.press(demo.getByRole('button', { name: 'One week' }));
    await demo.getByText('moving…').waitFor({ state: 'visible' });
    await demo.getByText('moving…').waitFor({ state: 'detached', timeout: 150_000 });
    await demo.getByText('hire.added').first().waitFor();
    await become('Marcus Oyelaran');
    await visit(ownMessages);
    await page
      .getByText(/^Jane Doe starts (in \d+ days, on|tomorrow, ).* with you as manager\.$/)
      .first()
      .waitFor();
    await take('demo-clock');

    await become('Ines Duarte');
    await visit('general');
    await hand.press(demo.getByRole('button', { name: 'Take it away' }));
    await demo.getByText('It’s away').waitFor();
    await add('Ben Back', 'ben@acme.example', addDays(start, 7), {
      title: 'Request saved',
      text: 'There’s no need to enter it again.',
    });
    await hand.press(demo.getByRole('button', { name: 'Bring it back' }));
    await demo.getByText('It’s running').waitFor();
    await visit(ownMessages);
    await page.getByText('Ben Back has been added').first().waitFor({ timeout: 60_000 });
    expect(await stage.employees('ben@acme.example')).toHaveLength(1);

    expect(hand.presses()).toBeLessThanOrEqual(24);
    expect((performance.now() - began) / 1_000).toBeLessThan(180);
  }, 200_000);
});
