import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { demoWorkspace } from '../../src/demo/cast.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import {
  type Cleanup,
  channels,
  createCleanup,
  employeesOf,
  manifest,
  ourService,
  releasedService,
  temporaryFolder,
} from './office.ts';

const root = resolve(import.meta.dirname, '../..');

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

/** The real program, as `npm start` and `npm run frontdesk` run it, with this environment and no other. */
function frontdesk(args: string[], env: Record<string, string>, folder = temporaryFolder(cleanup)) {
  const child = spawn(process.execPath, [`${root}/src/main.ts`, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  });
  cleanup.later(() => ended(child, 'SIGKILL'));
  return child;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}

async function run(args: string[], env: Record<string, string>, folder?: string, input = '') {
  const child = frontdesk(args, env, folder);
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code };
}

/** Resolves with the first line that fits. */
function line(child: ChildProcess, fits: RegExp): Promise<RegExpExecArray> {
  return new Promise((found, lost) => {
    let read = '';
    const look = (chunk: Buffer) => {
      read += chunk;
      const match = fits.exec(read);
      if (match) found(match);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => lost(new Error(`it ended with ${code}:\n${read}`)));
  });
}

const ready = /"health":"(http:[^"]+)".*Frontdesk is ready/;

async function workspace() {
  const sandbox = await startSandbox({ port: 0, manifest, ...demoWorkspace });
  cleanup.later(sandbox.stop);
  const env = {
    SLACK_BOT_TOKEN: sandbox.botToken,
    SLACK_API_URL: sandbox.apiUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    FRONTDESK_HR: 'U0INES',
    FRONTDESK_CHANNELS: channels.hires,
  };
  return { sandbox, env, ines: sandbox.person('U0INES') };
}

async function addJane({ ines }: Awaited<ReturnType<typeof workspace>>) {
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('New hire added');
  await ines.untilMessage('Jane Doe joins', channels.hires);
}

it.each([
  ['Socket Mode', 'our service', ourService],
  ['HTTP mode', 'our service', ourService],
  ['Socket Mode', 'a released deployment', releasedService],
  ['HTTP mode', 'a released deployment', releasedService],
] as const)(
  'npm start, in %s against %s, needs nothing but the environment',
  async (mode, _service, startService) => {
    const service = await startService(cleanup);
    const office = await workspace();
    const { sandbox, env } = office;
    const socket = mode === 'Socket Mode';
    const child = frontdesk(['start'], {
      ...env,
      ...(socket ? { SLACK_APP_TOKEN: sandbox.appToken } : { SLACK_SIGNING_SECRET: sandbox.signingSecret }),
      ONBOARDING_URL: service.url,
      ONBOARDING_API_TOKEN: service.token,
    });
    const [, health] = await line(child, ready);
    if (!socket) sandbox.setRequestUrl(`${health}/slack/events`);
    await addJane(office);
    expect((await employeesOf(service)).filter(({ email }) => email === 'jane@acme.example')).toHaveLength(1);
    expect((await fetch(`${health}/healthz`)).status).toBe(200);
    expect((await fetch(`${health}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${health}/metrics`)).text()).toContain('process_cpu_seconds_total');
    expect(await ended(child, 'SIGTERM')).toBe(0);
  },
  20_000,
);

it('brings its own service when none is named, and finds its hires again after a restart', async () => {
  const office = await workspace();
  const env = { ...office.env, SLACK_APP_TOKEN: office.sandbox.appToken, SERVICE_PORT: '0' };
  const folder = temporaryFolder(cleanup);
  const first = frontdesk(['start'], env, folder);
  await line(first, ready);
  await addJane(office);
  expect(await ended(first, 'SIGTERM')).toBe(0);
  const second = frontdesk(['start'], env, folder);
  await line(second, ready);
  await office.ines.closeAll();
  await office.ines.command('/newhire Jane Doe jane@acme.example');
  await office.ines.untilView('New hire');
  await office.ines.submit();
  expect(office.ines.view().errors['Work email']).toContain('exists');
});

