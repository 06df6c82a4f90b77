import { describe, expect, it } from 'vitest';
import { chromiumPath } from './chromium.ts';

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
