import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programOf } from '../programs.ts';

/** Server in its own process, so that client and server don't share a core. */
export interface Child {
  url: string;
  /** Resident memory of the process, in bytes. */
  memory(): Promise<number>;
  /** Live objects of the process, in bytes, if the process reports them. */
  heap(): Promise<number>;
  /** Longest event-loop stall since the last call, in milliseconds, if the process reports it. */
  stall(): Promise<number>;
  /** Processor time since it was ready, in milliseconds, if the process reports it. */
  cpu(): Promise<number>;
  /** Advances the clock by `ms` milliseconds, if the process has its own. */
  later(ms: number): Promise<void>;
  /** Advances the clock to an instant, if the process has its own. */
  moveTo(instant: Date): Promise<void>;
  /** Makes a bot read the employees again. */
  readAgain(): Promise<void>;
  stop(): Promise<void>;
  /** Ends the process like `kill -9`: nothing gets finished. */
  kill(): Promise<void>;
}

/** State reported by a child. */
interface State {
  rss: number;
  heap?: number;
  stall?: number;
  cpu?: number;
}

/** Node flags of the package's scripts: they keep the young generation small under load. */
const asStarted = [
  '--max-semi-space-size=2',
  `--import=${join(import.meta.dirname, '../../src/compile-cache.mjs')}`,
];

/** @param file module in this folder that sends `{ url }` when it listens */
export async function startChild(file: string, ...parameters: string[]): Promise<Child> {
  const child = fork(programOf(join(import.meta.dirname, file)), parameters, { execArgv: asStarted });
  const { url } = await message<{ url: string }>(child);
  async function state(asked = 'state'): Promise<State> {
    const answer = message<State>(child);
    child.send(asked);
    return answer;
  }
  return {
    url,
    memory: async () => (await state()).rss,
    heap: async () => (await state('heap')).heap ?? 0,
    stall: async () => (await state()).stall ?? 0,
    cpu: async () => (await state('how busy')).cpu ?? 0,
    async later(ms) {
      await state(`later ${ms}`);
    },
    async moveTo(instant) {
      await state(`at ${instant.toISOString()}`);
    },
    async readAgain() {
      await state('read again');
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function message<Message>(child: ChildProcess): Promise<Message> {
  const over = new AbortController();
  const { signal } = over;
  const failed = once(child, 'exit', { signal }).then(() => {
    throw new Error('The process ended before it answered.');
  });
  try {
    const [received] = await Promise.race([once(child, 'message', { signal }), failed]);
    return received as Message;
  } finally {
    failed.catch(() => {});
    over.abort();
  }
}
