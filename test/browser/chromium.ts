import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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

/** Collects a page's console output, errors and failed requests. There should be none. */
export function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${response.status()}: ${response.url()}`);
  });
  return said;
}
