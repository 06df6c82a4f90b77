import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { listening } from '../listening.ts';
import { channels, demoSlack, employeesOf, ourService, temporaryFolder } from './office.ts';
import { ended, fromSource, runFrontdesk, runProcess, saying, spawnFrontdesk, startHere } from './program.ts';
import { everyWay } from './world.ts';

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 120_000 });

const cleanup = useCleanup();

function frontdesk(args: string[], env: Record<string, string>) {
  return spawnFrontdesk(cleanup, args, env, temporaryFolder(cleanup), fromSource);
}

function run(args: string[], env: Record<string, string>, options = {}) {
  return runFrontdesk(cleanup, args, env, options);
}

const ready = /Frontdesk is ready/;
const readyWithMetrics = /"health":"(http:[^"]+)","metrics":"(http:[^"]+)".*Frontdesk is ready/;

async function addJane({ ines }: Awaited<ReturnType<typeof demoSlack>>) {
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.send('New hire added');
  await ines.untilMessage('Jane Doe joins', channels.hires);
}

inWhole.each(everyWay)(
  'npm start needs nothing but the environment ($way)',
  async ({ mode, service: startService }) => {
    const service = await startService(cleanup);
    const office = await demoSlack(cleanup, mode);
    const { sandbox, env } = office;
    const child = frontdesk(['start'], {
      ...env,
      FRONTDESK_DRAIN_SECONDS: '0',
      ONBOARDING_URL: service.url,
      ONBOARDING_API_TOKEN: service.token,
      METRICS_PORT: '0',
      LOG_LEVEL: 'trace',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [, health, metrics] = await saying(child, readyWithMetrics);
    if (mode === 'http') sandbox.setRequestUrl(`${health}/slack/events`);
    await addJane(office);
    expect((await employeesOf(service)).filter(({ email }) => email === 'jane@acme.example')).toHaveLength(1);
    expect((await fetch(`${health}/healthz`)).status).toBe(200);
    expect((await fetch(`${health}/readyz`)).status).toBe(200);
    expect((await fetch(`${health}/metrics`)).status).toBe(404);
    expect(await (await fetch(metrics ?? '')).text()).toContain('process_cpu_seconds_total');
    expect(await ended(child, 'SIGTERM')).toBe(0);
    expect(output).toContain('a request has ended');
    const secrets = [sandbox.botToken, sandbox.appToken, sandbox.signingSecret, service.token];
    expect([/jane|doe\b|acme\.example/i.exec(output), secrets.filter((one) => output.includes(one))]).toEqual(
      [null, []],
    );
  },
);

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

inWhole.each([
  ['SLACK_BOT_TOKEN', 'xoxb-wrong'],
  ['SLACK_APP_TOKEN', 'xapp-1-wrong'],
])('ends with 78 and a sentence when Slack refuses %s', async (variable, token) => {
  const { env } = await demoSlack(cleanup);
  const { err, code } = await run(['start'], { ...env, [variable]: token });
  expect([code, err]).toEqual([78, expect.stringContaining(`doesn't accept ${variable} (invalid_auth)`)]);
  expect(err).not.toMatch(new RegExp(`${token}|    at `));
});

it('tries a token before it stores it, never shows it, and uses it from then on', async () => {
  const service = await ourService(cleanup);
  const office = await demoSlack(cleanup);
  const folder = temporaryFolder(cleanup);
  const env = { ONBOARDING_URL: service.url };
  const wrong = await run(['token', 'set'], env, { folder, input: 'c'.repeat(40) });
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Nothing was saved')]);
  const right = await run(['token', 'set'], env, { folder, input: `${service.token}\n` });
  expect([right.code, right.err]).toEqual([0, '']);
  const shown = await run(['token', 'show'], env, { folder });
  expect(shown.out).toContain(service.url);
  expect(right.out + shown.out).not.toContain(service.token);

  const started = { ...office.env, ...env };
  await startHere(cleanup, ['start'], started, { folder }).saying(ready);
  await addJane(office);
});

it('prints its version, and the manifest for either mode with the chosen names of the commands', async () => {
  const { out, code } = await run(['--version'], {});
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect([code, out.trim()]).toEqual([0, version]);
  const socket = await run(['manifest'], { FRONTDESK_COMMAND_NEWHIRE: '/fd-newhire' });
  expect(socket.out).toContain('command: /fd-newhire');
  expect(socket.out).toContain('socket_mode_enabled: true');
  const http = await run(['manifest', '--url', 'https://frontdesk.acme.com/'], {});
  expect(http.out).toContain('message_menu_options_url: https://frontdesk.acme.com/slack/events');
  expect(http.out).toContain('socket_mode_enabled: false');
});

it.each([
  ...[
    'foo',
    'http://frontdesk.acme.com',
    'https://acme.com?x=1',
    'http://localhost:3000',
    'https://localhost',
  ],
  ...['https://127.0.0.1', 'https://10.1.2.3/frontdesk', 'https://[2001:db8::1]'],
])('prints no manifest for the address “%s”, which Slack would refuse', async (url) => {
  const { out, err, code } = await run(['manifest', '--url', url], {});
  expect([out, err, code]).toEqual(['', expect.stringContaining('Use a public host name with https'), 2]);
});

it('says where the demo’s options go when npm kept them for itself', async () => {
  const folder = temporaryFolder(cleanup);
  const told = async (args: string[], env: Record<string, string>) => {
    const { err, code } = await run(['demo', '--folder', folder, ...args], env);
    return [err.trim(), code];
  };
  const sentence = (options: string) =>
    `Options go after “--”, so that npm passes them on: npm run demo -- ${options}`;
  expect(await told(['3600'], { npm_config_port: 'true' })).toEqual([sentence('--port 3600'), 2]);
  expect(await told([], { npm_config_fresh: 'true' })).toEqual([sentence('--fresh'), 2]);
  expect(await told([], { npm_config_port: '3600' })).toEqual([sentence('--port 3600'), 2]);
  expect(await told(['here'], {})).toEqual([sentence('--port 3600'), 2]);
});

it('starts the demo over, deletes only what is the demo’s, prints where to look, and stops on Ctrl-C', async () => {
  const folder = temporaryFolder(cleanup);
  writeFileSync(join(folder, 'minutes.txt'), 'of a meeting');
  writeFileSync(join(folder, 'frontdesk.db'), 'of an earlier demo');
  const child = frontdesk(['demo', '--port', '0', '--fresh', '--folder', folder], {});
  const [, page, authorization, url] = await saying(
    child,
    /Open\s+(http:\S+)[\s\S]*'Authorization: (Token \w+)' (http:\S+)/,
  );
  expect(await (await fetch(page ?? '')).text()).toContain('<html');
  const employees = await fetch(url ?? '', { headers: { authorization: authorization ?? '' } });
  expect(((await employees.json()) as unknown[]).length).toBeGreaterThanOrEqual(40);
  expect(await ended(child, 'SIGINT')).toBe(0);
  expect(readFileSync(join(folder, 'minutes.txt'), 'utf8')).toBe('of a meeting');
});

inWhole('refuses the example of the environment as it stands, in clear words', async () => {
  const folder = temporaryFolder(cleanup);
  copyFileSync(new URL('../../.env.example', import.meta.url), join(folder, '.env'));
  const { err, code } = await runProcess(cleanup, ['start'], {}, { folder, program: fromSource });
  expect(code).toBe(78);
  expect(err).toContain('- SLACK_BOT_TOKEN: This is still the placeholder from .env.example');
  expect(err).toContain('- SLACK_APP_TOKEN: This is still the placeholder from .env.example');
});

it.each(['src/compile-cache.mjs', 'src/main.ts'])(
  'says which Node it needs when %s is read by an old one',
  async (entry) => {
    const script = 'Object.defineProperty(process.versions,"node",{value:"20.20.2"})';
    const path = new URL(`../../${entry}`, import.meta.url);
    const old = `--import=data:text/javascript,${encodeURIComponent(`${script};await import("${path}")`)}`;
    const { err, code } = await runProcess(
      cleanup,
      ['start'],
      { NODE_OPTIONS: old },
      { program: fromSource },
    );
    expect([code, err]).toEqual([
      78,
      expect.stringContaining('Frontdesk needs Node 24 or newer, and this is Node 20'),
    ]);
    // An old Node resolves all named imports before it runs any code, so only import namespaces it may lack names of.
    const names = [...readFileSync(path, 'utf8').matchAll(/^import \{ ([^}]+) \} from '([^']+)'/gm)];
    expect(names.map(([, , from]) => from).filter((from) => from !== 'node:fs')).toEqual([]);
  },
);

it.each(['demo', 'start'])('says so when the port of %s is taken, and what to do', async (command) => {
  const port = String((await listening(cleanup, createServer())).port);
  const { env } = await demoSlack(cleanup);
  const { err, out, code } =
    command === 'demo'
      ? await run(['demo', '--port', port], {})
      : await run(['start'], { ...env, PORT: port });
  expect([code, err]).toEqual([command === 'demo' ? 1 : 78, expect.stringContaining('in use')]);
  expect(err).toContain(command === 'demo' ? 'npm run demo -- --port' : 'set PORT');
  expect(err + out).not.toContain('    at ');
});
