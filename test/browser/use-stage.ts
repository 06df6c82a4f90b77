import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { listen } from './chromium.ts';
import { startStage } from './stage.ts';

/**
 * One demo and one browser for the tests of a file, with a new page per call. After each test everything is closed,
 * and the browser's console must be empty.
 */
export function useStage() {
  let stage: Awaited<ReturnType<typeof startStage>>;
  const open: { page: Page; said: string[] }[] = [];
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage?.stop());
  afterEach(async () => {
    const pages = open.splice(0);
    await Promise.all(pages.map(({ page }) => page.context().close()));
    for (const { id } of demoWorkspace.people)
      await stage.demo.sandbox.client(id).perform({ verb: 'closeAll' });
    expect(pages.flatMap(({ said }) => said)).toEqual([]);
  });

  return {
    demo: () => stage.demo,
    /** Opens the page as a person, at the given hash. */
    async open(personId: string, spot = '', options: BrowserContextOptions = {}): Promise<Page> {
      const context = await stage.browser.newContext({ viewport: { width: 1200, height: 820 }, ...options });
      // Below the test's time limit, so that the error names the missing element.
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      open.push({ page, said: listen(page) });
      await page.goto(`${stage.demo.sandbox.url}#/${personId}/${spot}`);
      await page.getByRole('main').waitFor();
      return page;
    },
    /** Employees at the service with this address. */
    async employees(email: string): Promise<unknown[]> {
      const { url, token } = stage.demo.service;
      const answer = await fetch(`${url}/api/employees/`, { headers: { authorization: `Token ${token}` } });
      const all = (await answer.json()) as { email: string }[];
      return all.filter((one) => one.email === email);
    },
  };
}
