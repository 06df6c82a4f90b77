import { describe, expect, it } from 'vitest';
import { chromiumPath } from './chromium.ts';

/**
 * Tests that need a browser. Without one they are left out, and the output says so; with TEST_EVERYTHING=1 a missing
 * one is a failure.
 */
export function inBrowser(title: string, tests: () => void): void {
  if (chromiumPath) {
    describe(title, { timeout: 120_000 }, tests);
  } else if (process.env.TEST_EVERYTHING === '1') {
    it(title, () =>
      expect.fail('There is no Chromium, and TEST_EVERYTHING=1 asks for one. Set CHROMIUM_PATH.'),
    );
  } else {
    it.skip(`${title} (left out: there is no Chromium; set CHROMIUM_PATH)`, () => {});
  }
}
