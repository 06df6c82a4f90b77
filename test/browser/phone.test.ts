import { expect, it } from 'vitest';
import { open, visit } from './hands.ts';
import { inBrowser, useStage } from './use-stage.ts';

const viewport = { width: 360, height: 720 };

inBrowser('the page on a phone', () => {
  const stage = useStage();

  it('has its channels in a drawer, and a form fills the screen', async () => {
    const page = await stage.open('U0GRACE', 'C0GENERAL', { viewport });
    const channels = page.getByRole('navigation', { name: 'Channels and apps' });
    expect(await channels.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Channels' }).click();
    await visit(page, 'new-hires');
    await channels.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'new-hires' }).waitFor();
    const form = await open(page, '/newhire', 'New hire');
    expect((await form.boundingBox())?.width).toBe(viewport.width);
    const [width] = await page.locator('html').evaluateAll((roots) => roots.map((root) => root.scrollWidth));
    expect(width).toBe(viewport.width);
  });

  it('remembers the colours one has chosen', async () => {
    const page = await stage.open('U0GRACE', 'C0GENERAL', { viewport, colorScheme: 'light' });
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });
});
