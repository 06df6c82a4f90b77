import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningApp, startApp } from './app-process.ts';
import { median, type Pair, ratio, timed, within } from './in-turns.ts';
import { signingSecret, slackTo } from './slack-requests.ts';
import { hr, startAgreeingSlack, startCompany } from './stand-ins.ts';
import { startFlags } from './start-flags.ts';

type Print = (line: string) => void;
type Slack = Awaited<ReturnType<typeof startAgreeingSlack>>;

/** Alternating starts of each app. */
const starts = 15;
/** Alternating requests of each kind to each app, after a warm-up. */
const requests = 300;
const warmUp = 100;

const queries = { 'one letter': 'm', 'a rare name': 'featherstonehaugh 777', 'nothing found': 'zzqx' };

/**
 * Ways to start the bot: from its sources like `npm start`, or as packed by `npm pack`, both with a small young
 * generation.
 */
interface Program {
  file: string;
  flags: string[];
}

const fromSources: Program = { file: 'src/main.ts', flags: startFlags() };
const asShipped: Program = {
  file: 'dist/main.js',
  flags: startFlags().filter((flag) => flag.startsWith('--max-semi-space-size')),
};

/**
 * Compares the bot with a bare Bolt app in HTTP mode, in alternation, each in its own process, so that other load
 * affects both. The bounds are those of the specification.
 */
export async function bench(print: Print): Promise<void> {
  const slack = await startAgreeingSlack();
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  // The first start creates the tables; only later ones count.
  await withBoth(slack, 0, folder, async () => {});
  await startAndRest(slack, folder, fromSources, { start: 2, memory: 1.5 }, print);
  execFileSync('bash', ['.ci/pack.sh'], { cwd: join(import.meta.dirname, '../..') });
  await startAndRest(slack, folder, asShipped, { start: 1.5, memory: 1.3 }, print);
  for (const [atOnce, bounds] of [
    [1, { ack: 1.1, opened: 1.2 }],
    [4, { ack: 1.1, opened: 1.4 }],
  ] as const)
    await commands(slack, folder, { atOnce, bounds }, print);
  await menus(slack, folder, 10_000, (title, { own }) => print(within(title, median(own), 10, 'ms')));
  await menus(slack, folder, 100_000, (title, { own }) => print(within(title, median(own), 100, 'ms')));
  slack.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function withBoth(
  slack: Slack,
  count: number,
  folder: string,
  use: (bot: RunningApp, bare: RunningApp) => Promise<void>,
  program = fromSources,
) {
  const company = await startCompany(count);
  const bare = await startApp('test/bench/bare-bot-process.ts', [], slackEnv(slack));
  const bot = await startApp(program.file, ['start'], botEnv(slack, company.url, folder), program.flags);
  await use(bot, bare);
  await bot.stop();
  await bare.stop();
  company.stop();
}

function slackEnv(slack: Slack): Record<string, string> {
  return { SLACK_BOT_TOKEN: 'xoxb-bench', SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: slack.url };
}

function botEnv(slack: Slack, url: string, folder: string): Record<string, string> {
  return {
    ...slackEnv(slack),
    ONBOARDING_URL: url,
    ONBOARDING_API_TOKEN: 'bench',
    FRONTDESK_HR: hr,
    DATABASE_URL: `sqlite:${join(folder, 'frontdesk.db')}`,
    LOG_FORMAT: 'json',
  };
}

async function startAndRest(
  slack: Slack,
  folder: string,
  program: Program,
  bounds: { start: number; memory: number },
  print: Print,
): Promise<void> {
  const times = pair();
  const memory = pair();
  for (let round = 0; round < starts; round += 1) {
    const measure = async (bot: RunningApp, bare: RunningApp) => {
      times.own.push(bot.startedIn);
      times.floor.push(bare.startedIn);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      memory.own.push(bot.memory() / 1e6);
      memory.floor.push(bare.memory() / 1e6);
    };
    await withBoth(slack, 10_000, folder, measure, program);
  }
  print(ratio(`start, 10,000 employees, ${program.file}`, times, bounds.start, 'ms'));
  print(ratio(`at rest, 10,000 employees, ${program.file}`, memory, bounds.memory, 'MB'));
}

interface Commands {
  atOnce: number;
  bounds: { ack: number; opened: number };
}

async function commands(
  slack: Slack,
  folder: string,
  { atOnce, bounds }: Commands,
  print: Print,
): Promise<void> {
  await withBoth(slack, 10_000, folder, async (bot, bare) => {
    const ack = pair();
    const opened = pair();
    const apps = { own: slackTo(bot.url), floor: slackTo(bare.url) };
    for (let number = 0; number < warmUp + requests; number += 1) {
      for (const which of ['floor', 'own'] as const) {
        const forms = Array.from({ length: atOnce }, () => openForm(apps[which], slack));
        for (const { acked, shown } of await Promise.all(forms)) {
          if (number < warmUp) continue;
          ack[which].push(acked);
          opened[which].push(shown);
        }
      }
    }
    const at = `${atOnce} at once`;
    print(ratio(`/newhire to ack, ${at}`, ack, bounds.ack, 'ms'));
    print(ratio(`/newhire to the opened form, ${at}`, opened, bounds.opened, 'ms'));
    await Promise.all([apps.own.close(), apps.floor.close()]);
  });
}

async function openForm(app: ReturnType<typeof slackTo>, slack: Slack) {
  const { trigger, opened } = slack.expectForm();
  const before = performance.now();
  await app.command(trigger);
  const acked = performance.now() - before;
  return { acked, shown: (await opened) - before };
}

async function menus(
  slack: Slack,
  folder: string,
  count: number,
  show: (title: string, times: Pair<'own' | 'floor'>) => void,
): Promise<void> {
  await withBoth(slack, count, folder, async (bot, bare) => {
    const apps = { own: slackTo(bot.url), floor: slackTo(bare.url) };
    for (const [kind, query] of Object.entries(queries)) {
      const times = pair();
      for (let number = 0; number < warmUp + requests; number += 1) {
        for (const which of ['floor', 'own'] as const) {
          const took = await timed(() => apps[which].menu(query));
          if (number >= warmUp) times[which].push(took);
        }
      }
      show(`menu over ${count.toLocaleString('en')}: ${kind}`, times);
    }
    await Promise.all([apps.own.close(), apps.floor.close()]);
  });
}

function pair(): Pair<'own' | 'floor'> {
  return { own: [], floor: [] };
}
