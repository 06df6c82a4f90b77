import { check } from './check.ts';
import { describe, type Ended, type LeftMessage, type LeftRequest, type LeftStep } from './history.ts';
import { leftOfImports } from './imports.ts';
import { type Action, actions, drawActions, endImports, isCalm } from './people.ts';
import { createRandom } from './random.ts';
import { openStage, type Stage } from './stage.ts';
import { createWorld, Restless, type World } from './world.ts';

/** A Tuesday. */
const begin = '2030-01-08T08:30:00Z';

/** Time for open work to finish once faults stop, in milliseconds. */
const patience = 30 * 60_000;

export interface Run {
  seed: number;
  actions: readonly Action[];
  broken: readonly string[];
  trace: string;
}

/** Plays a seed's actions, or only the given ones, and checks the promises. */
export async function run(seed: number, only?: readonly Action[]): Promise<Run> {
  const played = only ?? drawActions(createRandom(seed));
  const world = await createWorld(seed, begin);
  try {
    const stage = await openStage(world);
    await stage.start();
    await world.pass(2_000);
    for (const action of played) {
      await world.pass(action.pause);
      await actions[action.kind](stage, action);
    }
    const ended = await finish(stage, isCalm(played));
    return { seed, actions: played, broken: check(ended), trace: describe(ended.history) };
  } catch (error) {
    if (!(error instanceof Restless)) throw error;
    return { seed, actions: played, broken: ['everythingComesToRest'], trace: describe(world.history) };
  } finally {
    await world.end();
  }
}

/** Stops all faults, lets open work finish, then lets days pass. */
async function finish(stage: Stage, wasCalm: boolean): Promise<Ended> {
  const { world } = stage;
  world.setStorm(0);
  world.setClockError(0);
  stage.calm();
  await world.pass(40_000);
  if (!stage.anyBot()) await stage.start();
  const calmFrom = world.now();
  while (isOpen(world) && world.now() < calmFrom + patience) {
    endImports(stage);
    await world.pass(10_000);
  }
  // Before the days in which they are deleted.
  const imports = leftOfImports(world);
  const isLong = wasCalm || world.random.chance(0.2);
  if (isLong) await stage.passDays(20);
  stage.receivers.recoverAll();
  await stage.untilEventsAreSent();
  // HR hears what is given up before they press.
  await world.pass(60_000);
  // Events that were given up are kept for a month.
  await stage.sendAgain();
  await stage.untilEventsAreSent();
  if (isLong) await stage.passDays(10);
  // Held messages are looked at now and then.
  for (let turn = 0; isSending(world) && turn < 60; turn += 1) await world.pass(1_000);
  return { history: world.history, ...imports, ...leftIn(world) };
}

function isOpen({ sqlite }: World): boolean {
  const open = `select 1 from requests where ended_at is null
    and state not in ('proposed', 'needs_review', 'awaiting_approval')
    union all select 1 from messages where planned = 0 and state in ('pending', 'sending')
    union all select 1 from starter_events where state = 'new'
    union all select 1 from hire_imports where state <> 'draft' and ended_at is null limit 1`;
  return sqlite.prepare(open).get() !== undefined;
}

function isSending({ sqlite }: World): boolean {
  return sqlite.prepare("select 1 from messages where state = 'sending' limit 1").get() !== undefined;
}

function leftIn({ sqlite }: World): Pick<Ended, 'requests' | 'messages' | 'steps'> {
  const requests = sqlite.prepare('select * from requests').all();
  const messages = sqlite.prepare('select request_id, name, purpose, state, channel, ts from messages').all();
  const steps = sqlite.prepare(`select request_id as request, what, detail, step_times.at
    from audit_events join step_times on step = id where request_id is not null order by id`);
  return {
    requests: requests as unknown as LeftRequest[],
    messages: messages as unknown as LeftMessage[],
    steps: steps.all() as unknown as LeftStep[],
  };
}

/** Minimizes a failed run: leaves out each action in turn while something is still broken. */
export async function shrink(failed: Run): Promise<Run> {
  let smallest = failed;
  for (let at = smallest.actions.length - 1; at >= 0; at -= 1) {
    const fewer = await run(smallest.seed, smallest.actions.toSpliced(at, 1));
    if (fewer.broken.length > 0) smallest = fewer;
  }
  return smallest;
}
