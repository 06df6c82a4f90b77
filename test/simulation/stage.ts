import { createSettingsStore, usualReminders } from '../../src/bot/storage/settings.ts';
import { type Bot, startBot } from './bot.ts';
import { channels, hr, managers } from './company.ts';
import { addEndpoints, createReceivers, type Receivers } from './receivers.ts';
import { createServiceModel, type ServiceModel } from './service-model.ts';
import { createSlackModel, type SlackModel } from './slack-model.ts';
import { addSource } from './starters.ts';
import type { World } from './world.ts';

const aDay = 86_400_000;
const mostProcesses = 3;
/** Attempts until everything that waits for no person has arrived at a receiver that is well. */
const mostWaits = 60;
/** Planned messages of one lane at the same moment. */
const mostInLane = 100;

export interface Stage {
  world: World;
  service: ServiceModel;
  slack: SlackModel;
  receivers: Receivers;
  known: Set<string>;
  newForm(): { submission: string };
  anyBot(): Bot | undefined;
  start(): Promise<void>;
  calm(): void;
  doom(steps: number): void;
  freezeNext(soon: number, ms: number): void;
  kill(which: number, afterSteps: number): void;
  /** Lets days pass: machines sleep and wake for planned work. */
  passDays(days: number): Promise<void>;
  /** Presses "Send again" for every other system. */
  sendAgain(): Promise<void>;
  /** Lets time pass until no event waits, or only for a person's answer. */
  untilEventsAreSent(): Promise<void>;
}

export async function openStage(world: World): Promise<Stage> {
  const [service, slack] = [createServiceModel(world), createSlackModel(world)];
  const receivers = createReceivers(world);
  const known = new Set<string>();
  let bots: Bot[] = [];
  let forms = 0;
  let doomed = 0;
  let freezing: { soon: number; ms: number } | undefined;
  const running = () => {
    bots = bots.filter(({ process }) => process.isAlive());
    return bots;
  };

  async function start(): Promise<void> {
    if (running().length >= mostProcesses) return;
    const process = world.startProcess();
    world.record({ what: 'world', text: `${process.name} starts` });
    const isAlone = running().length === 0;
    const surroundings = { slack, service, receivers, noting: { world, known }, isAlone };
    const bot = await startBot(process, surroundings).catch((error: unknown) => {
      if (process.isAlive()) throw error;
    });
    if (bot) bots.push(bot);
  }

  function kill({ process }: Bot, afterSteps: number): void {
    world.record({ what: 'world', text: `${process.name} is killed after ${afterSteps} steps` });
    if (afterSteps === 0) process.kill();
    else process.killAfter(afterSteps);
    world.after(2_000 + world.random.below(20_000), () => {
      process.kill();
      if (running().length === 0) void start();
    });
  }

  function freeze({ process }: Bot, { soon, ms }: { soon: number; ms: number }): void {
    world.after(soon, () => {
      world.record({ what: 'frozen', process: process.name, until: world.now() + ms });
      process.freeze(ms);
    });
  }

  function nextPlanned(): number | undefined {
    const due = `select min(due) as due from (select next_moment_at as due from requests union all
      select due_at from messages where planned = 1 and state = 'pending' and attempts > 0) where due > ?`;
    const row = world.sqlite.prepare(due).get(new Date(world.now()).toISOString());
    return row?.due ? Date.parse(String(row.due)) : undefined;
  }

  /** Whether a planned message is due or on its way: each lane sends one a second. */
  function isPlannedDue(): boolean {
    const due =
      "select 1 from messages where planned = 1 and state in ('pending', 'sending') and due_at <= ? limit 1";
    return world.sqlite.prepare(due).get(new Date(world.now()).toISOString()) !== undefined;
  }

  function awaitsApproval(): boolean {
    const row = world.sqlite
      .prepare("select 1 from requests where state = 'awaiting_approval' limit 1")
      .get();
    return row !== undefined;
  }

  timeSteps(world);
  await firstSettings(world);
  return {
    world,
    service,
    slack,
    receivers,
    known,
    newForm() {
      forms += 1;
      return { submission: `F-${forms}` };
    },
    anyBot() {
      const all = running();
      if (all.length === 0) return undefined;
      const bot = world.random.oneOf(all);
      if (doomed > 0) kill(bot, doomed);
      if (freezing) freeze(bot, freezing);
      doomed = 0;
      freezing = undefined;
      return bot;
    },
    freezeNext(soon, ms) {
      freezing = { soon, ms };
    },
    doom(steps) {
      doomed = steps;
    },
    start,
    calm() {
      doomed = 0;
      freezing = undefined;
    },
    kill(which, afterSteps) {
      const all = running();
      const bot = all[which % all.length];
      if (bot) kill(bot, afterSteps);
    },
    async passDays(days) {
      world.record({ what: 'world', text: `${days} days pass` });
      const until = world.now() + days * aDay;
      while (world.now() < until) {
        // Approvers are reminded daily by processes that look once a minute.
        const isAwaited = awaitsApproval();
        const next = isAwaited ? Math.min(until, world.now() + aDay) : until;
        await world.sleepUntil(Math.min(next, nextPlanned() ?? next));
        await world.pass(isAwaited ? 65_000 : 5_000);
        for (let turn = 0; isPlannedDue() && turn < mostInLane; turn += 1) await world.pass(1_000);
      }
    },
    async sendAgain() {
      const bot = running()[0];
      for (const { id, url } of (await bot?.endpoints.list().catch(() => [])) ?? []) {
        const rows = world.sqlite.prepare(
          "select event from webhook_events where state = 'given_up' and endpoint = ?",
        );
        const ids = rows.all(id).map(({ event }) => String(event));
        world.record({ what: 'givenUp', host: new URL(url).host, ids });
        // Its process may be killed meanwhile.
        await bot?.ledger.webhooks.again(id).catch(() => {});
      }
    },
    async untilEventsAreSent() {
      const waiting = world.sqlite.prepare(`select min(max(due_at, coalesce(paused_until, ''))) as due
        from webhook_events join webhook_endpoints on webhook_endpoints.id = endpoint where state = 'pending'`);
      for (let turn = 0; turn < mostWaits; turn += 1) {
        const due = waiting.get()?.due;
        if (!due) return;
        // Some wait behind others that aren't due yet.
        const next = Math.max(Date.parse(String(due)), world.now() + 60_000);
        await world.sleepUntil(Math.min(next, world.now() + 3_600_000));
        await world.pass(3_000);
      }
    },
  };
}

/** Stores the true time of each step, whatever the clocks say. */
function timeSteps({ sqlite, now }: World): void {
  sqlite.function('true_now', () => now());
  sqlite.exec(`create table step_times (step integer, at integer);
    create trigger step_timed after insert on audit_events
    begin insert into step_times values (new.id, true_now()); end`);
}

async function firstSettings(world: World): Promise<void> {
  const process = world.startProcess();
  const { clock, database } = process;
  const settings = {
    hr: hr.map(({ user }) => user),
    managers: managers.map(({ user }) => user),
    channels: [channels.hires, channels.team].slice(0, 1 + world.random.below(2)),
    privateChannel: world.random.chance(0.7) ? channels.hr : undefined,
    timezone: 'Europe/Berlin',
    offboardingApproval: world.random.chance(0.5),
    reminders: { ...usualReminders, calendar: false, daysBefore: world.random.chance(0.5) ? [5, 1] : [2] },
  };
  await createSettingsStore(database.db, {}).save(settings, 'U0INES', clock.now());
  await addEndpoints(process);
  await addSource(process);
}
