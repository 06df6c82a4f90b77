import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root, textOf } from '../source-files.ts';
import { copiedFromContext, exec, last, stagesOf } from './dockerfile.ts';

const packageJson = JSON.parse(textOf('package.json'));
const stages = stagesOf(join(root, 'Dockerfile'));
const image = stages.at(-1)?.steps ?? [];
const compose = parse(textOf('compose.yaml'));
const { frontdesk, database } = compose.services;
const unit = textOf('src/operating/frontdesk.service');
const release = parse(textOf('.github/workflows/release.yml'));
const steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] = release.jobs.release.steps;

const settings = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);

it('the image is built by and runs on the Node that this was tested with', () => {
  const images = stages.map(({ from }) => from);
  expect(new Set(images)).toEqual(new Set([`node:${packageJson.devDependencies.node}-bookworm-slim`]));
  expect(steps.map((step) => step.with?.['node-version']).filter(Boolean)).toEqual([
    packageJson.devDependencies.node,
  ]);
});

it('the image copies what git keeps and nothing that could hold a secret, and what the package ships', () => {
  const paths = stages.flatMap((stage) =>
    stage.steps.filter(({ name }) => name === 'COPY').flatMap(({ text }) => copiedFromContext(text)),
  );
  expect(paths.length).toBeGreaterThan(5);
  const tracked = execFileSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' }).split('\n');
  for (const path of paths)
    expect(tracked.some((file) => file === path || file.startsWith(`${path}/`)) ? '' : path).toBe('');
  const copied = image
    .filter(({ name }) => name === 'COPY')
    .map(({ text }) => text)
    .join(' ');
  // The example environment, the unit and the docs are only for people who install the package.
  const needed: string[] = ['package.json', ...packageJson.files].filter(
    (path) => !/^\.env|\.service$|^docs$/.test(path),
  );
  expect(needed.filter((path) => !copied.includes(path))).toEqual([]);
});

it('git keeps no key, no database, no secret, and no name that Windows refuses', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  expect(tracked.length).toBeGreaterThan(500);
  expect(
    tracked.filter((path) => /\.(key|pem|db|sqlite3?)$|\.db-(wal|shm|journal)$|(^|\/)\.env$/i.test(path)),
  ).toEqual([]);
  const refused = /[<>:"|?*\\\p{Cc}]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu;
  expect(tracked.filter((path) => path.split('/').some((name) => refused.test(name)))).toEqual([]);
  const inAnyCase = tracked.map((path) => path.toLowerCase());
  expect(inAnyCase.filter((path, at) => inAnyCase.indexOf(path) !== at)).toEqual([]);
});

it('the image runs as nobody in particular, starts and is asked for its health without a shell', () => {
  expect(last(image, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(exec(last(image, 'ENTRYPOINT'))).toEqual(['node', '--max-semi-space-size=2', '/app/dist/main.js']);
  expect(exec(last(image, 'CMD'))).toEqual(['start']);
  expect(exec(last(image, 'HEALTHCHECK')).slice(0, 2)).toEqual(['node', '-e']);
  expect(packageJson.scripts.start).toContain('--max-semi-space-size=2 ');
});

it('compose.yaml keeps everything in PostgreSQL and the key in the volume, on a root that is read only', () => {
  const volume = last(image, 'VOLUME');
  expect(volume).toBe(`${image.filter(({ name }) => name === 'WORKDIR').at(-1)?.text}/data`);
  expect(frontdesk).toMatchObject({
    volumes: [`data:${volume}`],
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    stop_grace_period: '20s',
  });
  const named = (url: string) => /\/(\w+)$/.exec(url)?.[1];
  expect(named(frontdesk.environment.DATABASE_URL)).toBe(database.environment.POSTGRES_DB);
  const [{ source, target }] = database.configs;
  expect(target).toMatch(/^\/docker-entrypoint-initdb\.d\/.*\.sql$/);
  const made = named(frontdesk.environment.SERVICE_DATABASE_URL);
  expect(compose.configs[source].content).toBe(`create database ${made};`);
  expect(database.healthcheck.test).toContain(`--dbname=${made}`);
  expect(Object.keys(compose.volumes).sort()).toEqual(['data', 'database']);
  // Variables taken from .env are in the example.
  const taken = [...textOf('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? '');
  expect(taken.filter((name) => !textOf('.env.example').includes(`\n${name}=`))).toEqual([]);
});

it('the unit starts what the package installs, and does not start again what has to be set otherwise', () => {
  const [start = ''] = settings('ExecStart');
  expect(start).toContain(`/node_modules/${packageJson.name}/${packageJson.bin.frontdesk} start`);
  expect(settings('RestartPreventExitStatus')).toEqual(['78']);
  expect(Number(settings('TimeoutStopSec')[0])).toBeGreaterThan(15);
  expect(packageJson.files).toContain('src/operating/frontdesk.service');
});

it.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
  'systemd finds no mistake in the unit, and little to harden',
  () => {
    const path = join(root, 'src/operating/frontdesk.service');
    const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    // The location of Node depends on this machine.
    const lines = `${verified.stdout}${verified.stderr}`
      .split('\n')
      .filter((line) => line.includes('frontdesk.service'));
    expect(lines.filter((line) => !/Command \/usr\/bin\/node is not executable/.test(line))).toEqual([]);
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
      encoding: 'utf8',
    });
    expect(Number(/exposure level.*: ([\d.]+)/.exec(security.stdout)?.[1])).toBeLessThan(2);
  },
);

it('a release is checked before anything is published, by actions named by their commit, with no more rights than it needs', () => {
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((action) => !/^actions\/[a-z-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  expect(release.permissions).toEqual({});
  expect(release.jobs.release.permissions).toEqual({
    contents: 'write',
    'id-token': 'write',
    attestations: 'write',
  });
  const ran = steps.map(({ run, uses }) => run ?? uses ?? '');
  const order = ['npm ci', 'npm run check', 'npm pack', 'npm sbom', 'actions/attest@', 'gh release create'];
  const places = order.map((what) => ran.findIndex((one) => one.includes(what)));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

it('installs on the Node version that it asks for without a warning about that', () => {
  const { npm_execpath: npm = '' } = process.env;
  const check = ['ci', '--dry-run', '--offline', '--ignore-scripts'];
  const { stderr, status } = spawnSync(process.execPath, [npm, ...check], { cwd: root, encoding: 'utf8' });
  expect(stderr).not.toContain('EBADENGINE');
  expect(status).toBe(0);
});
