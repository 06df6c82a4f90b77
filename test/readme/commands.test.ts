import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { openBotDatabase } from '../../src/commands/bot-database.ts';
import { buildCli } from '../../src/commands/cli.ts';
import { readBotConfig, readStorageConfig } from '../../src/config/config.ts';
import { variables } from '../../src/config/explained.ts';
import { useCleanup } from '../cleanup.ts';
import { temporaryFolder } from '../journeys/office.ts';
import {
  ended,
  fromSource,
  runFrontdesk,
  saying,
  spawnFrontdesk,
  startHere,
  terminalOf,
} from '../journeys/program.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { root, textOf } from '../source-files.ts';
import { blocksOf, commandsOf, documentation, fence, linksOf } from './blocks.ts';
import { configurePage, eventsFile, eventsText, withConfiguration } from './configuration.ts';

const cleanup = useCleanup();

const ours = /^npm run (?:--silent )?frontdesk -- /;
const inContainer = 'docs/operate.md/Install/In a container';

const executedBy: Record<string, string> = {
  'README.md/Try it/': 'test/readme/commands.test.ts',
  'README.md/Connect a workspace/': 'test/readme/connect.test.ts',
  'README.md/Tests/': '.ci/run',
  'docs/configure.md/HTTP mode/': 'test/readme/connect.test.ts',
  'docs/events.md/Add a webhook/': 'test/readme/events.test.ts',
  'docs/extend.md/Add a': 'test/recipes/main.ts',
  'docs/extend.md/The sandbox/': 'test/readme/commands.test.ts',
  'docs/operate.md/Install/From the package': 'test/readme/installed.ts',
  [inContainer]: 'test/readme/commands.test.ts',
  'docs/operate.md/Install/With systemd': 'test/readme/installed.ts',
  'docs/operate.md/': 'test/readme/commands.test.ts',
  'docs/scale.md/': 'test/readme/commands.test.ts',
  'docs/starters.md/': 'test/journeys/starters-docs.test.ts',
  'docs/service.md/Connect your own/': 'test/readme/connect.test.ts',
  'docs/service.md/Run it by itself/': 'test/readme/commands.test.ts',
};

it('has no command that no test executes', () => {
  const places = blocksOf().flatMap(({ kind, place }) => (kind === 'sh' ? place : []));
  const isExecuted = (place: string) => Object.keys(executedBy).some((begin) => place.startsWith(begin));
  expect(places.filter((place) => !isExecuted(place))).toEqual([]);
  for (const path of Object.values(executedBy)) expect(textOf(path)).not.toBe('');
});

it('shows only settings of .env.example, and explains each of those', () => {
  const names = blocksOf().flatMap(({ kind, lines }) =>
    kind === 'dotenv' ? lines.map((line) => line.replace(/=.*/, '')) : [],
  );
  expect(names.length).toBeGreaterThan(3);
  const known = Object.keys(parseEnv(textOf('.env.example')));
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([]);
});

