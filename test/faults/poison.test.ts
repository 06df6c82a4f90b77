import { sql } from 'kysely';
import { expect } from 'vitest';
import { auditLines } from '../../src/bot/ledger/audit/audit.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { patientSlack } from '../driver/sandbox.ts';
import { channels, openOffice, releasedService } from '../journeys/office.ts';
import { onEachDatabase } from '../postgres.ts';
import { fastClock } from './fast-clock.ts';
import { hire, recordSubmission, submit } from './front-door.ts';
import { whatIsWrong } from './tally.ts';
import { eachOf, inWhole, patience, until } from './trials.ts';

const cleanup = useCleanup();

const healthy = 20;

/** Column values that make a request unreadable. */
const requestPoisons: Record<string, string>[] = [
  { payload: '{"first_name":' },
  { payload: '[]' },
  { payload: '{"first_name":"","last_name":7}' },
  { payload: 'null' },
  { context: 'not JSON' },
  { context: '{}' },
  { kind: 'sabbatical' },
  { state: 'frozen' },
  { question: '{"kind":"isItRaining"}' },
  { outcome: '{"kind":"postponed"}' },
];

/** Column values that make a message unreadable. */
const messagePoisons: Record<string, string>[] = [
  { recipient: '{"channel":' },
  { recipient: '{"pigeon":"C0HIRES"}' },
  { recipient: '{"channel":7}' },
  { about: 'oops' },
  { about: '[]' },
  { name: 'of another version' },
];

