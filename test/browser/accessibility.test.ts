import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFindings } from './axe.ts';
import { arm, choose, command, open } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

const wide = { width: 1200, height: 820 };
const phone = { width: 360, height: 740 };
const looks = [
  [wide, 'light'],
  [wide, 'dark'],
  [phone, 'light'],
] as const;

inBrowser('the accessibility of the page', () => {
  const stage = useStage();

  const screens: Record<string, (page: Page) => Promise<void>> = {
    'a channel with messages': async (page) => {
      await command(page, 'Jane *starts* `today`, <@U0INES> & others: https://acme.example');
      await page.getByRole('article').first().waitFor();
      await page.locator('#composer').pressSequentially('/');
      await page.getByRole('option').first().waitFor();
    },
    'a form with an open menu and errors': async (page) => {
      await open(page, '/newhire', 'New hire');
      await choose(page, 'Manager', 'mar', 'Marcus Oyelaran');
      await page.getByRole('button', { name: 'Add new hire' }).click();
      await page.locator('.field.wrong').first().waitFor();
      await page.getByRole('combobox', { name: 'Sequences' }).click();
      await page.getByRole('option').first().waitFor();
    },
    'App Home': async (page) => {
      await page.goto(`${stage.demo().sandbox.url}#/U0INES/app/home`);
      await page.getByRole('main').getByRole('button', { name: 'New hire' }).waitFor();
    },
    'the traffic': async (page) => {
      await command(page, '/frontdesk help');
      await page.getByRole('button', { name: 'Traffic' }).click();
      await page.locator('.exchange summary').first().click();
    },
    'the faults, and a command that there is not': async (page) => {
      await command(page, '/nothing');
      await page.getByText('/nothing is not a valid command.').waitFor();
      await arm(page, { where: 'Sent to the app', on: 'view_closed', what: 'Never deliver it' });
    },
  };

  it.each(Object.entries(screens))(
    'has nothing serious wrong in light and dark, wide and narrow: %s',
    async (_, show) => {
      const page = await stage.open('U0INES');
      await show(page);
      const findings: string[] = [];
      for (const [viewport, colorScheme] of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        const found = await seriousFindings(page);
        findings.push(...found.map((one) => `${viewport.width} ${colorScheme} ${one}`));
      }
      expect(findings).toEqual([]);
    },
  );
});
