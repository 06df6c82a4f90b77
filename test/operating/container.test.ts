import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { useCleanup } from '../cleanup.ts';
import { patientSlack, startDrivenSandbox } from '../driver/sandbox.ts';
import { manifest, temporaryFolder } from '../journeys/office.ts';
import { ended, saying } from '../journeys/program.ts';
import { freshPostgres, freshSqlite, postgresUrl } from '../postgres.ts';
import { root, textOf } from '../source-files.ts';
import { buildByHand, type Image } from './dockerfile.ts';

const cleanup = useCleanup();

/** Places Node where a container engine would: in a path readable by everyone. */
function nodeFor(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  cpSync(realpathSync(process.execPath), join(bin, 'node'));
  chmodSync(folder, 0o755);
  return bin;
}

/** Command in the image, as its user, who may write only to the volume and `/tmp`. */
function inContainer({ root: at, workdir, user, env }: Image, bin: string, more: Record<string, string>) {
  const [uid, gid] = user.split(':');
  const asUser = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'];
  const isRoot = process.getuid?.() === 0;
  return (command: readonly string[]) => {
    const words = command.map((word) => (word.startsWith('/') ? join(at, word) : word));
    const [program = '', ...args] = isRoot ? [...asUser, ...words] : words;
    return spawn(program, args, {
      cwd: join(at, workdir),
      env: { ...env, ...more, PATH: `${bin}:/usr/bin:/bin` },
      stdio: 'pipe',
    });
  };
}

const packageJson = JSON.parse(textOf('package.json'));

const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

it.runIf(process.env.TEST_EVERYTHING === '1')(
  'what the Dockerfile builds is listed, starts as its user, says that it is healthy, writes its volume alone, and stops',
  async () => {
    // Another user starts it.
    const folder = temporaryFolder(cleanup, '/tmp');
    const bin = nodeFor(folder);
    const image = buildByHand(root, folder, join(root, 'node_modules/.bin'));
    expectToList(join(folder, 'build/build'), Object.keys(packageJson.dependencies));
    execFileSync('chmod', ['-R', 'a-w', join(image.root, 'app')]);
    cleanup.later(() => execFileSync('chmod', ['-R', 'u+w', image.root]));

    const sandbox = await startDrivenSandbox({ port: 0, manifest, patience: patientSlack, ...demoWorkspace });
    cleanup.later(sandbox.stop);
    const [bot, service] = [await fresh(), await fresh()];
    const started = parse(textOf('compose.yaml')).services.frontdesk.environment;
    const run = inContainer(image, bin, {
      HOST: started.HOST,
      PORT: '0',
      SLACK_BOT_TOKEN: sandbox.botToken,
      SLACK_APP_TOKEN: sandbox.appToken,
      SLACK_API_URL: sandbox.apiUrl,
      SERVICE_PORT: '0',
      DATABASE_URL: bot,
      SERVICE_DATABASE_URL: service,
    });
    const before = files(image.root);
    const child = run([...image.entrypoint, ...image.cmd]);
    cleanup.later(() => ended(child, 'SIGKILL'));
    const [, port = ''] = await saying(child, /"health":"http:[^"]+:(\d+)".*Frontdesk is ready/);
    const healthy = (at: string) => {
      const check = inContainer(image, bin, { PORT: at })(image.healthcheck);
      return new Promise((resolve) => check.once('exit', resolve));
    };
    expect([await healthy(port), await healthy('1')]).toEqual([0, 1]);
    expect(await ended(child, 'SIGTERM')).toBe(0);
    const volume = image.volumes[0]?.slice(1) ?? '';
    const written = files(image.root).filter((path) => !before.includes(path));
    expect(written.filter((path) => !path.startsWith(`${volume}/`))).toEqual([]);
    // Without a secret, the stored token's key is kept in the volume.
    expect(written).toContain(`${volume}/frontdesk.key`);
  },
  180_000,
);

/** Checks the release's package list: every runtime package, and no development-only one. */
function expectToList(folder: string, wanted: string[]): void {
  const steps: { run?: string }[] = parse(textOf('.github/workflows/release.yml')).jobs.release.steps;
  const script = steps.find(({ run }) => run?.includes('npm sbom'))?.run ?? 'false';
  const env = { ...process.env, GITHUB_REF_NAME: 'v1.2.3' };
  execFileSync('bash', ['-e', '-c', script], { cwd: folder, env, stdio: 'pipe' });
  const list = JSON.parse(readFileSync(join(folder, 'frontdesk-1.2.3.cdx.json'), 'utf8'));
  const listed: string[] = list.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl));
  const isListed = (name: string) => listed.some((purl) => purl.startsWith(`pkg:npm/${name}@`));
  expect(wanted.filter((name) => !isListed(name))).toEqual([]);
  expect(['vitest', 'typescript', 'playwright-core', 'node'].filter(isListed)).toEqual([]);
}

/** Uses PostgreSQL like compose.yaml, if a server is available; otherwise the image's default. */
async function fresh(): Promise<string> {
  const { url, remove } = await (postgresUrl ? freshPostgres() : freshSqlite());
  cleanup.later(remove);
  return url;
}
