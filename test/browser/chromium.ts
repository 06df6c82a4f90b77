import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser that runs the journeys: `CHROMIUM_PATH`, or where distributions put it; undefined or empty when there is none. */
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

/** Starts the browser. Throws when there is none. */
export function startBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error('There is no Chromium; set CHROMIUM_PATH.');
  return chromium.launch({ executablePath: chromiumPath, args: quietly });
}

/** Collects what a page says on its console, what it throws, and what it asks for in vain: there should be nothing. */
export function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${response.status()}: ${response.url()}`);
  });
  return said;
}
