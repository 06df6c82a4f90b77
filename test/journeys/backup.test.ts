import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { CommandFailed } from '../../src/commands/terminal.ts';
import { testClock } from '../clock.ts';
import { type Cleanup, employeesOf, temporaryFolder, withOwnService } from './office.ts';
import { runHere } from './program.ts';
import { channels, it, switchable } from './world.ts';

type Stored = Record<string, string>;

async function said(args: string[], stored: Stored): Promise<string> {
  const { said: lines, failure } = await runHere(args, stored);
  expect(failure).toBeUndefined();
  return lines;
}

const backUp = (stored: Stored, file: string) => said(['backup', file], stored);
const restore = (stored: Stored, file: string, ...more: string[]) => said(['restore', file, ...more], stored);

async function refusal(args: string[], stored: Stored): Promise<string> {
  const { failure } = await runHere(args, stored);
  expect(failure).toBeInstanceOf(CommandFailed);
  return failure instanceof Error ? failure.message : '';
}

function storedIn(environment: Stored) {
  const { DATABASE_URL = '', ONBOARDING_URL = '', SERVICE_DATABASE_URL = '' } = environment;
  return { DATABASE_URL, ONBOARDING_URL, ...(SERVICE_DATABASE_URL && { SERVICE_DATABASE_URL }) };
}

function emptyFolder(cleanup: Cleanup, environment: Stored) {
  const folder = temporaryFolder(cleanup);
  const service = environment.SERVICE_DATABASE_URL ? `sqlite:${join(folder, 'service.db')}` : undefined;
  return {
    ...storedIn(environment),
    DATABASE_URL: `sqlite:${join(folder, 'frontdesk.db')}`,
    ...(service && { SERVICE_DATABASE_URL: service }),
  };
}

