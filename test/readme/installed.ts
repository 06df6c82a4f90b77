import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saying } from '../journeys/program.ts';
import { root, textOf } from '../source-files.ts';
import { commandsOf, linksOf } from './blocks.ts';

/**
 * Follows the installation steps of docs/operate.md in empty folders with the output of `npm pack`: `node
 * test/readme/installed.ts FOLDER`, where that is.
 */
const [packed = '.'] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'frontdesk-installed-'));

const linesOf = (part: string) => commandsOf(`docs/operate.md/Install/${part}`);

function newFolder(name: string): string {
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Only Node, like a machine without Frontdesk; npm uses this machine's registry. */
const bin = newFolder('bin');
symlinkSync(process.execPath, join(bin, 'node'));
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };

const packages = readdirSync(packed).filter((name) => /^frontdesk-.*\.tgz$/.test(name));
const putPackage = (folder: string) => {
  for (const name of packages) copyFileSync(join(packed, name), join(folder, name));
};

const patience = 180_000;

function run(line: string, cwd: string, more: Record<string, string> = {}) {
  const options = { cwd, env: { ...env, ...more }, encoding: 'utf8', timeout: patience } as const;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], options);
  if (status !== 0) throw new Error(`“${line}” ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function check(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`Not so: ${what}.`);
  process.stdout.write(`${what}\n`);
}

function start(line: string, cwd: string): ChildProcess {
  return spawn('bash', ['-c', `exec ${line}`], { cwd, env, detached: true });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  // Child processes keep the output open until they end.
  await once(child, 'close');
}

async function fromThePackage(): Promise<void> {
  const folder = newFolder('package');
  putPackage(folder);
  const [install = '', demo = ''] = linesOf('From the package');
  run(install, folder);
  const isThere = (name: string) => existsSync(join(folder, 'node_modules', name));
  check(
    'the package brings what it runs with, and nothing for development',
    isThere('yaml') && !isThere('vitest'),
  );

  const pages = linksOf().filter(({ isPicture }) => !isPicture);
  check(
    '… and every page that README and docs link to',
    pages.length > 0 && pages.every(({ path }) => isThere(`frontdesk/${path}`)),
  );

  const running = start(`${demo} --port 0 --folder demo`, folder);
  const [, page = ''] = await saying(running, /^Open +(\S+)/m);
  check('the packed demo serves its page', (await (await fetch(page)).text()).includes('<html'));
  check('… with its program', (await fetch(`${page}main.ts`)).ok);
  await stop(running);
  // npx got the signal too, so the exit code is its own.
  const isGone = () =>
    fetch(page).then(
      () => false,
      () => true,
    );
  check('… and stops on Ctrl-C', await isGone());

  const stored = { DATABASE_URL: 'sqlite:demo/frontdesk.db', SERVICE_DATABASE_URL: 'sqlite:demo/service.db' };
  run('npx frontdesk backup monday.db', folder, stored);
  check('npx frontdesk backup makes a backup', statSync(join(folder, 'monday.db')).size > 0);
  await doctor(folder, stored);
  oldNode(folder);
}

/** Runs `doctor` against the packed sandbox. It may report problems with the demo's data, but must not crash. */
async function doctor(folder: string, stored: Record<string, string>): Promise<void> {
  const sandbox = start('npx frontdesk sandbox --port 0', folder);
  const { input: said } = await saying(sandbox, /^SLACK_SIGNING_SECRET=.+/m);
  const slack = Object.fromEntries(
    [...said.matchAll(/^(SLACK_\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const options = { cwd: folder, env: { ...env, ...stored, ...slack }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('npx', ['frontdesk', 'doctor'], options);
  await stop(sandbox);
  const isWhole =
    (status === 0 || status === 1) && stdout !== '' && !`${stdout}${stderr}`.includes('\n    at ');
  check(`npx frontdesk doctor says how things stand (exit code ${status})`, isWhole);
}

/** Uses this machine's own Node if it is an older one. */
function oldNode(folder: string): void {
  const all = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path));
  const old = all.find((path) => Number.parseInt(run(`${path} -p process.versions.node`, folder), 10) < 24);
  if (old === undefined)
    return void process.stdout.write('Left out: an old Node, since there is none here\n');
  const main = join(folder, 'node_modules/frontdesk/dist/main.js');
  const { status, stderr } = spawnSync(old, [main, 'start'], { cwd: folder, encoding: 'utf8' });
  check(
    `an old Node is told so: ${stderr.trim()}`,
    status === 78 && /^Frontdesk needs Node 24[^\n]*\n$/.test(stderr),
  );
}

/** Uses a folder as the machine's root; users and services can't be tested here. */
function asAService(): void {
  const machine = newFolder('machine');
  const folder = newFolder('unpacked');
  putPackage(folder);
  copyFileSync(join(root, '.env.example'), join(folder, '.env'));
  mkdirSync(join(machine, 'etc/systemd/system'), { recursive: true });
  for (const line of linesOf('With systemd')) {
    const isOfSystem = /^sudo (?:useradd|systemctl) /.test(line);
    const here = line.replace('sudo ', '').replace(/ --(?:owner|group)=\S+/g, '');
    if (!isOfSystem) run(here.replaceAll(/ (\/[a-z])/g, ` ${machine}$1`), folder);
  }
  const unit = textOf('src/operating/frontdesk.service');
  const at = (name: string) => new RegExp(`^${name}=(\\S+)(?: .*? (/\\S+))?`, 'm').exec(unit) ?? [];
  check('the unit is where systemd looks', existsSync(join(machine, 'etc/systemd/system/frontdesk.service')));
  check('… and starts a program that is there', existsSync(join(machine, at('ExecStart')[2] ?? 'nothing')));
  const settings = join(machine, at('WorkingDirectory')[1] ?? '', '.env');
  check('… in the folder of its settings, which nobody else reads', (statSync(settings).mode & 0o77) === 0);
  const version = execFileSync(process.execPath, [join(machine, at('ExecStart')[2] ?? ''), '--version'], {
    encoding: 'utf8',
  });
  check(
    `… and is this version: ${version.trim()}`,
    version.trim() === JSON.parse(textOf('package.json')).version,
  );
}

try {
  await fromThePackage();
  asAService();
} finally {
  rmSync(work, { recursive: true, force: true });
}