onEachDatabase((fresh) => {
  async function officeWith(env: Record<string, string> = {}) {
    const database = await fresh();
    cleanup.later(database.remove);
    const service = await releasedService(cleanup);
    const clock = fastClock(20);
    const office = await openOffice(cleanup, {
      mode: 'http',
      service,
      env: { DATABASE_URL: database.url, ...env },
      clock,
    });
    const stored = openDatabase<BotTables>(database.url);
    cleanup.later(stored.close);
    const recorded = await recordSubmission(office.sandbox);
    const door = { url: () => office.bot.url, signingSecret: office.sandbox.signingSecret };
    const add = (number: number) => submit(recorded, hire(number), door, 6 * patientSlack);
    return { ...office, service, database, clock, db: stored.db, add };
  }
  type Office = Awaited<ReturnType<typeof officeWith>>;

  async function poison({ db }: Office, table: 'requests' | 'messages', id: string | number, values: object) {
    for (const [column, value] of Object.entries(values))
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db);
  }

  async function readRow({ db }: Office, email: string) {
    return db.selectFrom('requests').selectAll().where('subject', '=', email).executeTakeFirstOrThrow();
  }

  const homeOf = ({ ines }: Office) => ines.home()?.texts.join('\n') ?? '';

  inWhole(
    `${requestPoisons.length} requests that cannot be read are set aside, ${healthy} others are made, and they go on once they can be read`,
    async () => {
      const office = await officeWith();
      const { ines, sandbox, service, db, add, database } = office;
      service.spoilToken(service.token, 'removed');
      const broken = requestPoisons.map((_, number) => 1_000 + number);
      for (const number of broken) expect(await add(number)).toMatchObject({ acknowledged: true });
      const before = await Promise.all(broken.map((number) => readRow(office, hire(number).email)));
      for (const [at, { id }] of before.entries())
        await poison(office, 'requests', id, requestPoisons[at] ?? {});
      service.allowToken(service.token);
      await eachOf(healthy, 4, async (number) => {
        expect(await add(number)).toMatchObject({ acknowledged: true });
      });
      const hires = Array.from({ length: healthy }, (_, number) => hire(number));
      const wrong = async () =>
        whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees: service.employees() });
      await until(async () => (await wrong()).length === 0, wrong);

      const aside = () =>
        db.selectFrom('requests').select('id').where('set_aside_at', 'is not', null).execute();
      await until(async () => (await aside()).length === broken.length, aside);
      expect(service.employees().filter(({ email }) => /^trial\.1\d\d\d@/.test(email))).toEqual([]);
      const told = () => sandbox.messages(channels.private).map(({ text }) => text);
      await until(() => told().join().includes('can’t read a saved request'), told);
      expect(told().filter((text) => text.includes('can’t read'))).toHaveLength(1);
      await ines.openHome();
      await until(
        () => homeOf(office).includes(`can’t read ${broken.length} saved requests`),
        () => homeOf(office),
      );
      expect(homeOf(office)).not.toContain('trial.10');
      let lines = 0;
      for await (const line of auditLines({ db, kind: 'sqlite', close: async () => {} }, {}))
        lines += line.at ? 1 : 0;
      expect(lines).toBeGreaterThan(healthy * 3);
      await ines.command('/frontdesk status', { channel: channels.general });
      await ines.untilMessage(/employees/, channels.general);

      for (const row of before) {
        const { payload, context, kind, state, question, outcome } = row;
        await db
          .updateTable('requests')
          .set({ payload, context, kind, state, question, outcome })
          .where('id', '=', row.id)
          .execute();
      }
      await ines.press('Try again');
      const all = [...hires, ...broken.map(hire)];
      const allWrong = async () =>
        whatIsWrong(all, { databaseUrl: database.url, sandbox, employees: service.employees() });
      await until(async () => (await allWrong()).length === 0, allWrong);
      await until(
        () => !homeOf(office).includes('can’t read'),
        () => homeOf(office),
      );
    },
    patience,
  );

  inWhole(
    'messages that cannot be read are set aside, and the others are posted',
    async () => {
      const office = await officeWith();
      const { ines, sandbox, db, add, service, database } = office;
      sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: 120_000 });
      const few = 4;
      await eachOf(few, 2, async (number) => {
        expect(await add(number)).toMatchObject({ acknowledged: true });
      });
      const first = () => db.selectFrom('messages').selectAll().orderBy('id').executeTakeFirst();
      await until(async () => (await first()) !== undefined, first);
      const row = await first();
      const { id: _, ...copy } = row ?? expect.unreachable('There is one.');
      for (const [at, values] of messagePoisons.entries()) {
        const open = {
          state: 'pending',
          lease_holder: null,
          lease_until: null,
          due_at: '2000-01-01T00:00:00.000Z',
        };
        const extra = { ...copy, ...open, ...values, key: `poison ${at}`, purpose: `poison ${at}` };
        await db.insertInto('messages').values(extra).execute();
      }
      sandbox.clearFaults();
      const hires = Array.from({ length: few }, (_, number) => hire(number));
      const wrong = async () =>
        whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees: service.employees() });
      await until(async () => (await wrong()).length === 0, wrong);
      const unreadable = () =>
        db.selectFrom('messages').select('id').where('state', '=', 'unreadable').execute();
      await until(async () => (await unreadable()).length === messagePoisons.length, unreadable);
      await ines.openHome();
      await until(
        () => homeOf(office).includes(`can’t read ${messagePoisons.length} messages`),
        () => homeOf(office),
      );
    },
    patience,
  );

  inWhole(
    'a person whose earlier request cannot be read is told so, and can be entered after HR has discarded it',
    async () => {
      const office = await officeWith();
      const { ines, service } = office;
      service.spoilToken(service.token, 'removed');
      expect(await office.add(1)).toMatchObject({ acknowledged: true });
      const { id } = await readRow(office, hire(1).email);
      await poison(office, 'requests', id, { payload: '{' });
      await ines.command(`/newhire Trial Again ${hire(1).email} 2999-01-01`);
      await ines.untilView('New hire');
      await ines.submit();
      await ines.until(() => ines.view().texts.join().includes(`(${id}) can’t be read`));
      expect(ines.view().fields['Last name']?.value).toBe('Again');
      await ines.closeAll();
      service.allowToken(service.token);
      await ines.openHome();
      await ines.until(() => ines.home()?.buttons.includes(`Discard ${id}`));
      await ines.press(`Discard ${id}`, { confirm: true });
      await until(
        () => !homeOf(office).includes(`${id}.`),
        () => homeOf(office),
      );
      await ines.command(`/newhire Trial Again ${hire(1).email} 2999-01-01`);
      await ines.untilView('New hire');
      await ines.submit();
      await ines.untilMessage('Trial Again has been added');
    },
    patience,
  );

  inWhole(
    'ended requests, drafts, settings, kinds, the connection and the circuit that cannot be read hold nothing up, also at a start',
    async () => {
      const office = await officeWith();
      const { ines, db, add, sandbox, service } = office;
      expect(await add(1)).toMatchObject({ acknowledged: true });
      await ines.untilMessage('has been added');
      const { id } = await readRow(office, hire(1).email);
      await office.bot.stop();
      await poison(office, 'requests', id, { payload: '{"start_day":' });
      const at = '2999-01-01T00:00:00.000Z';
      const draft = { id: 'D-POISON', owner: 'U0INES', title: 'Poison', content: '{', saved_at: at };
      await db.insertInto('drafts').values(draft).execute();
      const by = { set_by: 'U0INES', set_at: at };
      for (const [name, value] of [
        ['timezone', '"Mars/Base"'],
        ['profileUrl', '{'],
        ['of another version', '7'],
      ] as const)
        await db
          .insertInto('settings')
          .values({ name, value, ...by })
          .execute();
      await sql`update sequence_kinds set kind = 'sideways'`.execute(db);
      await sql`update circuit_breaker set code = 'of another version', probe_at = 'soon', since = 'once'`.execute(
        db,
      );
      await db
        .insertInto('connection')
        .values({
          id: 1,
          url: 'no address',
          sealed_token: '?',
          key_id: '?',
          set_by: 'U0INES',
          set_at: 'once',
        })
        .execute();

      const env = office.environment;
      Object.assign(env, { FRONTDESK_TIMEZONE: '' });
      await office.start();
      await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
      await ines.untilView('New hire');
      await ines.submit();
      await ines.untilMessage('Jane Doe has been added');
      await ines.closeAll();
      await ines.openHome();
      await until(
        () => homeOf(office).includes('can’t read what was saved for: Time zone, Profile address'),
        () => homeOf(office),
      );
      await until(
        () => homeOf(office).includes('can’t show one finished request'),
        () => homeOf(office),
      );
      expect(homeOf(office)).toContain('Jane Doe');
      expect(service.employees().map(({ email }) => email)).toContain('jane@acme.example');
      await ines.command('/newhire drafts', { channel: channels.general });
      await ines.untilMessage('Poison', channels.general);
      expect(sandbox.messages(channels.hires).length).toBeGreaterThan(1);
    },
    patience,
  );

  inWhole(
    'lists of who may that cannot be read make nobody HR, not everybody who is an admin',
    async () => {
      const office = await officeWith();
      const { db, ines, environment } = office;
      await office.bot.stop();
      const by = { set_by: 'U0INES', set_at: '2026-01-01T00:00:00.000Z' };
      for (const name of ['hr', 'managers'])
        await db
          .insertInto('settings')
          .values({ name, value: '["U0INES"', ...by })
          .execute();
      Object.assign(environment, { FRONTDESK_HR: '', FRONTDESK_MANAGERS: '' });
      await office.start();
      await ines.openHome();
      await until(
        () => homeOf(office).includes('an owner or admin of this workspace'),
        () => homeOf(office),
      );
      expect(ines.home()?.buttons).toEqual([]);
    },
    patience,
  );
});
