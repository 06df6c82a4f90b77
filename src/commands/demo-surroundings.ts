import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Surroundings } from '../sandbox/control/surroundings.ts';
import { openOperator } from '../service/operator.ts';
import { type RunningService, type ServiceOptions, startService } from '../service/service.ts';
import type { MovableClock } from '../time/clock.ts';
import { createDemoHris } from './demo-hris.ts';
import { startDemoReceiver } from './demo-receiver.ts';

/** Steps of a moving clock, in milliseconds: on their way, and while messages come, which Slack's pace spreads. */
const steps = { far: 60 * 60_000, near: 2_000 };
/** Time to work between two steps, in milliseconds and in turns of the event loop. */
const rest = { time: 5, turns: 100 };
/** Near steps in a row. */
const mostNear = 300;

/** A company's systems around Frontdesk; undefined on a first run. */
export type DemoCompany = Awaited<ReturnType<typeof startDemoCompany>>;

interface Demo {
  clock: MovableClock;
  company: DemoCompany | undefined;
  /** Number of calls that the bot has made to Slack. */
  calls: () => number;
}

/** Controls of the demo's page. */
export function demoSurroundings({ clock, company, calls }: Demo) {
  let moving: Promise<void> | undefined;
  let isStopping = false;

  async function move(until: Date): Promise<void> {
    while (clock.now() < until && !isStopping) {
      const next = (Math.floor(clock.now().getTime() / steps.far) + 1) * steps.far;
      await step(Math.min(next, until.getTime()));
    }
  }

  async function step(to: number): Promise<void> {
    let seen = calls();
    clock.moveTo(new Date(to));
    await breathe();
    for (let count = 0; count < mostNear && calls() > seen && !isStopping; count += 1) {
      seen = calls();
      clock.moveTo(new Date(clock.now().getTime() + steps.near));
      await breathe();
    }
  }

  const surroundings: Surroundings = {
    state: () => ({
      now: clock.now().toISOString(),
      isMoving: moving !== undefined,
      isAway: company?.service.isAway() ?? null,
      hris: company ? { last: company.hris.state() } : null,
      receiver: company?.receiver.state() ?? null,
    }),
    async moveTo(instant) {
      moving ??= move(instant).finally(() => {
        moving = undefined;
      });
      await moving;
    },
    setAway: async (isAway) => company?.service.setAway(isAway),
    sendStarter: async (what) => company?.hris[what](),
    setFailing: (isFailing) => company?.receiver.setFailing(isFailing),
  };
  return {
    surroundings,
    async stop() {
      isStopping = true;
      await moving;
    },
  };
}

async function breathe(): Promise<void> {
  await setTimeout(rest.time);
  for (let turn = 0; turn < rest.turns; turn += 1) await setImmediate();
}

/** @param started gets what has to be stopped */
export async function startDemoCompany(
  folder: string,
  clock: MovableClock,
  log: Log,
  started: AsyncDisposableStack,
) {
  const service = await startSeededService(folder, clock, log);
  started.defer(service.stop);
  const receiver = await startDemoReceiver();
  started.defer(receiver.stop);
  return { service, receiver, hris: createDemoHris(clock) };
}

const administrator = 'ines.duarte@acme.example';

async function startSeededService(folder: string, clock: MovableClock, log: Log) {
  const databaseUrl = `sqlite:${join(folder, 'service.db')}`;
  const options = { databaseUrl, host: '127.0.0.1', port: 0, timezone: 'UTC', language: 'en' };
  const running = await startDemoService({ ...options, apiAccess: true, clock, log });
  const operator = openOperator(databaseUrl, { clock });
  await operator.seedDemo();
  // Tokens are shown only once, so each start replaces the last one.
  await operator.revokeTokens(administrator);
  const token = await operator.createToken(administrator);
  await operator.close();
  return { ...running, token };
}

/** Starts a service that can be stopped and started again at its address. */
async function startDemoService(options: ServiceOptions) {
  let running: RunningService | undefined = await startService(options);
  const { url } = running;
  let changing = Promise.resolve();

  async function change(isAway: boolean): Promise<void> {
    if (isAway === (running === undefined)) return;
    const before = running;
    running = undefined;
    if (before) await before.stop();
    else running = await startService({ ...options, port: Number(new URL(url).port) });
  }

  const setAway = (isAway: boolean) => {
    changing = changing.then(() => change(isAway));
    return changing;
  };
  return { url, isAway: () => running === undefined, setAway, stop: () => setAway(true) };
}

const Kept = z.object({
  /** Milliseconds by which the demo's clock is ahead. */
  ahead: z.number().min(0),
  /** State of the local Slack. */
  slack: z.string(),
});

type Kept = z.infer<typeof Kept>;

/** How long changes gather before they're written, in milliseconds. */
const gathering = 500;

/** Reads the state that an earlier demo left in a file; undefined if there's nothing usable. */
export function readKept(path: string, log: Log): Kept | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return Kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    log.warn({ err: error }, 'the messages of the earlier demo can’t be read');
    return undefined;
  }
}

/** Writes the state whenever `changed` was called, shortly afterwards, and at the end. */
export function keeper(path: string, state: () => Kept) {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    timer = undefined;
    const written = `${path}.new`;
    writeFileSync(written, JSON.stringify(state()), { mode: 0o600 });
    renameSync(written, path);
  };
  return {
    changed() {
      timer ??= globalThis.setTimeout(write, gathering);
    },
    stop() {
      clearTimeout(timer);
      write();
    },
  };
}
