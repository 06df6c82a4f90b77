import { expect, it } from 'vitest';
import { arm, become, choose, command, fill, modal, open, visit } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('a new hire, on the page', () => {
  const stage = useStage();

  it('shows at the field what is wrong, and keeps what was typed', async () => {
    const page = await stage.open('U0INES');
    await open(page, '/newhire', 'New hire');
    await fill(page, { 'First name': 'Ann', 'Last name': 'Other', 'Work email': 'no address' });
    await page.getByRole('button', { name: 'Add new hire' }).click();
    const email = page.getByLabel('Work email');
    await page.locator('.field.wrong').waitFor();
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    const described = (await email.getAttribute('aria-describedby')) ?? '';
    const words = await Promise.all(
      described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()),
    );
    expect(words).toContainEqual(expect.stringContaining('valid email address'));
    expect(await email.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
    expect(await page.getByLabel('First name').inputValue()).toBe('Ann');
    expect(await stage.employees('no address')).toEqual([]);
    await page.keyboard.press('Escape');
    await modal(page, 'New hire').waitFor({ state: 'detached' });
  });

  it('is made once when Slack delivers the form twice', async () => {
    const page = await stage.open('U0INES');
    await arm(page, { where: 'Sent to the app', on: 'view_submission', what: 'Deliver it twice' });
    await open(page, '/newhire Twice Told twice@acme.example 2031-03-03', 'New hire');
    await page.getByRole('button', { name: 'Add new hire' }).click();
    await modal(page, 'New hire added').waitFor();
    await page.getByText('None.').waitFor();
    await stage.demo().sandbox.settled();
    const told = stage
      .demo()
      .sandbox.deliveries()
      .filter(({ name }) => name === 'view_submission');
    expect(told.slice(-2).map(({ attempt }) => attempt)).toEqual([0, 1]);
    expect(await stage.employees('twice@acme.example')).toHaveLength(1);
  });

  it('begins with a message, from its menu', async () => {
    const page = await stage.open('U0INES');
    await command(page, 'Please add Mia Message, mia@acme.example');
    const message = page.getByRole('article').filter({ hasText: 'Mia Message' });
    await message.hover();
    await message.getByRole('button', { name: 'Message shortcuts' }).click();
    await page.getByRole('menuitem', { name: 'New hire from message' }).click();
    await modal(page, 'New hire').waitFor();
    expect(await page.getByLabel('Work email').inputValue()).toBe('mia@acme.example');
  });

  it('is seen in the form of its maker alone, and is new to its manager until they read of it', async () => {
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

  it('counts what arrives for others while their names are on show', async () => {
    const page = await stage.open('U0INES');
    await page.getByRole('button', { name: /^Acting as/ }).click();
    const leila = page.getByRole('menuitem', { name: /^Leila/ });
    await leila.waitFor();
    const marcus = stage.demo().sandbox.client('U0MARCUS');
    await marcus.perform({ verb: 'postMessage', channel: 'C0GENERAL', text: '@channel Lunch?' });
    await leila.filter({ hasText: /[1-9]\d* unread/ }).waitFor();
  });
});
