import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { chosenTypes } from '../../src/bot/webhooks/event.ts';
import { EventBody } from '../../src/bot/webhooks/event-schema.ts';
import { isWebhookSecret, newWebhookSecret, signedHeaders } from '../../src/bot/webhooks/signature.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { useCleanup } from '../cleanup.ts';
import { untilTrue } from '../driver/until.ts';
import { temporaryFolder } from '../journeys/office.ts';
import { ended, runHere } from '../journeys/program.ts';
import { listening } from '../listening.ts';
import { textOf } from '../source-files.ts';
import { blocksOf, commandsOf, fence } from './blocks.ts';

const cleanup = useCleanup();
const page = textOf('docs/events.md');

function codeOf(kind: string): string {
  const [block] = [...page.matchAll(fence)].filter(([, , of]) => of === kind);
  return block?.[3] ?? '';
}

it('lists every event', () => {
  const listed = [...page.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, type]) => type);
  expect(listed).toEqual([...chosenTypes, 'test']);
});

it('shows an event that fits the schema, whose ids look like real ones', () => {
  const shown: unknown = JSON.parse(codeOf('json'));
  expect(EventBody.parse(shown)).toEqual(shown);
  const data = expect.objectContaining({ request: expect.stringMatching(/^R-[A-Z0-9]{8}$/) });
  expect(shown).toMatchObject({ id: expect.stringMatching(/^evt_[\w-]{24}$/), data });
});

it('makes a secret that the environment’s webhook takes', () => {
  const [secret = ''] = commandsOf('docs/events.md/Add a webhook').slice(-1);
  const folder = temporaryFolder(cleanup);
  execFileSync('bash', ['-e', '-c', secret], { cwd: folder });
  const lines = blocksOf('docs/events.md').flatMap(({ kind, lines }) => (kind === 'dotenv' ? lines : []));
  const slack = { SLACK_BOT_TOKEN: 'xoxb-1-a', SLACK_APP_TOKEN: 'xapp-1-a' };
  const text = [readFileSync(join(folder, '.env'), 'utf8'), ...lines].join('\n');
  const config = readBotConfig({ ...slack, ...parseEnv(text) }, () => '');
  expect(isWebhookSecret(config.FRONTDESK_EVENTS_SECRET ?? '')).toBe(true);
  expect(config.FRONTDESK_EVENTS).toEqual(['hire.added', 'hire.started', 'task.done']);
});

async function freePort(): Promise<number> {
  const { port, close } = await listening(cleanup, createServer());
  await close();
  return port;
}

/** Starts an example of the page. @returns `post`, which gives the status, and everything it printed */
async function startExample(program: string, kind: string, secret: string) {
  const path = join(temporaryFolder(cleanup), kind === 'js' ? 'receiver.mjs' : 'receiver.py');
  writeFileSync(path, codeOf(kind));
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, WEBHOOK_SECRET: secret, PORT: port };
  const child = spawn(program, [path], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  cleanup.later(() => ended(child, 'SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  const post = async (body: string, headers: object): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers: { ...headers } });
    return answer.status;
  };
  await untilTrue(() =>
    post('', {}).then(
      (status) => status === 401,
      () => false,
    ),
  );
  return { post, printed: () => printed.split('\n').filter(Boolean) };
}

const bodyOf = (id: string) => JSON.stringify({ id, type: 'hire.added', data: { name: 'Zoë 🎉' } });

const programs = [
  { kind: 'js', program: process.execPath },
  { kind: 'python', program: 'python3' },
];

for (const { kind, program } of programs) {
  const isMissing = spawnSync(program, ['--version']).status !== 0;
  const title = `has a receiver in ${kind} that takes what is signed, once, and nothing else`;
  it.skipIf(isMissing)(isMissing ? `${title} (${program} isn’t installed)` : title, async () => {
    const [secret, next, foreign] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const { post, printed } = await startExample(program, kind, secret);
    const now = new Date();
    const ours = (id: string, secrets = [secret], at = now) =>
      signedHeaders({ id, body: bodyOf(id) }, secrets, at);
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const theirs = {
      'webhook-id': 'evt_3',
      'webhook-timestamp': timestamp,
      'webhook-signature': new Webhook(secret).sign('evt_3', now, bodyOf('evt_3')),
    };
    expect(await post(bodyOf('evt_1'), ours('evt_1'))).toBe(204);
    expect(await post(bodyOf('evt_1'), ours('evt_1', [secret], new Date(now.getTime() + 1_000)))).toBe(204);
    expect(await post(bodyOf('evt_2'), ours('evt_2', [next, secret]))).toBe(204);
    expect(await post(bodyOf('evt_3'), theirs)).toBe(204);
    const refused: [string, object][] = [
      [bodyOf('evt_4'), ours('evt_4', [foreign])],
      [`${bodyOf('evt_4')} `, ours('evt_4')],
      [bodyOf('evt_4'), { ...ours('evt_4'), 'webhook-id': 'evt_5' }],
      [bodyOf('evt_4'), ours('evt_4', [secret], new Date(now.getTime() - 6 * 60_000))],
      [bodyOf('evt_4'), ours('evt_4', [secret], new Date(now.getTime() + 6 * 60_000))],
      [bodyOf('evt_4'), { ...ours('evt_4'), 'webhook-timestamp': 'soon' }],
      [bodyOf('evt_4'), { ...ours('evt_4'), 'webhook-signature': 'v1,é v1, v2' }],
    ];
    for (const [body, headers] of refused)
      expect([headers, await post(body, headers)]).toEqual([headers, 401]);
    expect(await post(bodyOf('evt_4'), ours('evt_4'))).toBe(204);
    const ids = ['evt_1', 'evt_2', 'evt_3', 'evt_4'];
    await expect.poll(printed).toEqual(ids.map(bodyOf));
  });
}

it('adds and lists a webhook by the page’s commands', async () => {
  const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(cleanup), 'frontdesk.db')}` };
  const lines = commandsOf('docs/events.md/Add a webhook').slice(0, -1);
  const said: string[] = [];
  for (const line of lines) {
    const args = line.replace('npm run frontdesk -- ', '').split(' ');
    const ran = await runHere(args, env);
    expect(ran.failure).toBeUndefined();
    said.push(ran.said);
  }
  expect(said).toEqual([
    expect.stringContaining('whsec_'),
    expect.stringMatching(/^wh_[0-9a-f]{12} {2}it\.acme\.com {2}hire\.added,hire\.started$/),
  ]);
});
