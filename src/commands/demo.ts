import { createWriteStream, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { chosenTypes } from '../bot/webhooks/event.ts';
import { readBotConfig } from '../config/config.ts';
import { makePrivateFolder } from '../database/private-file.ts';
import { createLog } from '../log.ts';
import { port } from '../sandbox/cli.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { movableClock, systemClock } from '../time/clock.ts';
import { demoAccess, demoChannels, demoWorkspace } from './demo-company.ts';
import {
  type DemoCompany,
  demoSurroundings,
  keeper,
  readKept,
  startDemoCompany,
} from './demo-surroundings.ts';
import { startFromConfig } from './start/start.ts';
import { CommandFailed, mistyped, type Terminal } from './terminal.ts';

export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description(
      'start a local Slack, the onboarding service with demo people, and Frontdesk; Ctrl-C stops all',
    )
    .option('--fresh', 'start over: delete what an earlier demo left', false)
    .option('--port <number>', 'the port of the page', port, 3500)
    .option('--first-run', 'start with nothing set up, as after an installation', false)
    .option('--folder <path>', 'where the demo keeps its data (default: data/demo, or data/first-run)')
    .allowExcessArguments()
    .action(async ({ folder: given, ...options }: GivenOptions, { args }: Command) => {
      const lost = lostOptions(terminal.env, args);
      if (lost.length > 0)
        throw new CommandFailed(
          `Options go after “--”, so that npm passes them on: npm run demo -- ${lost.join(' ')}`,
          mistyped,
        );
      const folder = given ?? (options.firstRun ? 'data/first-run' : 'data/demo');
      const demo = await startDemo({ ...options, folder, say: terminal.print }).catch((error: unknown) => {
        throw explained(error, options.port);
      });
      const stopped = terminal.untilStopped();
      for (const line of whatToTry(demo, folder)) terminal.print(line);
      await stopped;
      terminal.print('Stopping …');
      await demo.stop();
    });
}

/** Options that npm took for its own: `npm run demo --port 3600` passes on `3600` and sets a variable. */
function lostOptions(env: Terminal['env'], args: readonly string[]): string[] {
  const { npm_config_fresh: fresh, npm_config_port: port, npm_config_folder: folder } = env;
  const [value] = args;
  return [
    ...(fresh ? ['--fresh'] : []),
    ...(env.npm_config_first_run ? ['--first-run'] : []),
    ...(folder ? [`--folder ${folder === 'true' ? value : folder}`] : []),
    ...(port || (value && !folder && !fresh) ? [`--port ${Number(port) || Number(value) || 3600}`] : []),
  ];
}

function explained(error: unknown, port: number): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error;
  return new CommandFailed(
    `Port ${port} is already in use, maybe by another demo. Stop that one, or choose another port: ` +
      `npm run demo -- --port ${port === 65_535 ? port - 1 : port + 1}`,
  );
}

type GivenOptions = Pick<DemoOptions, 'fresh' | 'firstRun' | 'port'> & { folder?: string };

const tries = [
  ['/newhire', 'fill in the form; type “mar” for the manager'],
  ['/newhire Jane Doe jane@acme.example 2027-01-11', 'the form filled in'],
  ['/offboard', 'as Ines or, switching people, as Marcus the manager'],
  ['/newhire as Sofia', 'no access: she sees whom to ask'],
  ['Demo, at the top of the page', 'move the clock, take the service away, play the HR system'],
] as const;

function whatToTry({ sandbox, service }: Demo, folder: string): string[] {
  return [
    '',
    `Open  ${sandbox.url}`,
    '',
    ...(service
      ? [
          'You are Ines from HR. Try:',
          ...tries.map(([what, why]) => `  ${what.padEnd(48)}${why}`),
          '',
          'What the onboarding service holds:',
          `  curl -s -H 'Authorization: Token ${service.token}' ${service.url}/api/employees/`,
        ]
      : ['You are Ines, an admin of the workspace. Open Frontdesk under Apps: its Home leads you through.']),
    '',
    `Ctrl-C stops everything. Data stays in ${folder}, warnings are in ${join(folder, logFile)}.`,
    'Start over with: npm run demo -- --fresh',
  ];
}

