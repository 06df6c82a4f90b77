import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningApp {
  url: string;
  /** Milliseconds from the start of the process until it is ready. */
  startedIn: number;
  /** Resident memory, in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

/**
 * Starts an app as its own process and waits until it is ready.
 * @param isReady polled with the process's port
 */
export async function startApp(
  file: string,
  parameters: string[],
  env: Record<string, string>,
  flags: string[] = [],
): Promise<RunningApp> {
  const port = await freePort();
  const before = performance.now();
  const child = spawn(process.execPath, [...flags, join(root, file), ...parameters], {
    cwd: root,
    env: { ...env, PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await firstLine(child.stdout, child);
  const ownPort = /^ready on (\d+)/.exec(printed)?.[1];
  const url = `http://127.0.0.1:${ownPort ?? port}`;
  if (ownPort === undefined) await untilReady(url);
  const startedIn = performance.now() - before;
  return {
    url,
    startedIn,
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) * 1024,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function firstLine(output: NodeJS.ReadableStream, child: ReturnType<typeof spawn>): Promise<string> {
  const failed = once(child, 'exit').then(() => {
    throw new Error('The app ended before it was ready.');
  });
  const [chunk] = await Promise.race([once(output, 'data'), failed]);
  output.resume();
  return String(chunk);
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(5);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
