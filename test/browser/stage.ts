import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Demo, startDemo } from '../../src/commands/demo.ts';
import { patientSlack } from '../driver/sandbox.ts';

/** The headless shell needs a third less CPU. */
const usualPaths = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`);

/**
 * Browser for the journeys: `CHROMIUM_PATH`, or the usual places of distributions; undefined or empty when there is
 * none.
 */
export const chromiumPath = process.env.CHROMIUM_PATH ?? usualPaths.find((path) => existsSync(path));

const quietly = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function startBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error('There is no Chromium; set CHROMIUM_PATH.');
  return chromium.launch({ executablePath: chromiumPath, args: quietly });
}

function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${response.status()}: ${response.url()}`);
  });
  return said;
}

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

/** Opens an address, and collects what the browser's console says. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; said: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 820 }, ...options });
  // Below the test's time limit, so that the error names the missing element.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const said = listen(page);
  await page.goto(address);
  await page.getByRole('main').waitFor();
  return { page, said };
}

export async function openForPicture(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const { page } = await openPage(browser, address, { reducedMotion: 'reduce', locale: 'en-GB', ...options });
  return page;
}
