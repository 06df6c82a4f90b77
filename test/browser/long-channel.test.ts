import { expect, it } from 'vitest';
import { inBrowser, useStage } from './use-stage.ts';

inBrowser('a channel with many messages, on the page', () => {
  const stage = useStage();

  it('shows the newest, older ones as somebody scrolls up to them, and what comes in at the bottom', async () => {
    const sofia = stage.demo().sandbox.client('U0SOFIA');
    const post = (text: string) => sofia.perform({ verb: 'postMessage', channel: 'C0GENERAL', text });
    for (let number = 1; number <= 450; number += 1) await post(`Message number ${number}.`);
    const page = await stage.open('U0INES', 'C0GENERAL');
    const list = page.getByRole('log');
    const messages = list.getByRole('article');
    await list.getByText('Message number 450.').waitFor();
    expect(await messages.count()).toBe(200);
    const middle = list.getByText('Message number 260.');
    await list.evaluate((element) => element.scrollTo({ top: 250 }));
    await list.getByText('Message number 100.').waitFor({ state: 'attached' });
    expect(await messages.count()).toBe(400);
    // The element in view stays in place.
    expect(await middle.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    await list.focus();
    await page.keyboard.press('Home');
    await list.getByText('Message number 1.').waitFor({ state: 'attached' });
    expect(await messages.count()).toBe(450);
    await post('The newest one.');
    await expect.poll(() => list.getByText('The newest one.').isVisible()).toBe(true);
    expect(await messages.last().textContent()).toContain('The newest one.');
  });
});
