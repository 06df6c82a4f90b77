import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditLines } from '../../src/bot/ledger/audit/audit.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { openMigrated } from '../../src/database/open.ts';
import { DatabaseUnusable } from '../../src/database/unusable.ts';
import { openOperator } from '../../src/service/operator.ts';
import { migrationsFor } from '../../src/service/storage/schema.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { openOffice, temporaryFolder } from '../journeys/office.ts';
import { runFrontdesk, runHere } from '../journeys/program.ts';
import { type FreshDatabase, onEachDatabase } from '../postgres.ts';
import { load, run, schemaOf, versions } from './load.ts';
import { secret } from './story.ts';

const cleanup = useCleanup();

/** Fast clock that starts where the version stopped, so that retries come soon. */
function clockFrom(instant: Date) {
  const clock = testClock({ speed: 30 });
  clock.jump(instant.getTime() + 60_000 - clock.now().getTime());
  return clock;
}

onEachDatabase((fresh) => {
  async function database(): Promise<FreshDatabase> {
    const made = await fresh();
    cleanup.later(made.remove);
    return made;
  }

  async function newSchemas() {
    const [bot, service] = [await database(), await database()];
    await (await openMigrated(bot.url, migrations)).close();
    await (await openMigrated(service.url, migrationsFor)).close();
    return [await schemaOf(bot.url), await schemaOf(service.url)];
  }

  it.each(versions)(
    'goes on with what %s has left, in the tables that a new database has',
    async (version) => {
      const [bot, service] = [await database(), await database()];
      const left = await load(version, 'bot', bot);
      await load(version, 'service', service);
      const { ines, bot: program } = await openOffice(cleanup, {
        service: { url: '', token: '' },
        env: {
          DATABASE_URL: bot.url,
          SERVICE_DATABASE_URL: service.url,
          SERVICE_PORT: '0',
          FRONTDESK_SECRET: secret,
        },
        clock: clockFrom(left),
      });
      // Waiting requests are sent once.
      await ines.untilMessage('Pia Waits has been added');
      const operator = openOperator(service.url);
      cleanup.later(operator.close);
      const emails = (await operator.listUsers()).map(({ email }) => email);
      expect(emails.filter((email) => /^(jane|pia)@/.test(email)).sort()).toEqual([
        'jane@acme.example',
        'pia@acme.example',
      ]);
      // Finished requests keep their tasks.
      expect((await operator.timeline('jane@acme.example')).tasks.map(({ text }) => text).sort()).toEqual([
        'Meet your team',
        'Prepare a desk',
      ]);
      await ines.openHome();
      await ines.until(() => /Jane Doe[\s\S]*Sofia Lindqvist/.test(ines.home()?.texts.join('\n') ?? ''));
      await ines.command('/newhire drafts');
      await ines.untilMessage('You have one draft');
      await ines.press('Resume');
      expect((await ines.untilView('New hire')).fields['First name']?.value).toBe('Nora');
      await program.stop();
      expect([await schemaOf(bot.url), await schemaOf(service.url)]).toEqual(await newSchemas());
      const reopened = await openMigrated<BotTables>(bot.url, migrations);
      cleanup.later(reopened.close);
      const done: (string | null)[] = [];
      for await (const { what, subject } of auditLines(reopened, {})) if (what === 'done') done.push(subject);
      expect(done.sort()).toEqual(['3', 'jane@acme.example', 'pia@acme.example']);
      // Reminders of requests that were finished before come at their time.
      const plans = reopened.db.selectFrom('requests').select(['subject', 'next_moment_at']);
      const moments = new Map((await plans.execute()).map((row) => [row.subject, row.next_moment_at]));
      expect(moments.get('jane@acme.example')).toMatch(/^2998-12-/);
      expect(moments.get('3')).toMatch(/^2999-01-/);
    },
  );

  it('starts again after it was killed between making the tables and the note that they are there', async () => {
    for (const made of [migrations, migrationsFor]) {
      const { url } = await database();
      await (await openMigrated(url, made)).close();
      const before = await schemaOf(url);
      await run(url, 'delete from kysely_migration');
      await (await openMigrated(url, made)).close();
      expect(await schemaOf(url)).toEqual(before);
    }
  });

  const slack = { SLACK_BOT_TOKEN: 'xoxb-1-a', SLACK_APP_TOKEN: 'xapp-1-a' };
  const commands = [
    'token show',
    'token remove',
    'audit export',
    'service migrate',
    'service user list',
    'service user remove jane@acme.example',
    'service sequence starters --add last-day',
    'migrate-database --from THE_DATABASE --to sqlite:ELSEWHERE',
  ];
  it('no command opens a database that is newer than the program: each says so and leaves it as it is', async () => {
    const [bot, service] = [await database(), await database()];
    for (const [{ url }, made] of [[bot, migrations] as const, [service, migrationsFor] as const]) {
      await (await openMigrated(url, made)).close();
      await run(url, `insert into kysely_migration (name, timestamp) values ('999-tomorrow', '2099-01-01')`);
    }
    const before = await Promise.all([bot, service].map(({ url }) => schemaOf(url)));
    const env = { ...slack, DATABASE_URL: bot.url, SERVICE_DATABASE_URL: service.url, API_ACCESS: 'True' };
    const elsewhere = join(temporaryFolder(cleanup), 'to.db');
    for (const line of commands) {
      const args = line.replace('THE_DATABASE', bot.url).replace('ELSEWHERE', elsewhere).split(' ');
      const { failure, said } = await runHere(args, env);
      expect([line, said, String(failure)]).toEqual([
        line,
        '',
        expect.stringContaining('made by a newer version'),
      ]);
      // Exit code for configuration errors.
      expect(failure instanceof DatabaseUnusable || Object(failure).exitCode === 78).toBe(true);
    }
    const { code, err } = await runFrontdesk(cleanup, ['start'], env);
    expect([code, err]).toEqual([78, expect.stringContaining('made by a newer version')]);
    expect(await Promise.all([bot, service].map(({ url }) => schemaOf(url)))).toEqual(before);
    expect(await run(service.url, 'select name from sequences')).toEqual([]);
  });
});

