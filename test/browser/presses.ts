import type { Locator, Page } from 'playwright-core';
import { composer } from './hands.ts';

/** Ways to work on the page. A press is a click, or a key with an effect: Tab and typed letters don't count. */
export interface Hand {
  command(text: string): Promise<void>;
  press(target: Locator): Promise<void>;
  /** Moves to a field and types there. */
  type(target: Locator, text: string): Promise<void>;
  /** Types a few letters into a menu and takes the match. */
  choose(label: string, typed: string, option: string): Promise<void>;
  /**
   * Sends the top form.
   * @param button its label in the form
   */
  submit(button: string): Promise<void>;
  /**
   * Closes the top form.
   * @param button its label in the form
   */
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
