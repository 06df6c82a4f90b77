import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sandboxCommand } from '../../src/sandbox/cli.ts';
import { manifest } from './stage/stage.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  await writeFile(join(folder, 'manifest.yml'), manifest);
  await writeFile(join(folder, 'wrong.yml'), 'display_information: {}');
  await writeFile(
    join(folder, 'people.yml'),
    'people: [{ id: U7, name: zoe, realName: Zoe Z, email: zoe@acme.com, timezone: UTC }]\nchannels: []',
  );
  await writeFile(join(folder, 'odd.yml'), 'people: [{ id: zoe }]\nchannels: []');
});

/** Runs the command on files of the folder; `meanwhile` gets the printed lines, then the command stops. */
async function run(args: string[], meanwhile: (lines: string[]) => Promise<void> = async () => undefined) {
  const lines: string[] = [];
  const terminal = {
    print: (line: string) => lines.push(line),
    // The command listens before it prints, so the address is ready once it is read.
    untilStopped: () => Promise.resolve().then(() => meanwhile(lines)),
  };
  const command = sandboxCommand(terminal, join(folder, 'manifest.yml'));
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  const paths = args.map((arg) => (arg.endsWith('.yml') ? join(folder, arg) : arg));
  await command.parseAsync(paths, { from: 'user' });
}

it('serves any app by its manifest and prints what the app has to be told', async () => {
  await run(['--manifest', 'manifest.yml', '--port', '0'], async (lines) => {
    const settings = Object.fromEntries(
      lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split('=')),
    );
    const answer = await fetch(`${settings.SLACK_API_URL}auth.test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.SLACK_BOT_TOKEN}` },
    });
    expect(await answer.json()).toMatchObject({ ok: true, user: 'bare' });
    expect(settings.SLACK_APP_TOKEN).toMatch(/^xapp-/);
    expect(settings.SLACK_SIGNING_SECRET).toMatch(/^[0-9a-f]{32}$/);
    expect(lines[0]).toMatch(/^The sandbox is at http:\/\/127\.0\.0\.1:\d+\/$/);
  });
});

it('needs nothing but its name, and gives the same settings each time', async () => {
  const printed: string[][] = [];
  for (const _time of [1, 2])
    await run(['--port', '0'], async (lines) => {
      const { port } = new URL(lines[0]?.replace('The sandbox is at ', '') ?? '');
      printed.push(lines.map((line) => line.replaceAll(port, 'PORT')));
    });
  expect(printed[0]).toEqual(printed[1]);
  expect(printed[0]).toContain('SLACK_BOT_TOKEN=xoxb-sandbox-bot');
});

it('takes people and channels from a file', async () => {
  const args = ['--manifest', 'manifest.yml', '--port', '0', '--workspace', 'people.yml'];
  await run(args, async ([first = '']) => {
    const workspace = await fetch(`${first.replace('The sandbox is at ', '')}sandbox/workspace`);
    expect(await workspace.json()).toMatchObject({ people: [{ id: 'U7', realName: 'Zoe Z' }] });
  });
});

it('says so when the port is taken', async () => {
  const args = ['--manifest', 'manifest.yml', '--port'];
  await run([...args, '0'], async ([first = '']) => {
    const { port } = new URL(first.replace('The sandbox is at ', ''));
    await expect(run([...args, port])).rejects.toThrow(
      `Port ${port} is taken. Choose another one with --port.`,
    );
  });
});

it.each([
  ['there is no manifest', ['--manifest', 'nowhere.yml'], /Can’t find .*nowhere\.yml. Check --manifest/],
  [
    'the manifest is none',
    ['--manifest', 'wrong.yml'],
    /isn’t a valid app manifest[\s\S]*display_information\.name/,
  ],
  [
    'the workspace is none',
    ['--manifest', 'manifest.yml', '--workspace', 'odd.yml'],
    /odd\.yml isn’t a valid workspace file/,
  ],
  ['the port is none', ['--manifest', 'manifest.yml', '--port', 'x'], /0 to 65535/],
])('says what is wrong when %s', async (_what, args, message) => {
  await expect(run(args)).rejects.toThrow(message);
});
