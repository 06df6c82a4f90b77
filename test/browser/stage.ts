import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Demo, startDemo } from '../../src/commands/demo/demo.ts';
import { patientSlack } from '../driver/sandbox.ts';
import { startBrowser } from './chromium.ts';

export interface Stage {
  demo: Demo;
  browser: Browser;
}

/** Starts the demo, with its data in a temporary folder and on free ports, and a browser. */
export async function startStage(): Promise<Stage & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  const [demo, browser] = await Promise.all([
    startDemo({ folder, fresh: true, port: 0, say: () => undefined, patience: patientSlack }),
    startBrowser(),
  ]);
  const stop = async () => {
    await browser.close();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { demo, browser, stop };
}

/** Opens the page at an address, without motion, as pictures need it. */
export async function openForPicture(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', ...options });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('main').waitFor();
  return page;
}
