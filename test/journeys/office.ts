import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limits } from '../../src/bot/options.ts';
import { demoAccess, demoChannels, demoWorkspace } from '../../src/commands/demo/cast.ts';
import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { type Log, silentLog } from '../../src/log.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { demoPeople } from '../../src/service/demo/demo-people.ts';
import { openOperator } from '../../src/service/operator.ts';
import { startService } from '../../src/service/service.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { someSequences } from '../contract/released-data.ts';
import { type Release, startReleasedDeployment } from '../contract/released-deployment.ts';
import { patientSlack, startDrivenSandbox } from '../driver/sandbox.ts';
import { some } from '../faults/trials.ts';
import { copyOf } from '../templates.ts';
import { leaksIn, toldIn, type Watched } from './leaver-watch.ts';

export const channels = { ...demoChannels, general: 'C0GENERAL' };
export const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');

/** Something that can be stopped; the last one started is stopped first. */
type Stop = () => Promise<unknown> | unknown;

/** Where a test's servers and files are given back. */
export function createCleanup() {
  const stops: Stop[] = [];
  return {
    later: (stop: Stop) => void stops.push(stop),
    async now() {
      const failures: unknown[] = [];
      for (const stop of stops.splice(0).reverse())
        await Promise.resolve()
          .then(stop)
          .catch((error: unknown) => void failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
export type Cleanup = ReturnType<typeof createCleanup>;

/** @param place where tests keep their files unless said: only this user reads those */
export function temporaryFolder(cleanup: Cleanup, place = tmpdir()): string {
  const folder = mkdtempSync(join(place, 'frontdesk-'));
  cleanup.later(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Our own service with the demo company, on a file unless said. */
export async function ourService(cleanup: Cleanup, given?: string) {
  const database = given === undefined ? await serviceDatabase(cleanup) : await seeded(given);
  const options = { databaseUrl: database.url, host: '127.0.0.1', port: 0, timezone: 'UTC', language: 'en' };
  const running = await startService({ ...options, apiAccess: true, log: silentLog() });
  cleanup.later(running.stop);
  const operator = openOperator(database.url);
  cleanup.later(operator.close);
  return { url: running.url, token: database.token, operator };
}

/** The service's database with the demo company, on a file of its own. */
export function serviceDatabase(cleanup: Cleanup) {
  return copyOf('service', join(temporaryFolder(cleanup), 'service.db'));
}

/** The same in an empty database that is there already. */
export async function seeded(url: string) {
  const operator = openOperator(url);
  try {
    await operator.migrate();
    await operator.seedDemo();
    return { url, token: await operator.createToken('ines.duarte@acme.example') };
  } finally {
    await operator.close();
  }
}

/** A server that behaves as released deployments do, with the demo company's people. */
export async function releasedService(cleanup: Cleanup, release: Release = 'v2.4.1') {
  const token = 'b'.repeat(40);
  const deployment = await startReleasedDeployment({
    token,
    employees: demoPeople,
    sequences: someSequences,
    release,
  });
  cleanup.later(deployment.stop);
  return { ...deployment, token };
}

/**
 * Both ways to Slack, with both kinds of services behind: what people do is the same in all of them. What has no need of
 * one in particular opens its offices in Socket Mode with a released deployment; so every run meets the others here.
 */
export const everyWay = some(
  [
    ['HTTP mode', 'http', 'our service', ourService],
    ['Socket Mode', 'socket', 'a released deployment', releasedService],
    ['Socket Mode', 'socket', 'our service', ourService],
    ['HTTP mode', 'http', 'a released deployment', releasedService],
  ] as const,
  1,
);

export interface OfficeOptions {
  mode?: 'socket' | 'http';
  service: { url: string; token: string };
  /** Over the environment that the bot is started from. */
  env?: Record<string, string>;
  log?: Log;
  /** How many times faster than the wall's clock pauses pass; 1 unless said. */
  speed?: number;
  /** In the place of the wall's clock at that speed. */
  clock?: Clock;
  /** Beside or in the place of what the demo's workspace has. */
  workspace?: Partial<Pick<SandboxOptions, 'people' | 'channels' | 'userGroups'>>;
  /** In the place of the repository's: an app that was installed from an earlier one, say. */
  manifest?: string;
  /** Whether the menus are to be filled before anything happens; yes unless said. */
  waitForMenus?: boolean;
  /** How long answers are waited for. */
  limits?: Limits;
  /** How long Slack waits for an answer, in milliseconds. */
  patience?: number;
  /** Slack's own time; the wall's unless said. */
  slackClock?: Clock;
}

/** A workspace with the demo's people, and the bot in it, started from an environment as `npm start` does. */
export async function openOffice(
  cleanup: Cleanup,
  {
    mode = 'socket',
    service,
    env = {},
    log,
    speed = 1,
    clock,
    workspace,
    manifest: installed = manifest,
    waitForMenus = true,
    limits,
    patience = patientSlack,
    slackClock = systemClock,
  }: OfficeOptions,
) {
  const sandbox = await startDrivenSandbox({
    port: 0,
    manifest: installed,
    patience,
    clock: { now: () => slackClock.now().getTime(), after: slackClock.after },
    ...demoWorkspace,
    ...workspace,
  });
  cleanup.later(sandbox.stop);
  cleanup.later(() => expectNoLeaver(sandbox, workspace?.channels ?? demoWorkspace.channels));
  const environment = {
    SLACK_BOT_TOKEN: sandbox.botToken,
    SLACK_API_URL: sandbox.apiUrl,
    ...(mode === 'socket'
      ? { SLACK_APP_TOKEN: sandbox.appToken }
      : { SLACK_SIGNING_SECRET: sandbox.signingSecret }),
    HOST: '127.0.0.1',
    PORT: '0',
    ONBOARDING_URL: service.url,
    ONBOARDING_API_TOKEN: service.token,
    DATABASE_URL: env.DATABASE_URL ?? (await botDatabase(cleanup)),
    FRONTDESK_HR: demoAccess.hr.join(','),
    FRONTDESK_MANAGERS: demoAccess.managers.join(','),
    FRONTDESK_CHANNELS: channels.hires,
    FRONTDESK_PRIVATE_CHANNEL: channels.private,
    ...env,
  };
  const start = async () => {
    const bot = await startFromConfig(
      readBotConfig(environment, () => ''),
      log ?? silentLog(),
      clock ?? clockOf(speed),
      { slackPatience: patience, ...limits },
    );
    cleanup.later(bot.stop);
    await bot.connected;
    if (mode === 'http') sandbox.setRequestUrl(`${bot.url}/slack/events`);
    return bot;
  };
  const bot = await start();
  if (waitForMenus) await bot.directory.refresh();
  const person = (id: string) => sandbox.person(id);
  return {
    sandbox,
    bot,
    environment,
    start,
    ines: person('U0INES'),
    marcus: person('U0MARCUS'),
    sofia: person('U0SOFIA'),
    robin: person('U0ROBIN'),
  };
}

/** The bot's database, migrated and empty, on a file of its own. */
async function botDatabase(cleanup: Cleanup): Promise<string> {
  return (await copyOf('frontdesk', join(temporaryFolder(cleanup), 'frontdesk.db'))).url;
}

/** Whatever a test was about: that somebody leaves is said in no channel that everybody can read. */
function expectNoLeaver(sandbox: Watched, given: NonNullable<SandboxOptions['channels']>): void {
  const open = new Set(given.filter(({ isPrivate }) => !isPrivate).map(({ id }) => id));
  const told = toldIn(sandbox, [...open]).filter(({ to }) => to !== undefined);
  const leaks = leaksIn(told, (id) => !open.has(id));
  if (leaks.length > 0) throw new Error(`A leaver was named in public: ${JSON.stringify(leaks)}`);
}

/** What starts Frontdesk with a service of its own: on a free port, and not with what another test left behind. */
export function withOwnService(cleanup: Cleanup) {
  const database = `sqlite:${join(temporaryFolder(cleanup), 'service.db')}`;
  return { ONBOARDING_API_TOKEN: '', ONBOARDING_URL: '', SERVICE_PORT: '0', SERVICE_DATABASE_URL: database };
}

/** A server of somebody's own making, on loopback. */
export async function serverThat(cleanup: Cleanup, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.later(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Pauses pass faster; what time it is stays true. */
function clockOf(speed: number): Clock {
  return { now: systemClock.now, after: (ms, then) => systemClock.after(ms / speed, then) };
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** The employees as the API lists them now. */
export async function employeesOf(service: { url: string; token: string }) {
  const headers = { authorization: `Token ${service.token}` };
  const answer = await fetch(`${service.url}/api/employees/`, { headers });
  return (await answer.json()) as { id: number; email: string; first_name: string; last_name: string }[];
}