it('reports everything that is wrong with the environment at once, and ends with 78', async () => {
  const { err, out, code } = await run(['start'], {
    SLACK_BOT_TOKEN: 'xoxp-nope-secret',
    PORT: 'http',
    ONBOARDING_URL: 'http://onboarding.acme.com',
    FRONTDESK_TIMEZONE: 'Mars/Base',
    DATABASE_URL: 'mysql://x',
    FRONTDESK_SECRET_FILE: '/nowhere/secret',
  });
  expect(code).toBe(78);
  for (const name of [
    'SLACK_BOT_TOKEN',
    'SLACK_APP_TOKEN or SLACK_SIGNING_SECRET',
    'PORT',
    'ONBOARDING_URL',
    'FRONTDESK_TIMEZONE',
    'DATABASE_URL',
    'FRONTDESK_SECRET_FILE',
  ])
    expect(err).toContain(`- ${name}: `);
  expect(out + err).not.toContain('nope-secret');
  expect(err).not.toContain('    at ');
});

it('says so when Slack does not accept the token', async () => {
  const { env, sandbox } = await workspace();
  const { err, code } = await run(['start'], {
    ...env,
    SLACK_BOT_TOKEN: 'xoxb-wrong',
    SLACK_APP_TOKEN: sandbox.appToken,
    SERVICE_PORT: '0',
  });
  expect(code).toBe(78);
  expect(err).toContain('Slack does not accept SLACK_BOT_TOKEN (invalid_auth)');
  expect(err).not.toContain('xoxb-wrong');
});

it('tries a token before it stores it, never shows it, and uses it from then on', async () => {
  const service = await ourService(cleanup);
  const office = await workspace();
  const folder = temporaryFolder(cleanup);
  const env = { ONBOARDING_URL: service.url };
  const wrong = await run(['token', 'set'], env, folder, 'c'.repeat(40));
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Nothing was stored')]);
  const right = await run(['token', 'set'], env, folder, `${service.token}\n`);
  expect([right.code, right.err]).toEqual([0, '']);
  const shown = await run(['token', 'show'], env, folder);
  expect(shown.out).toContain(service.url);
  expect(right.out + shown.out).not.toContain(service.token);

  const started = { ...office.env, ...env, SLACK_APP_TOKEN: office.sandbox.appToken };
  await line(frontdesk(['start'], started, folder), ready);
  await addJane(office);
});

it('prints the manifest for either mode, with the chosen names of the commands', async () => {
  const socket = await run(['manifest'], { FRONTDESK_COMMAND_NEWHIRE: '/fd-newhire' });
  expect(socket.out).toContain('command: /fd-newhire');
  expect(socket.out).toContain('socket_mode_enabled: true');
  const http = await run(['manifest', '--url', 'https://frontdesk.acme.com/'], {});
  expect(http.out).toContain('message_menu_options_url: https://frontdesk.acme.com/slack/events');
  expect(http.out).toContain('socket_mode_enabled: false');
});

it('starts the demo, prints where to look, and stops on Ctrl-C', async () => {
  const child = frontdesk(['demo', '--port', '0'], {});
  const [, page, authorization, url] = await line(
    child,
    /Open\s+(http:\S+)[\s\S]*'Authorization: (Token \w+)' (http:\S+)/,
  );
  expect((await fetch(page ?? '')).status).toBeLessThan(500);
  const employees = await fetch(url ?? '', { headers: { authorization: authorization ?? '' } });
  expect(((await employees.json()) as unknown[]).length).toBeGreaterThanOrEqual(40);
  expect(await ended(child, 'SIGINT')).toBe(0);
});

it.each(['start', 'demo', 'manifest', 'token', 'service', 'sandbox'])(
  '%s explains itself',
  async (command) => {
    const { out, code } = await run([command, '--help'], {});
    expect([code, out]).toEqual([0, expect.stringContaining('Usage: frontdesk')]);
  },
);
