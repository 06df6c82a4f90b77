import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programOf } from '../programs.ts';

/** A server in a process of its own, so that asking and answering do not share a core. */
export interface Child {
  url: string;
  /** Resident memory of the process, in bytes. */
  memory(): Promise<number>;
  /** For how long nobody else had a turn at the longest since this was asked last, where it can tell; in milliseconds. */
  stall(): Promise<number>;
  /** What it took of the processor since it could do its work, where it can tell; in milliseconds. */
  cpu(): Promise<number>;
  /** Sets its clock on by so many milliseconds, where it has one of its own. */
  later(ms: number): Promise<void>;
  /** Reads the employees again, where it is a bot. */
  readAgain(): Promise<void>;
  stop(): Promise<void>;
  /** Ends the process as `kill -9` does: it can finish nothing. */
  kill(): Promise<void>;
}

/** What a child tells of itself. */
interface State {
  rss: number;
  stall?: number;
  cpu?: number;
}

/** How the package's scripts start Node: with a young generation that stays small under load. */
const asStarted = [
  '--max-semi-space-size=8',
  `--import=${join(import.meta.dirname, '../../src/compile-cache.mjs')}`,
];

/** @param file a module beside this one that sends `{ url }` when it listens */
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
    stall: async () => (await state()).stall ?? 0,
    cpu: async () => (await state('how busy')).cpu ?? 0,
    async later(ms) {
      await state(`later ${ms}`);
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
