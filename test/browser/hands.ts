import type { Locator, Page } from 'playwright-core';

/** Actions of a person on the page, by the page's labels. */

export async function command(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press('Enter');
}

/** Types a command, and waits for the window that it opens. */
export async function open(page: Page, text: string, title: string): Promise<Locator> {
  await command(page, text);
  const window = modal(page, title);
  await window.waitFor();
  return window;
}

export function composer(page: Page): Locator {
  return page.locator('#composer');
}

export function modal(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title });
}

/** Finds an option by typing, and chooses it. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await box.click();
  await box.pressSequentially(typed);
  await page.getByRole('option', { name: option }).click();
  if (await box.getAttribute('aria-expanded').then((open) => open === 'true'))
    await page.keyboard.press('Escape');
}

export async function showMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More fields' }).click();
  await page.getByLabel('Position').waitFor();
}

/** Fills text fields and days by their labels. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
}

export async function visit(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Channels and apps' }).getByRole('link', { name }).click();
}

export async function become(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Acting as/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('button', { name: `Acting as ${name}` }).waitFor();
}

export async function arm(page: Page, fault: { where: string; on: string; what: string }): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Faults' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Faults' }).click();
  await panel.getByLabel('Direction').selectOption(fault.where);
  await panel.getByLabel('Method or payload').fill(fault.on);
  await panel.getByLabel('Fault').selectOption(fault.what);
  await panel.getByRole('button', { name: 'Add fault' }).click();
  await panel.getByText(fault.what, { exact: true }).last().waitFor();
}
