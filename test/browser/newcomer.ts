import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/log.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { type TestClock, testClock } from '../clock.ts';
import { listen, startBrowser } from './chromium.ts';

const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');

/** Company with a Slack workspace and an empty folder that has just run `npm start`, with a browser. */
export async function startNewcomer() {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  const sandbox = await startSandbox({ port: 0, manifest, ...demoWorkspace });
  // Only Slack's tokens; the other variables isolate the test.
  const env = {
    SLACK_BOT_TOKEN: sandbox.botToken,
    SLACK_APP_TOKEN: sandbox.appToken,
    SLACK_API_URL: sandbox.apiUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    SERVICE_PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'data', 'frontdesk.db')}`,
    SERVICE_DATABASE_URL: `sqlite:${join(folder, 'data', 'service.db')}`,
  };
  const clock: TestClock = testClock({ start: new Date().toISOString() });
  const [bot, browser] = await Promise.all([
    startFromConfig(
      readBotConfig(env, () => ''),
      silentLog(),
      clock,
    ),
    startBrowser(),
  ]);
  await bot.connected;
  return {
    sandbox,
    bot,
    clock,
    env,
    /** Opens the page as a person and collects its console output. */
    async open(personId: string) {
      const context = await browser.newContext({ viewport: { width: 1200, height: 820 } });
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      const said = listen(page);
      await page.goto(`${sandbox.url}#/${personId}/C0GENERAL`);
      await page.getByRole('main').waitFor();
      return { page, said };
    },
    async stop() {
      await browser.close();
      await bot.stop();
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
