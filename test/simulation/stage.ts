import { createSettingsStore, usualReminders } from '../../src/bot/storage/settings.ts';
import { type Bot, startBot } from './bot.ts';
import { channels, hr, managers } from './company.ts';
import { createServiceModel, type ServiceModel } from './service-model.ts';
import { createSlackModel, type SlackModel } from './slack-model.ts';
import type { World } from './world.ts';

const aDay = 86_400_000;
const mostProcesses = 3;

export interface Stage {
  world: World;
  service: ServiceModel;
  slack: SlackModel;
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
}

export async function openStage(world: World): Promise<Stage> {
  const [service, slack] = [createServiceModel(world), createSlackModel(world)];
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
    const bot = await startBot(process, { slack, service, isAlone }).catch((error: unknown) => {
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

  function awaitsApproval(): boolean {
    const row = world.sqlite
      .prepare("select 1 from requests where state = 'awaiting_approval' limit 1")
      .get();
    return row !== undefined;
  }

  await firstSettings(world);
  return {
    world,
    service,
    slack,
    known: new Set(),
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
      }
    },
  };
}

async function firstSettings(world: World): Promise<void> {
  const { clock, database } = world.startProcess();
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
}
