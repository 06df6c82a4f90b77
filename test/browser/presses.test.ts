import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { type Hand, hands, modal } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

const counted: string[] = [];

inBrowser('the number of presses', () => {
  const stage = useStage();

  async function begin(how: keyof typeof hands): Promise<{ page: Page; hand: Hand }> {
    const page = await stage.open('U0INES', 'C0GENERAL');
    return { page, hand: hands[how](page) };
  }

  function end(what: string, how: string, hand: Hand, most = Number.POSITIVE_INFINITY): void {
    counted.push(`${what}, by ${how}: ${hand.presses()} presses`);
    expect(hand.presses()).toBeLessThanOrEqual(most);
  }

  async function isAdded(page: Page, email: string): Promise<void> {
    await modal(page, 'New hire added').waitFor();
    expect(await stage.employees(email)).toHaveLength(1);
  }

  describe.each(['mouse', 'keyboard'] as const)('by %s alone', (how) => {
    it('of a template for a team', async () => {
      const { page, hand } = await begin(how);
      await hand.press(page.getByRole('link', { name: 'Open Frontdesk Home' }));
      await hand.press(page.getByRole('main').getByRole('button', { name: 'Templates' }));
      await hand.press(modal(page, 'Templates').getByRole('button', { name: 'New template' }));
      await modal(page, 'Template').waitFor();
      await hand.type(page.getByLabel('Template name'), `Team ${how}`);
      await hand.choose('Manager', 'marcus', 'Marcus Oyelaran');
      await hand.choose('Buddy', 'leila', 'Leila Haddad');
      await hand.submit('Save');
      await modal(page, 'Templates').getByText(`Saved: Team ${how}.`).waitFor();
      await hand.close('Close');
      end('a template', how, hand);
    });

    it('of a hire from a template', async () => {
      const { page, hand } = await begin(how);
      const email = `tess.${how}@acme.example`;
      await hand.command(`/newhire Tess Plate ${email} 2031-03-03`);
      await hand.press(modal(page, 'New hire').getByRole('button', { name: `Team ${how}` }));
      await page.getByText(`Filled in from “Team ${how}”.`).waitFor();
      await hand.submit('Add new hire');
      await isAdded(page, email);
      end('a hire from a template', how, hand, 6);
    });

    it('of a hire with everything that there is to say', async () => {
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
      await isAdded(page, email);
      end('a complete hire', how, hand, 14);
    });

    it('of a hire with a second look', async () => {
      const { page, hand } = await begin(how);
      const email = `sue.${how}@acme.example`;
      await hand.command(`/newhire Sue Look ${email}`);
      await modal(page, 'New hire').waitFor();
      await hand.submit('Add new hire');
      await modal(page, 'Check and add').getByText('You didn’t choose a start day').waitFor();
      expect(await stage.employees(email)).toEqual([]);
      await hand.submit('Add');
      await isAdded(page, email);
      end('a hire with a second look', how, hand);
    });

    it('of a closed form that is resumed', async () => {
      const { page, hand } = await begin(how);
      const email = `clo.${how}@acme.example`;
      await hand.command(`/newhire Clo ${how} ${email} 2031-03-03`);
      await modal(page, 'New hire').waitFor();
      await hand.choose('Manager', 'marcus', 'Marcus Oyelaran');
      await hand.close('Cancel');
      await modal(page, 'New hire').waitFor({ state: 'detached' });
      await hand.press(sidebar(page).getByRole('link', { name: /^Frontdesk(?! Home)/ }));
      const offer = page.getByRole('article').filter({ hasText: `Clo ${how}` });
      await hand.press(offer.getByRole('button', { name: /^Resume/ }));
      await modal(page, 'New hire').waitFor();
      expect(await page.getByLabel('Work email').inputValue()).toBe(email);
      await hand.submit('Add new hire');
      await isAdded(page, email);
      end('a closed form that is resumed', how, hand);
    });

    it('of an offboarding that is changed and called off', async () => {
      const { page, hand } = await begin(how);
      const leaver = how === 'mouse' ? 'Sofia Lindqvist' : 'Tomasz';
      await hand.command('/offboard');
      await modal(page, 'Start offboarding').waitFor();
      await hand.choose('Employee', leaver, leaver);
      await hand.type(page.getByLabel('Last day'), '03032031');
      await hand.submit('Continue');
      await modal(page, 'Check and start').waitFor();
      await hand.submit('Start offboarding');
      await modal(page, 'Offboarding started').waitFor();
      await hand.close('Close');

      await openDetails(page, hand, leaver, '3 March 2031');
      await hand.press(modal(page, 'Request').getByRole('button', { name: /^Change last day/ }));
      await modal(page, 'Start offboarding').waitFor();
      await hand.type(page.getByLabel('Last day'), '04042031');
      await hand.submit('Continue');
      await modal(page, 'Check and start').waitFor();
      await hand.submit('Start offboarding');
      await modal(page, 'Offboarding started').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await openDetails(page, hand, leaver, '4 April 2031');
      await hand.press(modal(page, 'Request').getByRole('button', { name: /^Called off/ }));
      await modal(page, 'Called off').waitFor();
      await hand.submit('Save and notify');
      await modal(page, 'Called off').getByText('was called off').waitFor();
      end('an offboarding, changed and called off', how, hand);
    });
  });

  const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Channels and apps' });

  async function openDetails(page: Page, hand: Hand, name: string, day: string) {
    await hand.press(sidebar(page).getByRole('link', { name: 'Frontdesk Home' }));
    await page.getByRole('main').getByText(day).first().waitFor();
    await hand.press(
      page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^Details.*${name}`) })
        .first(),
    );
    await modal(page, 'Request').waitFor();
  }

  afterAll(() => process.stdout.write(`${counted.join('\n')}\n`));
});