const root = join(import.meta.dirname, '..', '..');
const released = (folder: string) => {
  const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  return [...text.matchAll(/^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$/gm)].map(
    ([, version = '', day = '']) => ({
      version,
      day,
    }),
  );
};
const versionOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

it('every version in CHANGELOG has its day and its databases, the newest first', () => {
  const all = released(root);
  expect(all.map(({ version }) => version).sort()).toEqual([...versions].sort());
  expect(all[0]?.version).toBe(versionOf(root));
  expect(all.map(({ day }) => day)).toEqual(
    all
      .map(({ day }) => day)
      .sort()
      .reverse(),
  );
  const fixtures = versions.flatMap((version) =>
    readdirSync(join(import.meta.dirname, version)).map((name) => join(import.meta.dirname, version, name)),
  );
  expect(fixtures.length).toBe(versions.length * 4);
  expect(fixtures.filter((path) => statSync(path).size > 50_000)).toEqual([]);
});

it.runIf(process.env.TEST_EVERYTHING === '1')(
  'npm version dates the changes, keeps the databases, and tags',
  () => {
    const folder = temporaryFolder(cleanup);
    const call = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...somebody } });
    execFileSync('git', ['clone', '--quiet', root, folder]);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    // Git's ignore rule for the folder doesn't match a link.
    appendFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
    call('npm', 'version', 'minor');
    const next = versionOf(folder);
    expect(released(folder)[0]).toEqual({ version: next, day: new Date().toISOString().slice(0, 10) });
    expect(readdirSync(join(folder, 'test/releases', next))).toHaveLength(4);
    expect(call('git', 'tag', '--points-at', 'HEAD').trim()).toBe(`v${next}`);
    expect(call('git', 'status', '--porcelain').trim()).toBe('');
  },
);

/** Author of the release, on a machine without a Git identity. */
const somebody = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Ada'],
    [`GIT_${who}_EMAIL`, 'ada@acme.example'],
  ]),
);
