import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DatabaseInUse, holdDatabase } from '../../src/database/in-use.ts';
import { useCleanup } from '../cleanup.ts';
import { listening } from '../listening.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { doctor } from './doctor-office.ts';
import { type Cleanup, channels, employeesOf, openOffice, ourService, temporaryFolder } from './office.ts';

const program = '/usr/sbin/pgbouncer';
const pgbouncerPath = existsSync(program) ? program : undefined;

const nobody = 65_534;

async function startPgbouncer(cleanup: Cleanup, databaseUrl: string): Promise<string> {
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

const cleanup = useCleanup();

const title =
  'PgBouncer in transaction mode, in front of the databases of bot and service, changes nothing: two processes, a hire, ' +
  'a leaver, doctor, and the mark that somebody uses the database';

if (postgresUrl && pgbouncerPath) it(title, throughPgbouncer);
else if (process.env.TEST_EVERYTHING === '1')
  it(title, () =>
    expect.fail('It needs TEST_POSTGRES_URL and PgBouncer, and TEST_EVERYTHING=1 asks for it.'),
  );
else it.skip(`${title} (left out: it needs TEST_POSTGRES_URL and PgBouncer)`, () => {});

async function database(): Promise<string> {
  const fresh = await freshPostgres();
  cleanup.later(fresh.remove);
  return startPgbouncer(cleanup, fresh.url);
}

async function throughPgbouncer(): Promise<void> {
  const service = await ourService(cleanup, await database());
  const url = await database();
  const office = await openOffice(cleanup, { service, env: { DATABASE_URL: url } });
  const { ines, marcus, sandbox, environment } = office;
  const second = await office.start();
  await second.directory.refresh();

  for (const name of ['Jane', 'Joan']) {
    await ines.open(`/newhire ${name} Doe ${name.toLowerCase()}@acme.example 2999-01-01`);
    await ines.submitAndAgree();
    await ines.untilMessage(`${name} Doe joins on Tue 1 Jan 2999`, channels.hires);
    await ines.closeAll();
  }
  await marcus.fillIn('/offboard @sofia.lindqvist', { 'Last day': '2999-01-01' });
  await marcus.submitAndAgree();
  await ines.untilMessage('Sofia Lindqvist’s offboarding has started.', channels.private);
  const doe = (await employeesOf(service)).filter(({ last_name }) => last_name === 'Doe');
  expect(doe).toHaveLength(2);
  expect(sandbox.messages(channels.hires)).toHaveLength(2);

  const { lineOf } = await doctor(environment);
  expect(lineOf('database')).toMatchObject({ state: 'ok' });
  await expect(holdDatabase(url, 'alone')).rejects.toThrow(DatabaseInUse);
  await second.stop();
  await expect(holdDatabase(url, 'alone')).rejects.toThrow(DatabaseInUse);
  await office.bot.stop();
  await (await holdDatabase(url, 'alone')).release();
}
