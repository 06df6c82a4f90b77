import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cleanup, temporaryFolder } from './journeys/office.ts';
import { listening } from './listening.ts';

const program = '/usr/sbin/pgbouncer';
export const pgbouncerPath = existsSync(program) ? program : undefined;

const nobody = 65_534;

export async function startPgbouncer(cleanup: Cleanup, databaseUrl: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const { port: own, close } = await listening(cleanup, createServer());
  await close();
  // Outside the tests' own folder, which only this user can read.
  const folder = temporaryFolder(cleanup, '/tmp');
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(
    settings,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\n` +
      `unix_socket_dir =\nauth_type = trust\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = 8\n`,
  );
  for (const path of [folder, settings, users]) {
    chmodSync(path, path === folder ? 0o755 : 0o644);
    if (process.getuid?.() === 0) chownSync(path, nobody, nobody);
  }
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const child = spawn(program, ['-q', settings], { ...as, stdio: 'ignore' });
  cleanup.later(() => void child.kill('SIGKILL'));
  while (!(await answers(own))) await pause(20);
  return `postgres://${username}@127.0.0.1:${own}${pathname}`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
