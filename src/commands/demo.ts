import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { readBotConfig } from '../config/config.ts';
import { makePrivateFolder } from '../database/private-file.ts';
import { createLog, type Log } from '../log.ts';
import { port } from '../sandbox/cli.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { openOperator } from '../service/operator.ts';
import { startService } from '../service/service.ts';
import { systemClock } from '../time/clock.ts';
import { demoAccess, demoChannels, demoWorkspace } from './demo-company.ts';
import { type Stop, startFromConfig, stopAll } from './start/start.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description(
      'start a local Slack, the onboarding service with demo people, and Frontdesk; Ctrl-C stops all',
    )
    .option('--fresh', 'start over: delete what an earlier demo left', false)
    .option('--port <number>', 'the port of the page', port, 3500)
    .option('--folder <path>', 'where the demo keeps its data', 'data/demo')
    .action(async (options: { fresh: boolean; port: number; folder: string }) => {
      const demo = await startDemo({ ...options, say: terminal.print }).catch((error: unknown) => {
        throw explained(error, options.port);
      });
      const stopped = terminal.untilStopped();
      for (const line of whatToTry(demo, options.folder)) terminal.print(line);
      await stopped;
      terminal.print('Stopping …');
      await demo.stop();
    });
}

function explained(error: unknown, port: number): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error;
  return new CommandFailed(
    `Port ${port} is already in use, maybe by another demo. Stop that one, or choose another port: ` +
      `npm run demo -- --port ${port === 65_535 ? port - 1 : port + 1}`,
  );
}

const tries = [
  ['/newhire', 'fill in the form; type “mar” for the manager'],
  ['/newhire Jane Doe jane@acme.example 2027-01-11', 'the form filled in'],
  ['/offboard', 'as Ines or, switching people, as Marcus the manager'],
  ['/newhire as Sofia', 'has no access, and hears whom to ask'],
] as const;

function whatToTry({ sandbox, service }: Demo, folder: string): string[] {
  return [
    '',
    `Open  ${sandbox.url}`,
    '',
    'You are Ines from HR. Try:',
    ...tries.map(([what, why]) => `  ${what.padEnd(48)}${why}`),
    '',
    'What the onboarding service holds:',
    `  curl -s -H 'Authorization: Token ${service.token}' ${service.url}/api/employees/`,
    '',
    `Ctrl-C stops all of it. Data stays in ${folder}; start over with: npm run demo -- --fresh`,
  ];
}

interface DemoOptions {
  folder: string;
  /** Deletes an earlier demo's data first. */
  fresh: boolean;
  /** Port of the page; 0 for any free one. */
  port: number;
  say: (line: string) => void;
  /** Time that the demo's Slack waits for an answer, in milliseconds; as long as Slack when absent. */
  patience?: number;
}

export interface Demo {
  sandbox: Sandbox;
  service: { url: string; token: string };
  stop(): Promise<void>;
}

const administrator = 'ines.duarte@acme.example';

export async function startDemo({ folder, fresh, port, say, patience }: DemoOptions): Promise<Demo> {
  makePrivateFolder(folder);
  // Delete only the demo's own files: the folder may hold others.
  const left = readdirSync(folder).filter((name) => fresh && /^(?:frontdesk|service)\./.test(name));
  for (const name of left) rmSync(join(folder, name));
  say('1/3  the local Slack …');
  const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');
  const sandbox = await startSandbox({
    ...{ port, manifest, ...demoWorkspace },
    ...(patience !== undefined && { patience }),
  });
  const started: Stop[] = [sandbox.stop];
  try {
    return await startBehind(sandbox, { folder, say, patience }, started);
  } catch (error) {
    // Parts that are already running would keep the process alive.
    await stopAll(started);
    throw error;
  }
}

async function startBehind(
  sandbox: Sandbox,
  { folder, say, patience }: Pick<DemoOptions, 'folder' | 'say'> & { patience: number | undefined },
  started: Stop[],
): Promise<Demo> {
  const log = createLog({ level: 'warn', format: 'pretty' });
  say('2/3  the onboarding service, with 40 people and 12 sequences …');
  const service = await startDemoService(`sqlite:${join(folder, 'service.db')}`, log);
  started.push(service.stop);
  say('3/3  Frontdesk …');
  const config = configFor(folder, sandbox, service);
  const limits = patience === undefined ? {} : { slackPatience: patience };
  const frontdesk = await startFromConfig(config, log, systemClock, limits);
  started.push(frontdesk.stop);
  await frontdesk.connected;
  return { sandbox, service, stop: () => stopAll(started) };
}

async function startDemoService(databaseUrl: string, log: Log) {
  const options = { databaseUrl, host: '127.0.0.1', port: 0, timezone: 'UTC', language: 'en' };
  const running = await startService({ ...options, apiAccess: true, log });
  const operator = openOperator(databaseUrl);
  await operator.seedDemo();
  // Tokens are shown only once, so each start replaces the last one.
  await operator.revokeTokens(administrator);
  const token = await operator.createToken(administrator);
  await operator.close();
  return { ...running, token };
}

function configFor(folder: string, sandbox: Sandbox, service: { url: string; token: string }) {
  const env = {
    SLACK_BOT_TOKEN: sandbox.botToken,
    SLACK_APP_TOKEN: sandbox.appToken,
    SLACK_API_URL: sandbox.apiUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    ONBOARDING_URL: service.url,
    ONBOARDING_API_TOKEN: service.token,
    DATABASE_URL: `sqlite:${join(folder, 'frontdesk.db')}`,
    FRONTDESK_HR: demoAccess.hr.join(','),
    FRONTDESK_MANAGERS: demoAccess.managers.join(','),
    FRONTDESK_CHANNELS: demoChannels.hires,
    FRONTDESK_PRIVATE_CHANNEL: demoChannels.private,
  };
  return readBotConfig(env, (path) => readFileSync(path, 'utf8'));
}
