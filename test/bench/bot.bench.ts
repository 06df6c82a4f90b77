import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { startReplica } from '../faults/process.ts';
import { type Cleanup, createCleanup, temporaryFolder } from '../journeys/office.ts';
import { ended, fromSource } from '../journeys/program.ts';
import { root } from '../source-files.ts';
import { inTurns, median, ratio, timed, within } from './in-turns.ts';
import { bareBot, hr, startAgreeingSlack, startCompany, team } from './stand-ins.ts';
import { startFlags } from './start-flags.ts';

const signingSecret = 'bench-signing-secret';

/** Posts signed requests like Slack, over one kept connection per concurrent request. */
function slackTo(url: string) {
  const client = new Pool(url);
  async function post(form: Record<string, string>): Promise<void> {
    const body = new URLSearchParams(form).toString();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${mac}`,
    };
    const answer = await client.request({ method: 'POST', path: '/slack/events', headers, body });
    if (answer.statusCode !== 200) throw new Error(`The app answered with status ${answer.statusCode}.`);
    await answer.body.text();
  }
  const from = { user: { id: hr, team_id: team }, team: { id: team } };
  return {
    command: (trigger: string) =>
      post({
        command: '/newhire',
        text: '',
        user_id: hr,
        team_id: team,
        trigger_id: trigger,
        response_url: url,
      }),
    menu(value: string) {
      const view = { id: 'V1', callback_id: 'newhire', private_metadata: '', state: { values: {} } };
      const suggestion = {
        type: 'block_suggestion',
        action_id: 'newhire_manager',
        block_id: 'manager',
        value,
      };
      return post({ payload: JSON.stringify({ ...from, ...suggestion, view }) });
    },
    close: () => client.close(),
  };
}

type Print = (line: string) => void;

const isShort = process.argv[3] === 'short';
const starts = { count: isShort ? 2 : 15, warmUp: 1 };
const requests = isShort ? { count: 10, warmUp: 5 } : { count: 300, warmUp: 100 };

const queries = { 'one letter': 'm', 'a rare name': 'featherstonehaugh 777', 'nothing found': 'zzqx' };

/** The bot as packed by `npm pack`, with a small young generation. */
const packed = join(root, 'dist/main.js');
const packedFlags = startFlags().filter((flag) => flag.startsWith('--max-semi-space-size'));

/**
 * Compares the bot with a bare Bolt app in HTTP mode, in alternation, each in its own process, so that other load
 * affects both. The bounds are those of the specification: `npm run bench bot [short]`.
 */
export async function bench(print: Print): Promise<void> {
  const cleanup = createCleanup();
  try {
    const stage = await openStage(cleanup);
    const many = await stage.apps(10_000);
    await startAndRest('src/main.ts', many, { start: 2, memory: 1.5 }, print);
    execFileSync('bash', ['.ci/pack.sh'], { cwd: root });
    const shipped = { ...many, own: () => many.own(packed, packedFlags) };
    await startAndRest('dist/main.js', shipped, { start: 1.5, memory: 1.3 }, print);
    await commands(stage, { atOnce: 1, ack: 1.1, opened: 1.2 }, print);
    await commands(stage, { atOnce: 4, ack: 1.1, opened: 1.4 }, print);
    await menus(stage, { count: 10_000, bound: 10 }, print);
    await menus(stage, { count: 100_000, bound: 100 }, print);
  } finally {
    await cleanup.now();
  }
}

type Stage = Awaited<ReturnType<typeof openStage>>;
type Apps = Awaited<ReturnType<Stage['apps']>>;

async function openStage(cleanup: Cleanup) {
  const slack = await startAgreeingSlack(cleanup);
  const env = {
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_URL: slack.url,
    HOST: '127.0.0.1',
    PORT: '0',
  };
  const folder = temporaryFolder(cleanup);
  async function start(own: Record<string, string>, ...how: [program: string, flags?: string[]]) {
    const before = performance.now();
    const { child, url } = await startReplica(cleanup, { ...env, ...own }, folder, how);
    return {
      slack: slackTo(url),
      startedIn: performance.now() - before,
      memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 976.5625,
      stop: () => ended(child, 'SIGTERM'),
    };
  }
  return {
    slack,
    async apps(count: number) {
      const { url } = await startCompany(cleanup, count);
      const own = {
        ONBOARDING_URL: url,
        ONBOARDING_API_TOKEN: 'bench',
        FRONTDESK_HR: hr,
        LOG_FORMAT: 'json',
      };
      const database = { DATABASE_URL: `sqlite:${join(folder, 'frontdesk.db')}` };
      return {
        own: (program = fromSource, flags?: string[]) => start({ ...own, ...database }, program, flags),
        floor: () => start({}, ...bareBot),
      };
    },
  };
}
type App = Awaited<ReturnType<Apps['own']>>;

async function withBoth(
  stage: Stage,
  count: number,
  use: (apps: Record<'own' | 'floor', App>) => Promise<void>,
) {
  const start = await stage.apps(count);
  const apps = { own: await start.own(), floor: await start.floor() };
  await use(apps);
  for (const app of Object.values(apps)) {
    await app.slack.close();
    await app.stop();
  }
}

async function startAndRest(
  program: string,
  apps: Record<'own' | 'floor', () => Promise<App>>,
  bounds: { start: number; memory: number },
  print: Print,
): Promise<void> {
  const measured = await inTurns(apps, starts, async (start) => {
    const app = await start();
    await sleep(1_000);
    const memory = app.memory();
    await app.stop();
    return { start: app.startedIn, memory };
  });
  print(ratio(`start, 10,000 employees, ${program}`, measured.start, bounds.start, 'ms'));
  print(ratio(`at rest, 10,000 employees, ${program}`, measured.memory, bounds.memory, 'MB'));
}

interface Commands {
  atOnce: number;
  ack: number;
  opened: number;
}

async function commands(stage: Stage, { atOnce, ack, opened }: Commands, print: Print) {
  async function openForm(app: App) {
    const { trigger, opened } = stage.slack.expectForm();
    const before = performance.now();
    await app.slack.command(trigger);
    const ack = performance.now() - before;
    return { ack, opened: (await opened) - before };
  }
  await withBoth(stage, 10_000, async (apps) => {
    const times = await inTurns(apps, requests, async (app) => {
      const forms = await Promise.all(Array.from({ length: atOnce }, () => openForm(app)));
      return { ack: forms.map((form) => form.ack), opened: forms.map((form) => form.opened) };
    });
    print(ratio(`/newhire to ack, ${atOnce} at once`, times.ack, ack));
    print(ratio(`/newhire to the opened form, ${atOnce} at once`, times.opened, opened));
  });
}

async function menus(
  stage: Stage,
  { count, bound }: { count: number; bound: number },
  print: Print,
): Promise<void> {
  await withBoth(stage, count, async (apps) => {
    for (const [kind, query] of Object.entries(queries)) {
      const times = await inTurns(apps, requests, async (app) => ({
        menu: await timed(() => app.slack.menu(query)),
      }));
      print(within(`menu over ${count.toLocaleString('en')}: ${kind}`, median(times.menu.own), bound, 'ms'));
    }
  });
}
