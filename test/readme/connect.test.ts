import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultWorkspace } from '../../src/sandbox/workspace/workspace.ts';
import { useCleanup } from '../cleanup.ts';
import { patientSlack, startDrivenSandbox } from '../driver/sandbox.ts';
import { employeesOf, ourService, temporaryFolder } from '../journeys/office.ts';
import { saying } from '../journeys/program.ts';
import { root } from '../source-files.ts';
import { blocksOf } from './blocks.ts';

const cleanup = useCleanup();

type Mode = 'Socket Mode' | 'HTTP mode';

/** Git's files, with the packages installed here instead of by `npm ci`. */
function cleanClone(): string {
  const folder = temporaryFolder(cleanup);
  execFileSync('git', ['clone', '--quiet', root, folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function stepsFor(mode: Mode, folder: string) {
  const linesIn = (place: string) =>
    blocksOf(place, (path) => readFileSync(join(folder, path), 'utf8')).flatMap(({ lines }) => lines);
  const isSetting = (line: string) => /^[A-Z]/.test(line);
  const steps = linesIn('README.md/Connect a workspace/');
  const differing = mode === 'HTTP mode' ? linesIn('docs/configure.md/HTTP mode/') : steps.slice(1);
  const [install, , copy, start, ...more] = steps.filter((line) => !isSetting(line));
  const [manifest] = differing;
  const [store] = linesIn('docs/service.md/Connect your own/');
  return { install, manifest, copy, settings: differing.filter(isSetting), start, store, more };
}

function type(folder: string, line: string, env: Record<string, string> = {}): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('bash', ['-c', `exec ${line}`], {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: 'pipe',
    detached: true,
  });
  cleanup.later(() => end(child));
  return child;
}

/** Ends it with its children: npm doesn't end what it started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
}

async function answerOf(child: ChildProcess, input = '') {
  child.stdin?.end(input);
  const [out, err, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  return { out, err, code };
}

/** Fills in an `.env` from the block: values ending in dots come from Slack, others are literal. */
function fillIn(path: string, lines: string[], given: Record<string, string>): void {
  let env = readFileSync(path, 'utf8');
  for (const line of lines) {
    const [name = '', shown = ''] = line.split('=');
    expect(env).toMatch(new RegExp(`^${name}=`, 'm'));
    env = env.replace(
      new RegExp(`^${name}=.*$`, 'm'),
      `${name}=${shown.endsWith('…') ? given[name] : shown}`,
    );
  }
  writeFileSync(path, env);
}

const modes: Mode[] = ['Socket Mode', 'HTTP mode'];
it.runIf(process.env.TEST_EVERYTHING === '1').each(modes)(
  'a clean clone follows “Connect a workspace” word for word in %s, with the sandbox as Slack',
  async (mode) => {
    const folder = cleanClone();
    const { install, manifest, copy, settings, start, store, more } = stepsFor(mode, folder);
    expect(install).toBe('npm ci');
    expect(more).toEqual([]);

    // Creates the app from the printed manifest.
    const printed = await answerOf(type(folder, manifest ?? ''));
    expect([printed.code, printed.err]).toEqual([0, '']);
    const sandbox = await startDrivenSandbox({
      ...{ port: 0, manifest: printed.out, patience: patientSlack },
      ...defaultWorkspace,
    });
    cleanup.later(sandbox.stop);
    expect((await answerOf(type(folder, copy ?? ''))).code).toBe(0);
    fillIn(join(folder, '.env'), settings, {
      SLACK_BOT_TOKEN: sandbox.botToken,
      SLACK_APP_TOKEN: sandbox.appToken,
      SLACK_SIGNING_SECRET: sandbox.signingSecret,
    });

    // Settings for the sandbox and for ports in use on this machine.
    const here = { SLACK_API_URL: sandbox.apiUrl, HOST: '127.0.0.1', PORT: '0', SERVICE_PORT: '0' };
    const running = type(folder, start ?? '', here);
    const [, health = ''] = await saying(
      running,
      /"health":"(http:[^"]+)".*Frontdesk is (?:ready|listening)/,
    );
    if (mode === 'HTTP mode') {
      // Replaces the TLS proxy at the manifest's address.
      const { request_url: address } = parse(printed.out).settings.interactivity;
      sandbox.setRequestUrl(`${health}${new URL(address).pathname}`);
    }
    const olivia = sandbox.person('U0OLIVIA');
    await expect.poll(async () => (await fetch(`${health}/readyz`)).status).toBe(200);
    await olivia.openHome();
    await olivia.until(() => olivia.home()?.buttons.includes('New hire'));
    await olivia.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await olivia.untilView('New hire');
    await olivia.submitAndAgree();
    await olivia.untilView('New hire added');
    await end(running);

    const service = await ourService(cleanup);
    const named = { ...here, ONBOARDING_URL: service.url };
    const stored = await answerOf(type(folder, store ?? '', named), service.token);
    expect([stored.code, stored.err]).toEqual([0, '']);
    expect((await employeesOf(service)).some(({ email }) => email === 'jane@acme.example')).toBe(false);
  },
  240_000,
);