it('goes on with what was open, from an empty folder, and says nothing twice that was said since', async ({
  open,
  cleanup,
}) => {
  const office = await open({ service: switchable, clock: testClock({ speed: 30 }) });
  const { sandbox, ines, environment, service, hire } = office;
  service.isOff(true);
  for (const name of ['Jane Doe', 'John Roe']) await hire({ name, fields: {}, page: 'Request saved' });
  const file = join(temporaryFolder(cleanup), 'monday.db');
  expect(await backUp(storedIn(environment), file)).toContain(`is backed up in ${file}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  service.isOff(false);
  for (const name of ['Jane Doe', 'John Roe'])
    await ines.untilMessage(new RegExp(`${name} (is in|has been added)`));
  const about = (messages: { text: string }[]) =>
    messages.filter(({ text }) => /Jane Doe|John Roe/.test(text)).length;
  const headlines = () => about(sandbox.messages(channels.hires));
  await expect.poll(headlines).toBe(2);
  const direct = () => about(ines.directMessages());
  const before = { direct: direct(), made: (await employeesOf(service)).length };
  await office.bot.stop();

  const stored = emptyFolder(cleanup, environment);
  expect(await restore(stored, file)).toContain('Open requests: 2.');
  Object.assign(environment, stored);
  const again = await office.start();
  const states = async () => (await again.ledger.list(9)).map(({ state }) => state);
  await expect.poll(states).not.toContain('outcome_unknown');
  // The service returned no ids before, so HR may have to confirm that these are the same two people.
  const asked = (await again.ledger.list(9)).filter(({ state }) => state === 'needs_review');
  for (const { id } of asked) await again.ledger.decide(id, true, ines.id);
  await expect.poll(states).toEqual(['done', 'done']);
  await office.allSent();
  expect(headlines()).toBe(2);
  expect((await employeesOf(service)).length).toBe(before.made);
  expect(direct() - asked.length).toBeLessThanOrEqual(before.direct);
});

it('puts bot and built-in service back together, and the people of both are there', async ({
  open,
  cleanup,
}) => {
  const office = await open({ env: withOwnService(cleanup) });
  await office.hire({ fields: {} });
  const file = join(temporaryFolder(cleanup), 'monday.db');
  const written = await backUp(storedIn(office.environment), file);
  expect(written).toContain(`is backed up in ${file}.service`);
  expect(written).toMatch(/Keep its key too, apart from the backup: the file .*frontdesk\.key/);
  await office.bot.stop();
  const stored = emptyFolder(cleanup, office.environment);
  expect(await restore(stored, file)).toContain('Put the key back at');
  Object.assign(office.environment, stored);
  const again = await office.start();
  await again.directory.refresh();
  expect(again.directory.current()?.peopleByEmail.get('jane@acme.example')?.name).toBe('Jane Doe');
  await expect.poll(async () => (await again.ledger.list(9)).map(({ state }) => state)).toEqual(['done']);
});

it('is whole while somebody keeps writing', async ({ open, cleanup }) => {
  const folder = temporaryFolder(cleanup);
  const office = await open();
  const stored = storedIn(office.environment);
  const writer = new DatabaseSync((stored.DATABASE_URL ?? '').replace('sqlite:', ''));
  writer.exec('pragma busy_timeout = 5000; create table pairs (a integer, b integer)');
  const backups = Array.from({ length: 5 }, (_, turn) => {
    writer.exec(`insert into pairs values (${turn}, ${turn})`);
    return backUp(stored, join(folder, `${turn}.db`));
  });
  await Promise.all(backups);
  writer.exec('drop table pairs');
  writer.close();
  for (let turn = 0; turn < 5; turn += 1) {
    const copy = new DatabaseSync(join(folder, `${turn}.db`), { readOnly: true });
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    copy.close();
  }
  expect(readdirSync(folder).sort()).toEqual(['0.db', '1.db', '2.db', '3.db', '4.db']);
});

it('refuses what is no backup, is damaged or newer, leaving nothing behind, writes over nothing, and moves aside what is in the way only when told to', async ({
  open,
  cleanup,
}) => {
  const office = await open();
  const stored = storedIn(office.environment);
  const folder = temporaryFolder(cleanup);
  const at = (name: string) => join(folder, name);
  for (const name of ['damaged.db', 'newer.db']) await backUp(stored, at(name));
  truncateSync(at('damaged.db'), Math.floor(statSync(at('damaged.db')).size / 2));
  const newer = new DatabaseSync(at('newer.db'));
  newer.exec(
    `insert into kysely_migration (name, timestamp) values ('999-tomorrow', '2099-01-01T00:00:00.000Z')`,
  );
  newer.close();
  writeFileSync(at('letter.db'), 'Dear HR, '.repeat(1000));
  const empty = emptyFolder(cleanup, office.environment);
  expect(await refusal(['restore', at('missing.db')], empty)).toContain('There’s no backup at');
  expect(await refusal(['restore', at('letter.db')], empty)).toContain("isn't a database");
  expect(await refusal(['restore', at('damaged.db')], empty)).toMatch(/damaged.* Nothing was restored\./);
  expect(await refusal(['restore', at('newer.db')], empty)).toMatch(/newer version.* Nothing was restored\./);
  const unmade = empty.DATABASE_URL.replace('sqlite:', '');
  expect(readdirSync(join(unmade, '..')).filter((name) => !name.endsWith('.lock'))).toEqual([]);
  expect(existsSync(unmade)).toBe(false);
  const path = (stored.DATABASE_URL ?? '').replace('sqlite:', '');
  const file = join(temporaryFolder(cleanup), 'monday.db');
  await backUp(stored, file);
  expect(await refusal(['backup', file], stored)).toContain('exists already. Nothing was written');
  expect(await refusal(['restore', file], stored)).toContain('With --replace it’s moved aside');
  expect(await refusal(['restore', file, '--replace'], stored)).toContain('Another process uses');
  await office.bot.stop();
  // A table that no backup has.
  const database = new DatabaseSync(path);
  database.exec('create table later (a integer)');
  database.close();
  expect(await restore(stored, file, '--replace')).toMatch(/What was at .* is at .*before-restore-/);
  const aside = readdirSync(join(path, '..')).find((name) => name.includes('before-restore'));
  expect(aside).toBeDefined();
  await office.start();
});

it('says what to use for PostgreSQL, without its password, and writes nothing', async ({ cleanup }) => {
  const file = join(temporaryFolder(cleanup), 'monday.db');
  const stored = {
    DATABASE_URL: 'postgres://desk:secret@db.acme.com/desk',
    ONBOARDING_URL: 'https://o.acme.com',
  };
  const sentence = await refusal(['backup', file], stored);
  expect(sentence).toContain('pg_dump --format=custom --file=frontdesk.dump "$DATABASE_URL"');
  expect(sentence).not.toContain('secret');
  expect(existsSync(file)).toBe(false);
});
