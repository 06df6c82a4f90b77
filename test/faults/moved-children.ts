import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { TestClock } from '../clock.ts';
import type { Cleanup } from '../journeys/office.ts';
import { ended } from '../journeys/program.ts';
import { programOf } from '../programs.ts';

/** Command to a child process: move its clock to this instant, ISO 8601. */
export interface Asked {
  moveTo: string;
}

type Process = Awaited<ReturnType<typeof begin>>;

const asStarted = [
  '--max-semi-space-size=8',
  `--import=${join(import.meta.dirname, '../../src/compile-cache.mjs')}`,
];

async function begin(cleanup: Cleanup, env: Record<string, string>, now: Date) {
  const child = fork(programOf(join(import.meta.dirname, 'moved-process.ts')), [now.toISOString()], {
    execArgv: asStarted,
    env: { PATH: process.env.PATH, ...env },
  });
  cleanup.later(() => ended(child, 'SIGKILL'));
  const answers = answersOf(child);
  await answers.to(0);
  let count = 0;
  return {
    async ask(asked: Asked): Promise<string> {
      count += 1;
      const answer = answers.to(count);
      child.send({ number: count, ...asked });
      return answer;
    },
    kill: () => ended(child, 'SIGKILL'),
  };
}

/** Answers by question number. They reject when the process ends first. */
function answersOf(child: ChildProcess) {
  const awaited = new Map<number, PromiseWithResolvers<string>>();
  child.on('message', ({ number, answer }: { number: number; answer: string }) =>
    awaited.get(number)?.resolve(answer),
  );
  child.once('exit', (code, signal) => {
    for (const { reject } of awaited.values()) reject(new Error(`It ended with ${code ?? signal}.`));
  });
  return {
    to(number: number): Promise<string> {
      const one = Promise.withResolvers<string>();
      awaited.set(number, one);
      return one.promise;
    },
  };
}

export type MovedChildren = ReturnType<typeof movedChildren>;

/** Processes that share one database and one clock. */
export function movedChildren(cleanup: Cleanup, env: Record<string, string>, clock: TestClock) {
  let running: Process[] = [];
  return {
    /** Starts the missing processes and sets their clocks to the shared instant. */
    async start(count: number): Promise<void> {
      const missing = Array.from({ length: count - running.length }, () => begin(cleanup, env, clock.now()));
      running = [...running, ...(await Promise.all(missing))];
      await this.moveTo(clock.now());
    },
    /** Resolves when all of them have begun with the work due by then. */
    async moveTo(instant: Date): Promise<void> {
      clock.moveTo(instant);
      const moveTo = clock.now().toISOString();
      await Promise.all(running.map((one) => one.ask({ moveTo })));
    },
    /** `kill -9` for the matching places, all at the same moment. */
    async kill(isMeant: (place: number) => boolean = () => true): Promise<void> {
      const meant = running.filter((_one, place) => isMeant(place));
      running = running.filter((one) => !meant.includes(one));
      await Promise.all(meant.map((one) => one.kill()));
    },
    now: clock.now,
    count: () => running.length,
  };
}
