import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Hand, hands, modal } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('forms, on the page', () => {
  const stage = useStage();

  async function begin(how: keyof typeof hands): Promise<{ page: Page; hand: Hand }> {
    const page = await stage.open('U0INES', 'C0GENERAL');
    return { page, hand: hands[how](page) };
  }

  async function isAdded({ page, hand }: { page: Page; hand: Hand }, email: string): Promise<void> {
    await modal(page, 'New hire added').waitFor();
    expect(await stage.employees(email)).toHaveLength(1);
    await hand.close('Close');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('#composer:focus').waitFor();
  }

  describe.each(['mouse', 'keyboard'] as const)('by %s alone', (how) => {
    it('makes a template for a team', async () => {
      const { page, hand } = await begin(how);
      await hand.press(page.getByRole('link', { name: 'Open Frontdesk Home' }));
      await hand.press(page.getByRole('main').getByRole('button', { name: 'Settings' }));
      await hand.press(modal(page, 'Settings').getByRole('button', { name: 'Templates' }));
      await hand.press(modal(page, 'Templates').getByRole('button', { name: 'New template' }));
      await modal(page, 'Template').waitFor();
      await hand.type(page.getByLabel('Template name'), `Team ${how}`);
      await hand.choose('Manager', 'marcus', 'Marcus Oyelaran');
      await hand.choose('Buddy', 'leila', 'Leila Haddad');
      await hand.submit('Save');
      await modal(page, 'Templates').getByText(`Saved: Team ${how}.`).waitFor();
      await hand.close('Close');
    });

    it('adds a hire from a template in six presses, and lands where it began', async () => {
      const { page, hand } = await begin(how);
      const email = `tess.${how}@acme.example`;
      await hand.command(`/newhire Tess Plate ${email} 2031-03-03`);
      await hand.press(modal(page, 'New hire').getByRole('button', { name: `Team ${how}` }));
      await page.getByText(`Filled in from “Team ${how}”.`).waitFor();
      await hand.submit('Add new hire');
      expect(hand.presses()).toBeLessThanOrEqual(6);
      await isAdded({ page, hand }, email);
    });

    it('adds a hire with everything that there is to say in fourteen presses', async () => {
      const { page, hand } = await begin(how);
      const email = `ann.${how}@acme.example`;
      await hand.command(`/newhire Ann Entire ${email} 2031-03-03`);
      await modal(page, 'New hire').waitFor();
      await hand.choose('Manager', 'marcus', 'Marcus Oyelaran');
      await hand.choose('Buddy', 'leila', 'Leila Haddad');
      await hand.choose('Sequences', 'first week', 'Everybody’s first week');
      await hand.press(page.getByRole('button', { name: 'More fields' }));
      await hand.type(page.getByLabel('Position'), 'Engineer');
      await hand.type(page.getByLabel('Phone'), '+49 30 123456');
      await hand.type(modal(page, 'New hire').getByRole('textbox', { name: 'Message' }), 'Plays the cello.');
      await hand.submit('Add new hire');
      expect(hand.presses()).toBeLessThanOrEqual(14);
      await isAdded({ page, hand }, email);
    });
  });
});
