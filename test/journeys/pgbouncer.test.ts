import { expect, it } from 'vitest';
import { DatabaseInUse, holdDatabase } from '../../src/database/in-use.ts';
import { useCleanup } from '../cleanup.ts';
import { pgbouncerPath, startPgbouncer } from '../pgbouncer.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { doctor } from './doctor-office.ts';
import { channels, employeesOf, openOffice, ourService } from './office.ts';

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
