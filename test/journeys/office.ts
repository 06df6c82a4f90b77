import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limits } from '../../src/bot/services.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { demoAccess, demoChannels, demoWorkspace } from '../../src/commands/demo-company.ts';
import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { openMigrated } from '../../src/database/open.ts';
import { createLog, type Log, silentLog } from '../../src/log.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { demoPeople } from '../../src/service/demo.ts';
import { openOperator } from '../../src/service/operator.ts';
import { startService } from '../../src/service/service.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { someSequences } from '../contract/released-data.ts';
import { type Release, startReleasedDeployment } from '../contract/released-deployment.ts';
import { patientSlack, startDrivenSandbox } from '../driver/sandbox.ts';
import { listening } from '../listening.ts';
import { leaksIn, toldIn, type Watched } from './leaver-watch.ts';

/**
 * SQLite templates, made once per process: the bot's migrated database, and the service's with the demo company. A
 * copy costs a tenth of a migration.
 */
async function make() {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const bot = await openMigrated<BotTables>(`sqlite:${join(folder, 'frontdesk.db')}`, migrations);
  await bot.close();
  const operator = openOperator(`sqlite:${join(folder, 'service.db')}`);
  await operator.migrate();
  await operator.seedDemo();
  const token = await operator.createToken('ines.duarte@acme.example');
  await operator.close();
  return { folder, token };
}
let made: ReturnType<typeof make> | undefined;

async function copyOf(database: 'frontdesk' | 'service', path: string) {
  made ??= make();
  const { folder, token } = await made;
  copyFileSync(join(folder, `${database}.db`), path);
  return { url: `sqlite:${path}`, token };
}

export const channels = { ...demoChannels, general: 'C0GENERAL' };
export const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');

type Stop = () => Promise<unknown> | unknown;

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

export function temporaryFolder(cleanup: Cleanup, place = tmpdir()): string {
  const folder = mkdtempSync(join(place, 'frontdesk-'));
  cleanup.later(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writtenLog(level: 'trace' | 'warn' = 'trace') {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLog({ level, format: 'json', destination }) };
}

export async function ourService(cleanup: Cleanup, given?: string) {
  const database = given === undefined ? await serviceDatabase(cleanup) : await seeded(given);
  const options = { databaseUrl: database.url, host: '127.0.0.1', port: 0, timezone: 'UTC', language: 'en' };
  const running = await startService({ ...options, apiAccess: true, log: silentLog() });
  cleanup.later(running.stop);
  const operator = openOperator(database.url);
  cleanup.later(operator.close);
  return { url: running.url, token: database.token, operator };
}

export const serviceDatabase = (cleanup: Cleanup) =>
  copyOf('service', join(temporaryFolder(cleanup), 'service.db'));

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

/** A server that behaves like a released deployment, with the demo company's people. */
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

export interface Service {
  url: string;
  token: string;
}

export interface OfficeOptions {
  mode?: 'socket' | 'http';
  service: Service;
  env?: Record<string, string>;
  log?: Log;
  /** Replaces the wall clock. */
  clock?: Clock;
  workspace?: Partial<Pick<SandboxOptions, 'people' | 'channels' | 'userGroups'>>;
  /** Manifest that the app was installed from, such as an earlier one; the repository's by default. */
  manifest?: string;
  waitForMenus?: boolean;
  limits?: Limits;
  patience?: number;
  /** Slack's own time; the wall clock by default. */
  slackClock?: Clock;
}

export async function openOffice<Given extends Service>(
  cleanup: Cleanup,
  {
    mode = 'socket',
    service,
    env = {},
    log,
    clock = systemClock,
    workspace,
    manifest: installed = manifest,
    waitForMenus = true,
    limits,
    patience = patientSlack,
    slackClock = systemClock,
  }: OfficeOptions & { service: Given },
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
    ...inSlack(sandbox, mode),
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
      clock,
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
    service,
    ines: person('U0INES'),
    marcus: person('U0MARCUS'),
    sofia: person('U0SOFIA'),
    robin: person('U0ROBIN'),
    leila: person('U0LEILA'),
    grace: person('U0GRACE'),
  };
}

