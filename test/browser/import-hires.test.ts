import { expect, it } from 'vitest';
import { choose, modal, open } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

const rows = [
  'First name;Last name;E-mail;Start date;Manager;Cost center',
  'Kim;Import;kim.import@acme.example;17.03.2031;Oyelaran, Marcus;12',
  'Lea;Import;lea.import@acme.example;17.03.2031;Nobody Known;12',
  'Max;Import;max at acme;17.03.2031;Oyelaran, Marcus;12',
];

inBrowser('an import, on the page', () => {
  const stage = useStage();

  it('takes a file, asks what is unknown, and adds the row corrected in the window', async () => {
    const page = await stage.open('U0INES');
    const window = await open(page, '/newhire import', 'Import hires');
    await window
      .locator('input[type=file]')
      .setInputFiles({ name: 'Interns.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
    await window.getByRole('button', { name: 'Continue' }).click();
    const check = modal(page, 'Check import');
    await check.getByText('2 hires can be added. 1 row left out.').waitFor();
    await choose(page, '1 manager not found', 'sofi', 'Sofia Lindqvist');
    await check.getByText('Sofia Lindqvist').last().waitFor();
    const left = check.getByLabel('Rows left out');
    const text = await left.inputValue();
    await left.fill('');
    await left.pressSequentially(text.replace('max at acme', 'max.import@acme.example'));
    await check.getByRole('button', { name: 'Add 2 hires' }).click();
    await check.getByText('3 hires can be added.').waitFor();
    await check.getByRole('button', { name: 'Add 3 hires' }).click();
    await page.getByText('Adding 3 hires.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Frontdesk \d/ }).click();
    await page.getByText('Import finished: 3 of 3 added.').waitFor();
    expect(await stage.employees('max.import@acme.example')).toHaveLength(1);
  });
});