it('has the table of variables and the schema of events that src/ gives (npm run docs writes them)', () => {
  expect(textOf(configurePage)).toBe(withConfiguration(textOf(configurePage)));
  expect(JSON.parse(textOf(eventsFile))).toEqual(JSON.parse(eventsText()));
  // No row contains a stringified bug.
  const strange = variables().filter((one) =>
    /\[object|undefined|null|NaN|^`?$/.test(`${one.otherwise}${one.meaning}`),
  );
  expect(strange).toEqual([]);
});

it('links only to files and headings that exist', () => {
  const headings = (page: string) =>
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));
  const links = linksOf();
  expect(links.length).toBeGreaterThan(20);
  const broken = links.filter(
    ({ path, anchor }) =>
      !existsSync(join(root, path)) || (anchor !== undefined && !headings(textOf(path)).includes(anchor)),
  );
  expect(broken).toEqual([]);
});

it('names only commands and options that exist', async () => {
  const text = documentation.replaceAll(fence, '');
  const named = [
    ...text.matchAll(/`(?:npm run (?:--silent )?frontdesk -- |npx frontdesk )([a-z][^`]*)`/g),
    ...text.matchAll(/`((?:audit|backup|restore|service|token) [a-z][^`]*)`/g),
  ].map(([, words = '']) => words.split(' '));
  expect(named.length).toBeGreaterThan(15);
  const terminal = terminalOf({}, '', { out: [], err: [] });
  for (const words of named) {
    let command = await buildCli({ terminal }, words[0]);
    for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
    // A group such as `token` isn't a command.
    expect([words.join(' '), command.commands.map((one) => one.name())]).toEqual([words.join(' '), []]);
    const known = ['--help', ...command.options.map(({ long }) => long)];
    const given = words.filter((word) => word.startsWith('--'));
    expect(given.filter((option) => !known.includes(option))).toEqual([]);
  }
});

it('names only scripts that exist', () => {
  const { scripts } = JSON.parse(textOf('package.json'));
  const named = [...documentation.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(start|test))/g)].map(
    ([, script, short]) => script ?? short ?? '',
  );
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

it('runs the service’s commands in order', async () => {
  const commands = commandsOf('docs/service.md/Run it by itself/');
  expect(commands.length).toBeGreaterThan(2);
  const folder = temporaryFolder(cleanup);
  for (const line of commands) {
    const args = line.slice(line.indexOf('-- ') + 3).split(/\s+/);
    const env = { API_ACCESS: line.startsWith('API_ACCESS=True') ? 'True' : '', SERVICE_PORT: '0' };
    if (!args.includes('start')) {
      const { code, err } = await runFrontdesk(cleanup, args, env, { folder });
      expect([line, code, err]).toEqual([line, 0, expect.any(String)]);
      continue;
    }
    const running = startHere(cleanup, args, env, { folder });
    const [, url] = await running.saying(/listening on (http:\S+?)\.? /);
    expect((await fetch(`${url}/api/employees/`)).status).toBe(401);
    expect(await running.stop()).toBe(0);
  }
});

it('makes the password that compose.yaml needs', () => {
  const [password = '', up = '', inside = ''] = commandsOf(inContainer);
  const folder = temporaryFolder(cleanup);
  copyFileSync(join(root, '.env.example'), join(folder, '.env'));
  execFileSync('bash', ['-e', '-c', password], { cwd: folder });
  const env: Record<string, string | undefined> = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
  expect(env.POSTGRES_PASSWORD).toMatch(/^[0-9a-f]{48}$/);
  const { frontdesk } = parse(textOf('compose.yaml')).services;
  const given = Object.entries<unknown>(frontdesk.environment).map(([name, value]) => [
    name,
    String(value).replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, env.POSTGRES_PASSWORD ?? ''),
  ]);
  const filled = {
    ...env,
    SLACK_BOT_TOKEN: 'xoxb-1-a',
    SLACK_APP_TOKEN: 'xapp-1-a',
    ...Object.fromEntries(given),
  };
  const config = readBotConfig(filled, () => '');
  expect(new URL(config.DATABASE_URL)).toMatchObject({
    hostname: 'database',
    password: env.POSTGRES_PASSWORD,
  });
  expect(up).toBe('docker compose up --detach --wait');
  // The command after the service's name is one of the image's own program.
  const [, service, ...command] =
    /^docker compose exec (\S+) (.*)$/.exec(inside)?.[0].split(' ').slice(2) ?? [];
  expect([service, ...command]).toEqual(['frontdesk', 'node', '/app/dist/main.js', 'setup']);
  expect(textOf('Dockerfile')).toContain('"/app/dist/main.js"]');
});

it.runIf(process.env.TEST_EVERYTHING === '1')(
  'runs the commands to try and to operate Frontdesk, in order',
  async () => {
    const folder = temporaryFolder(cleanup);
    const all = [...commandsOf('README.md/Try it'), ...commandsOf('docs/extend.md/The sandbox')];
    const tries = all.filter((line) => !line.startsWith('npm ci'));
    expect(tries.length).toBe(4);
    for (const line of tries) {
      const args = line.replace('npm run demo --', 'demo').replace(ours, '').replace('3600', '0').split(' ');
      // Any free port, since the one shown may be in use on this machine.
      const free = args.includes('--port') ? [] : ['--port', '0'];
      const child = spawnFrontdesk(cleanup, [...args, ...free], {}, folder, fromSource);
      await saying(child, /^(?:Open {2}|The sandbox is at )http:/m);
      expect([line, await ended(child, 'SIGINT')]).toEqual([line, 0]);
    }

    const other = postgresUrl ? await freshPostgres() : undefined;
    if (other) cleanup.later(other.remove);
    const to = other?.url ?? `sqlite:${join(folder, 'moved.db')}`;
    const run = (args: string[]) => runFrontdesk(cleanup, args, {}, { folder });
    // Databases left by an earlier run of Frontdesk.
    await (
      await openBotDatabase(
        readStorageConfig({ DATABASE_URL: `sqlite:${join(folder, 'data/frontdesk.db')}` }, () => ''),
      )
    ).database.close();
    await run(['service', 'migrate']);
    await run(['service', 'user', 'add', 'frontdesk@bot.invalid', '--first', 'Frontdesk', '--last', 'Bot']);
    const lines = [...commandsOf('docs/operate.md/'), ...commandsOf('docs/scale.md/')];
    const installing = commandsOf('docs/operate.md/Install/');
    expect(lines.length - installing.length).toBeGreaterThan(6);
    for (const line of lines.filter((one) => !installing.includes(one))) {
      const { code, err } = await run(line.replace(ours, '').replace('postgres://…', to).split(' '));
      // Nothing is set up yet, as the two checks report.
      expect([line, code, err]).toEqual([line, / (setup|doctor)$/.test(line) ? 1 : 0, err]);
    }
  },
  240_000,
);