/** Environment of a bot in that Slack. */
function inSlack({ botToken, appToken, signingSecret, apiUrl }: Sandbox, mode: 'socket' | 'http') {
  const way = mode === 'socket' ? { SLACK_APP_TOKEN: appToken } : { SLACK_SIGNING_SECRET: signingSecret };
  return { SLACK_BOT_TOKEN: botToken, SLACK_API_URL: apiUrl, ...way, HOST: '127.0.0.1', PORT: '0' };
}

/** The demo company's Slack without a bot, and the environment that a bot in it needs. */
export async function demoSlack(cleanup: Cleanup, mode: 'socket' | 'http' = 'socket') {
  const sandbox = await startDrivenSandbox({ port: 0, manifest, patience: patientSlack, ...demoWorkspace });
  cleanup.later(sandbox.stop);
  const company = { FRONTDESK_HR: 'U0INES', FRONTDESK_CHANNELS: channels.hires, SERVICE_PORT: '0' };
  return { sandbox, env: { ...inSlack(sandbox, mode), ...company }, ines: sandbox.person('U0INES') };
}

async function botDatabase(cleanup: Cleanup): Promise<string> {
  return (await copyOf('frontdesk', join(temporaryFolder(cleanup), 'frontdesk.db'))).url;
}

/** Checks after every test that no public channel names a leaver. */
function expectNoLeaver(sandbox: Watched, given: NonNullable<SandboxOptions['channels']>): void {
  const open = new Set(given.filter(({ isPrivate }) => !isPrivate).map(({ id }) => id));
  const told = toldIn(sandbox, [...open]).filter(({ to }) => to !== undefined);
  const leaks = leaksIn(told, (id) => !open.has(id));
  if (leaks.length > 0) throw new Error(`A leaver was named in public: ${JSON.stringify(leaks)}`);
}

export function withOwnService(cleanup: Cleanup) {
  const database = `sqlite:${join(temporaryFolder(cleanup), 'service.db')}`;
  return { ONBOARDING_API_TOKEN: '', ONBOARDING_URL: '', SERVICE_PORT: '0', SERVICE_DATABASE_URL: database };
}

/** Environment of `npm start` with only Slack's tokens. */
export const nothingSet = {
  ...{ FRONTDESK_HR: '', FRONTDESK_MANAGERS: '', FRONTDESK_CHANNELS: '', FRONTDESK_PRIVATE_CHANNEL: '' },
};

/** Options of an office that begins with its built-in service and nothing set. */
export function firstStart(cleanup: Cleanup, more: Record<string, string> = {}) {
  return { service: { url: '', token: '' }, env: { ...withOwnService(cleanup), ...nothingSet, ...more } };
}

export async function serverThat(cleanup: Cleanup, answer: RequestListener): Promise<string> {
  return (await listening(cleanup, createServer(answer))).url;
}

export type Office = Awaited<ReturnType<typeof openOffice<Service>>>;

export async function employeesOf(service: { url: string; token: string }) {
  const headers = { authorization: `Token ${service.token}` };
  const answer = await fetch(`${service.url}/api/employees/`, { headers });
  return (await answer.json()) as { id: number; email: string; first_name: string; last_name: string }[];
}

export async function addedElsewhere(
  service: Service,
  email = 'jane@acme.example',
  { first_name = 'Joan', last_name = 'Roe' } = {},
) {
  await fetch(`${service.url}/api/users/`, {
    method: 'POST',
    headers: { authorization: `Token ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name, last_name, email, role: 0 }),
  });
}

export function postedIn({ sandbox }: Pick<Office, 'sandbox'>, part: string): string[] {
  return sandbox
    .calls('chat.postMessage')
    .map(({ args }) => `${String(args.channel)}: ${String(args.text)}`)
    .filter((line) => line.includes(part));
}
