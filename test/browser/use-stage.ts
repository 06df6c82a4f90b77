import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { chromiumPath, openPage, startStage } from './stage.ts';

/**
 * Tests that need a browser. They take minutes, so they run only with TEST_EVERYTHING=1, where a missing browser is a
 * failure; otherwise they are skipped with a notice.
 */
export function inBrowser(title: string, tests: () => void): void {
  if (process.env.TEST_EVERYTHING !== '1') {
    it.skip(`${title} (left out: it runs in Chromium with TEST_EVERYTHING=1)`, () => {});
  } else if (chromiumPath) {
    describe(title, { timeout: 120_000 }, tests);
  } else {
    it(title, () =>
      expect.fail('There is no Chromium, and TEST_EVERYTHING=1 asks for one. Set CHROMIUM_PATH.'),
    );
  }
}

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
    async open(personId: string, spot = '', options: BrowserContextOptions = {}): Promise<Page> {
      const opened = await openPage(stage.browser, `${stage.demo.sandbox.url}#/${personId}/${spot}`, options);
      open.push(opened);
      return opened.page;
    },
    async employees(email: string): Promise<unknown[]> {
      const { url = '', token = '' } = stage.demo.service ?? {};
      const answer = await fetch(`${url}/api/employees/`, { headers: { authorization: `Token ${token}` } });
      const all = (await answer.json()) as { email: string }[];
      return all.filter((one) => one.email === email);
    },
  };
}