interface DemoOptions {
  folder: string;
  /** Deletes an earlier demo's data first. */
  fresh: boolean;
  /** Starts with an empty service, and without access, channels and connection set. */
  firstRun?: boolean;
  /** Port of the page; 0 for any free one. */
  port: number;
  say: (line: string) => void;
  /** Time that the demo's Slack waits for an answer, in milliseconds; as long as Slack when absent. */
  patience?: number;
}

export type Demo = Awaited<ReturnType<typeof startDemo>>;

const logFile = 'frontdesk.log';

/** `service`: undefined on a first run, as Frontdesk starts its own. */
export async function startDemo(options: DemoOptions) {
  const { folder, fresh, port, firstRun = false, say, patience } = options;
  // Parts that are already running would keep the process alive after a failure.
  await using started = new AsyncDisposableStack();
  makePrivateFolder(folder);
  // Delete only the demo's own files: the folder may hold others.
  const left = readdirSync(folder).filter((name) => fresh && /^(?:frontdesk|service|slack)\./.test(name));
  for (const name of left) rmSync(join(folder, name));
  // In a file: while the service is away on purpose, its errors would only frighten.
  const destination = createWriteStream(join(folder, logFile), { flags: 'a', mode: 0o600 });
  started.defer(() => void destination.end());
  const log = createLog({ level: 'warn', format: 'json', destination });
  const file = join(folder, 'slack.json');
  const kept = readKept(file, log);
  const clock = movableClock(systemClock, kept?.ahead);
  say('1/3  the onboarding service …');
  const company = firstRun ? undefined : await startDemoCompany(folder, clock, log, started);
  const calls = () => sandbox.calls().length;
  const { surroundings, stop: stopMoving } = demoSurroundings({ clock, company, calls });
  say('2/3  the local Slack …');
  const sandbox: Sandbox = await startSandbox({
    ...{ port, surroundings, ...demoWorkspace },
    manifest: readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8'),
    // Deadlines are those of the real time, so that a moved clock misses none.
    clock: { now: () => clock.now().getTime(), after: systemClock.after },
    ...(patience !== undefined && { patience }),
  });
  started.defer(sandbox.stop);
  if (kept) sandbox.restore(kept.slack);
  const keep = keeper(file, () => ({
    ahead: clock.now().getTime() - systemClock.now().getTime(),
    slack: sandbox.save(),
  }));
  started.defer(keep.stop);
  started.defer(sandbox.onChange(keep.changed));
  say('3/3  Frontdesk …');
  const limits = patience === undefined ? {} : { slackPatience: patience };
  const config = configFor(folder, sandbox, company);
  const frontdesk = await startFromConfig(config, log, clock, limits);
  started.defer(frontdesk.stop);
  started.defer(stopMoving);
  await company?.hris.connect(config, frontdesk.url);
  await frontdesk.connected;
  const running = started.move();
  return { sandbox, service: company?.service, stop: () => running.disposeAsync() };
}

function configFor(folder: string, sandbox: Sandbox, company: DemoCompany | undefined) {
  const env = {
    SLACK_BOT_TOKEN: sandbox.botToken,
    SLACK_APP_TOKEN: sandbox.appToken,
    SLACK_API_URL: sandbox.apiUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'frontdesk.db')}`,
    ...(company
      ? {
          ONBOARDING_URL: company.service.url,
          ONBOARDING_API_TOKEN: company.service.token,
          FRONTDESK_HR: demoAccess.hr.join(','),
          FRONTDESK_MANAGERS: demoAccess.managers.join(','),
          FRONTDESK_CHANNELS: demoChannels.hires,
          FRONTDESK_PRIVATE_CHANNEL: demoChannels.private,
          FRONTDESK_EVENTS_URL: company.receiver.url,
          FRONTDESK_EVENTS_SECRET: company.receiver.secret,
          FRONTDESK_EVENTS: chosenTypes.join(','),
          FRONTDESK_EVENTS_ALLOW_PRIVATE: 'True',
        }
      : { SERVICE_DATABASE_URL: `sqlite:${join(folder, 'service.db')}`, SERVICE_PORT: '0' }),
  };
  return readBotConfig(env, (path) => readFileSync(path, 'utf8'));
}
