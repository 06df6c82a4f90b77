import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../journeys/office.ts';
import { freshSqlite } from '../postgres.ts';
import { fillEnded } from './grown-office.ts';
import { within } from './in-turns.ts';
import { onEach } from './on-each.ts';
import { startFlags } from './start-flags.ts';

const mostMemory = 200;
const slow = 1;

export async function bench(print: (line: string) => void): Promise<void> {
  const count = Number(process.argv[3] ?? 100_000);
  print(`${count.toLocaleString('en')} ended requests`);
  await onEach(print, async ({ url, cleanup }) => {
    await fillEnded(url, count);
    return memoryOfCommands(url, cleanup);
  });
}

async function memoryOfCommands(databaseUrl: string, cleanup: Cleanup): Promise<string[]> {
  const target = await freshSqlite();
  cleanup.later(target.remove);
  const env = { DATABASE_URL: databaseUrl, FRONTDESK_SECRET: 's'.repeat(32) };
  const exported = await run(['audit', 'export'], env);
  const moved = await run(['migrate-database', '--from', databaseUrl, '--to', target.url], env);
  return [said('audit export into a slow pipe', exported), said('migrate-database', moved)];
}

interface Ran {
  megabytes: number;
  seconds: number;
  code: number | null;
}

/** Runs a command like `npm run frontdesk`. */
async function run(args: string[], env: Record<string, string>): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, [...startFlags(), 'src/main.ts', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const peak = followMemory(child);
  const ended = once(child, 'exit');
  for await (const _piece of child.stdout) await sleep(slow);
  const [code] = await ended;
  return { megabytes: peak(), seconds: (performance.now() - began) / 1000, code };
}

function followMemory(child: ChildProcess): () => number {
  let most = 0;
  const timer = setInterval(() => {
    try {
      const [, kilobytes = '0'] =
        /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      most = Math.max(most, Number(kilobytes) / 1024);
    } catch {
      clearInterval(timer);
    }
  }, 20);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function said(title: string, { megabytes, seconds, code }: Ran): string {
  const ended = code === 0 ? '' : `, OVER: ended with ${code}`;
  return `${within(title, megabytes, mostMemory, 'MB')} · ${seconds.toFixed(1)} s${ended}`;
}
