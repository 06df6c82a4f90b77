import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { CommandFailed } from '../../src/commands/terminal.ts';
import { ConfigInvalid } from '../../src/config/config.ts';
import { DatabaseUnusable } from '../../src/database/unusable.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import {
  type Cleanup,
  channels,
  employeesOf,
  openOffice,
  releasedService,
  temporaryFolder,
} from './office.ts';
import { runFrontdesk, runHere, runProcess } from './program.ts';

/** SQLite refuses more pages, as on a full disk (https://sqlite.org/pragma.html#pragma_max_page_count). */
function watchDisk(cleanup: Cleanup, name: string) {
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec');
  cleanup.later(() => opened.mockRestore());

  function limit(pages: (now: number) => number): void {
    const open = new Set(opened.mock.contexts.filter((database) => database instanceof DatabaseSync));
    for (const database of open) {
      if (!database.isOpen || !database.location()?.endsWith(name)) continue;
      const row = database.prepare('pragma page_count').get();
      database.exec(`pragma max_page_count = ${pages(Number(row?.page_count))}`);
    }
  }
  return { fill: () => limit((now) => now), makeRoom: () => limit(() => 1_000_000) };
}

function withSmallDisk(pages: number): Record<string, string> {
  const script = `import { DatabaseSync } from 'node:sqlite';
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      exec.call(this, sql);
      exec.call(this, 'pragma max_page_count = ${pages}');
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

const cleanup = useCleanup();

const slack = { SLACK_BOT_TOKEN: 'xoxb-1-of-a-test', SLACK_APP_TOKEN: 'xapp-1-of-a-test' };

function damaged(folder: string): string {
  const path = join(folder, 'frontdesk.db');
  const database = new DatabaseSync(path);
  database.exec('create table kysely_migration (name text, timestamp text)');
  database.close();
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 100, 4_000);
  writeFileSync(path, bytes);
  return path;
}

function noDatabase(folder: string): string {
  const path = join(folder, 'frontdesk.db');
  writeFileSync(path, 'These are the minutes of a meeting. '.repeat(300));
  return path;
}

/** Root can read any file, so for root it's a path where no file can be created. */
function unreadable(folder: string): string {
  if (process.getuid?.() === 0) return '/proc/frontdesk/frontdesk.db';
  const path = join(folder, 'frontdesk.db');
  writeFileSync(path, '');
  chmodSync(path, 0o000);
  return path;
}

function inAFile(folder: string): string {
  writeFileSync(join(folder, 'notes'), '');
  return join(folder, 'notes', 'frontdesk.db');
}

const troubles: [string, (folder: string) => string, string][] = [
  ['is damaged', damaged, 'is damaged. Stop everything that uses it'],
  ['is no database', noDatabase, "isn't a database. Check the address"],
  ['is a folder', (folder) => folder, 'is a folder. Name a file in it'],
  ['may not be opened', unreadable, "can't be opened or written. Check that the folder"],
  ['lies in what is no folder', inAFile, 'is a file, so'],
];

describe('a database that cannot be used', () => {
  it.each(troubles)('ends start with a sentence and 78 when it %s', async (_what, make, sentence) => {
    const folder = temporaryFolder(cleanup);
    const path = make(temporaryFolder(cleanup));
    const env = { ...slack, DATABASE_URL: `sqlite:${path}`, ONBOARDING_URL: 'https://onboarding.acme.com' };
    const { code, err, out } = await runFrontdesk(cleanup, ['start'], env, { folder });
    expect([code, err + out]).toEqual([78, expect.stringContaining(sentence)]);
    expect(err).toContain(path);
    expect(err + out).not.toContain('    at ');
  });

  inWhole(
    'ends start with a sentence and 78 when the disk is full, and never says that it cannot roll back',
    async () => {
      const folder = temporaryFolder(cleanup);
      const env = { ...slack, ...withSmallDisk(4), ONBOARDING_URL: 'https://onboarding.acme.com' };
      const { code, err } = await runProcess(cleanup, ['start'], env, { folder });
      expect([code, err]).toEqual([78, expect.stringContaining('data/frontdesk.db is full. Make room')]);
      expect(err).not.toMatch(/rollback|savepoint| at /);
    },
  );

  const commands: [string, string[]][] = [
    ['token show', ['token', 'show']],
    ['token remove', ['token', 'remove']],
    ['token rotate-key', ['token', 'rotate-key']],
    ['audit export', ['audit', 'export']],
    ['migrate-database', ['migrate-database', '--from', 'THE FILE', '--to', 'sqlite:ELSEWHERE']],
    [
      'migrate-database, the other way round',
      ['migrate-database', '--from', 'sqlite:ELSEWHERE', '--to', 'THE FILE'],
    ],
    ['service migrate', ['service', 'migrate']],
    ['service start', ['service', 'start']],
    ['service user list', ['service', 'user', 'list']],
    ['service token create', ['service', 'token', 'create', 'ada@acme.com']],
    ['service seed-demo', ['service', 'seed-demo']],
  ];

  it.each(commands)('is explained by %s', async (_name, args) => {
    const folder = temporaryFolder(cleanup);
    const elsewhere = join(folder, 'elsewhere.db');
    new DatabaseSync(elsewhere).close();
    const address = `sqlite:${damaged(folder)}`;
    const env = { DATABASE_URL: address, SERVICE_DATABASE_URL: address, SERVICE_PORT: '0' };
    const { failure } = await runHere(
      args.map((arg) => arg.replace('THE FILE', address).replace('ELSEWHERE', elsewhere)),
      env,
    );
    expect(failure).not.toBeInstanceOf(ConfigInvalid);
    if (failure instanceof CommandFailed) expect(failure.exitCode).toBe(78);
    else expect(failure).toBeInstanceOf(DatabaseUnusable);
    expect(String(failure)).toContain('is damaged. Stop everything that uses it');
  });
});

it('refuses visibly what is handed in while the disk is full, and takes it when there is room again', async () => {
  const disk = watchDisk(cleanup, 'frontdesk.db');
  const service = await releasedService(cleanup);
  const { ines, bot, sandbox } = await openOffice(cleanup, { service });
  const handIn = async (n: number) => {
    await ines.fillIn('/newhire Jane Doe jane@acme.example 2999-01-01', {
      'Work email': `jane${n}@acme.example`,
      Message: 'Welcome to Acme. '.repeat(40),
    });
    await ines.submit();
    await ines.until(() => ines.view().title === 'New hire added' || hasFailed());
  };
  const hasFailed = () => /\bE-[A-Z0-9]{8}\b/.test(ines.pageText());
  disk.fill();
  let refused = 0;
  // Pages the file already has may have room left.
  for (await handIn(0); !hasFailed() && refused < 40; await handIn(refused)) refused += 1;
  expect(hasFailed()).toBe(true);
  const isThere = ({ email }: { email: string }) => email === `jane${refused}@acme.example`;
  expect((await employeesOf(service)).some(isThere)).toBe(false);
  disk.makeRoom();
  await handIn(refused);
  await ines.untilView('New hire added');
  await expect.poll(() => sandbox.messages(channels.hires).length).toBeGreaterThan(0);
  const made = (await employeesOf(service)).filter(({ email }) => /^jane\d+@acme/.test(email));
  expect(made).toHaveLength(refused + 1);
  expect(await bot.ledger.list(100)).toHaveLength(refused + 1);
});

describe('the key file', () => {
  async function withToken() {
    const service = await releasedService(cleanup);
    const folder = temporaryFolder(cleanup);
    const env = { ONBOARDING_URL: service.url };
    const run = (args: string[], input = '', more = {}) =>
      runFrontdesk(cleanup, args, { ...env, ...more }, { folder, input });
    expect((await run(['token', 'set'], service.token)).code).toBe(0);
    return { service, run, key: join(folder, 'data', 'frontdesk.key') };
  }

  it.each([
    ['empty', ''],
    ['cut off', 'c2hvcnQ='],
  ])(
    'that is %s stops start with what to do, and a token that is stored then makes a new one',
    async (_how, left) => {
      const { run, key, service } = await withToken();
      writeFileSync(key, left);
      for (const args of [['start'], ['token', 'rotate-key']]) {
        const { code, err } = await run(args, '', slack);
        expect([code, err]).toEqual([
          78,
          expect.stringContaining('Restore the key from a backup, or save the token'),
        ]);
        expect(err).not.toContain('    at ');
        expect(readFileSync(key, 'utf8')).toBe(left);
      }
      expect((await run(['token', 'set'], service.token)).code).toBe(0);
      expect(readFileSync(key, 'utf8').trim()).toHaveLength(44);
      expect((await run(['token', 'rotate-key'])).out).toContain('encrypted with the new key');
    },
  );

  it('that is empty is replaced when nothing was encrypted with it', async () => {
    const folder = temporaryFolder(cleanup);
    mkdirSync(join(folder, 'data'));
    const key = join(folder, 'data', 'frontdesk.key');
    writeFileSync(key, '');
    const { code } = await runFrontdesk(cleanup, ['token', 'rotate-key'], {}, { folder });
    expect([code, readFileSync(key, 'utf8').trim().length]).toEqual([0, 44]);
  });

  inWhole(
    'that is cut off beside the token of the built-in service stops start, and is made again once it is deleted',
    async () => {
      const folder = temporaryFolder(cleanup);
      const env = {
        DATABASE_URL: `sqlite:${join(folder, 'frontdesk.db')}`,
        SERVICE_DATABASE_URL: `sqlite:${join(folder, 'service.db')}`,
        SERVICE_PORT: '0',
        ONBOARDING_URL: '',
        ONBOARDING_API_TOKEN: '',
      };
      const office = await openOffice(cleanup, { service: { url: '', token: '' }, env });
      await office.bot.stop();
      const key = join(folder, 'frontdesk.key');
      writeFileSync(key, 'c2hvcnQ=');
      await expect(office.start()).rejects.toThrow('Restore the key from a backup, or delete the file');
      expect(readFileSync(key, 'utf8')).toBe('c2hvcnQ=');
      rmSync(key);
      const bot = await office.start();
      await bot.directory.refresh();
      expect([bot.directory.trouble(), bot.directory.current()?.people.size]).toEqual([undefined, 1]);
    },
  );

  it('of a database in memory is kept in memory', async () => {
    const service = await releasedService(cleanup);
    const folder = temporaryFolder(cleanup);
    const env = { DATABASE_URL: 'sqlite::memory:', ONBOARDING_URL: service.url };
    for (const args of [
      ['token', 'set'],
      ['token', 'rotate-key'],
    ]) {
      const { code, err } = await runFrontdesk(cleanup, args, env, { folder, input: service.token });
      expect([code, err, readdirSync(folder)]).toEqual([0, '', []]);
    }
  });
});

describe('what Frontdesk stores', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  /** Creates both databases and a key under a umask that lets everyone in. */
  async function stored(folder: string, env: Record<string, string> = {}) {
    const service = await releasedService(cleanup);
    const before = process.umask(0);
    try {
      const named = { ONBOARDING_URL: service.url, ...env };
      const token = { folder, input: service.token };
      const set = await runFrontdesk(cleanup, ['token', 'set'], named, token);
      expect([set.code, set.err, process.umask()]).toEqual([0, '', 0]);
      const migrated = await runFrontdesk(cleanup, ['service', 'migrate'], env, { folder });
      expect(migrated.code).toBe(0);
    } finally {
      process.umask(before);
    }
  }

  it('keeps its companions to its owner too while it runs', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'frontdesk-')), 'new', 'folder');
    const path = join(folder, 'frontdesk.db');
    const service = await releasedService(cleanup);
    await openOffice(cleanup, { service, env: { DATABASE_URL: `sqlite:${path}` } });
    expect([modeOf(join(folder, '..')), modeOf(folder)]).toEqual(['700', '700']);
    for (const name of [path, `${path}-wal`, `${path}-shm`, `${path}.lock`])
      expect([name, existsSync(name) && modeOf(name)]).toEqual([name, '600']);
  });

  it('is for its owner alone, whatever the umask and an earlier version was; a folder of somebody else’s stays as it is', async () => {
    const folder = temporaryFolder(cleanup);
    mkdirSync(join(folder, 'shared'));
    const ours = ['data/frontdesk.db', 'data/frontdesk.key', 'shared/service.db'];
    await stored(folder, { SERVICE_DATABASE_URL: 'sqlite:shared/service.db' });
    for (const name of ours) expect([name, modeOf(join(folder, name))]).toEqual([name, '600']);
    for (const name of ours) chmodSync(join(folder, name), 0o666);
    expect(modeOf(join(folder, 'data'))).toBe('700');
    for (const name of ['data', 'shared']) chmodSync(join(folder, name), 0o777);
    await stored(folder, { SERVICE_DATABASE_URL: 'sqlite:shared/service.db' });
    for (const name of ours) expect([name, modeOf(join(folder, name))]).toEqual([name, '600']);
    expect([modeOf(join(folder, 'data')), modeOf(join(folder, 'shared'))]).toEqual(['700', '777']);
  });
});
