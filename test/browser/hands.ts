import type { Locator, Page } from 'playwright-core';

export async function command(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press('Enter');
}

export async function open(page: Page, text: string, title: string): Promise<Locator> {
  await command(page, text);
  const window = modal(page, title);
  await window.waitFor();
  return window;
}

function composer(page: Page): Locator {
  return page.locator('#composer');
}

export function modal(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title });
}

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

/** Ways to work on the page. A press is a click, or a key with an effect: Tab and typed letters don't count. */
export interface Hand {
  command(text: string): Promise<void>;
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  choose(label: string, typed: string, option: string): Promise<void>;
  submit(button: string): Promise<void>;
  close(button: string): Promise<void>;
  presses(): number;
}

/** Limit of Tab presses on the way to an element. */
const mostTabs = 150;

export const hands: Record<'mouse' | 'keyboard', (page: Page) => Hand> = { mouse, keyboard };

function mouse(page: Page): Hand {
  let count = 0;
  const press = async (target: Locator, how = {}) => {
    await target.click(how);
    count += 1;
  };
  return {
    async command(text) {
      await press(composer(page));
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      count += 1;
    },
    press,
    async type(target, text) {
      // At the beginning: a date field has separate parts for month and year.
      await press(target, { position: { x: 14, y: 14 } });
      await page.keyboard.type(text);
    },
    async choose(label, typed, option) {
      await press(page.getByRole('combobox', { name: label }));
      await page.keyboard.type(typed);
      await press(page.getByRole('option', { name: option }));
    },
    submit: (button) => press(top(page).getByRole('button', { name: button, exact: true })),
    close: (button) => press(top(page).getByRole('button', { name: button, exact: true })),
    presses: () => count,
  };
}

function keyboard(page: Page): Hand {
  let count = 0;
  const key = async (name: string) => {
    await page.keyboard.press(name);
    count += 1;
  };
  return {
    async command(text) {
      await walkTo(page, composer(page));
      await page.keyboard.type(text);
      await key('Enter');
    },
    async press(target) {
      await walkTo(page, target);
      await key('Enter');
    },
    async type(target, text) {
      await walkTo(page, target);
      await page.keyboard.type(text);
    },
    async choose(label, typed, option) {
      await walkTo(page, page.getByRole('combobox', { name: label }));
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: option }).and(page.locator('.active')).waitFor();
      await key('Enter');
    },
    submit: () => key('Control+Enter'),
    close: () => key('Escape'),
    presses: () => count,
  };
}

function top(page: Page): Locator {
  return page.getByRole('dialog').last();
}

async function walkTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${target}`);
}
