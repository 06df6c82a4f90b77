import { expect, it } from 'vitest';
import { become, choose, command, modal, open, visit } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('people, on the page', () => {
  const stage = useStage();

  it('each find in Home what they may do', async () => {
    const page = await stage.open('U0INES', 'app/home');
    await page.getByRole('main').getByRole('button', { name: 'New hire' }).click();
    await modal(page, 'New hire').waitFor();
    await page.keyboard.press('Escape');
    await become(page, 'Sofia Lindqvist');
    await page
      .getByRole('main')
      .getByText(/Frontdesk/)
      .first()
      .waitFor();
    expect(await page.getByRole('main').getByRole('button', { name: 'New hire' }).count()).toBe(0);
  });

  it('see only their own forms and messages, and what is new for them', async () => {
    const page = await stage.open('U0INES');
    await open(page, '/newhire Nora New nora@acme.example 2031-03-03', 'New hire');
    await become(page, 'Marcus Oyelaran');
    await modal(page, 'New hire').waitFor({ state: 'detached' });
    await become(page, 'Ines Duarte');
    await choose(page, 'Manager', 'marc', 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Add new hire' }).click();
    await modal(page, 'New hire added').waitFor();
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByRole('menuitem', { name: /^Marcus Oyelaran.* unread/ }).click();
    await page.getByRole('link', { name: /^Frontdesk \d+ unread/ }).waitFor();
    await visit(page, /^Frontdesk \d/);
    await page
      .getByRole('log')
      .getByText(/Nora New joins/)
      .first()
      .waitFor();
    expect(
      await page
        .getByRole('link', { name: /unread/ })
        .and(page.getByRole('link', { name: /^Frontdesk/ }))
        .count(),
    ).toBe(0);
  });

  it('are told privately that they may not, and whom to ask', async () => {
    const page = await stage.open('U0SOFIA');
    await command(page, '/newhire');
    await page.getByText('Only visible to you').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
