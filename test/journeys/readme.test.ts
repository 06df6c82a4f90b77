import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { commandsOf, documentation } from '../readme/blocks.ts';
import { temporaryFolder } from './office.ts';
import { runFrontdesk, startHere } from './program.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

const commands = commandsOf('docs/service.md/Run it by itself/');

const cleanup = useCleanup();

it('runs the service’s commands in order', async () => {
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

it('names only scripts that exist', () => {
  const named = [...documentation.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(start|test))/g)].map(
    ([, script, short]) => script ?? short ?? '',
  );
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

it('explains every variable of the example and of the configuration', () => {
  const variables = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  const configured = [...read('src/config/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name]) => name ?? '',
  );
  const explained = (name: string) =>
    documentation.includes(`\`${name}\``) ||
    documentation.includes(`\`${name.replace('FRONTDESK_COMMAND', '')}\``);
  expect([...variables, ...configured].filter((name) => !explained(name))).toEqual([]);
});
