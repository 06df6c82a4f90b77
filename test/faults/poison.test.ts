import { sql } from 'kysely';
import { expect } from 'vitest';
import { auditLines } from '../../src/bot/ledger/audit/audit.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { testClock } from '../clock.ts';
import { type Cleanup, channels, openOffice, releasedService } from '../journeys/office.ts';
import { inWhole } from '../journeys/world.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Hire, handIn, hire, hires, recordSubmission } from './front-door.ts';
import { whatIsWrong } from './tally.ts';
import { eachOf, patience, until } from './trials.ts';

const healthy = 20;

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

const messagePoisons: Record<string, string>[] = [
  { recipient: '{"channel":' },
  { recipient: '{"pigeon":"C0HIRES"}' },
  { recipient: '{"channel":7}' },
  { about: 'oops' },
  { about: '[]' },
  { name: 'of another version' },
];

onEachDatabase((fresh) => {
  async function openPoisoned(cleanup: Cleanup) {
    const { url: databaseUrl } = await fresh();
    const service = await releasedService(cleanup);
    const office = await openOffice(cleanup, {
      mode: 'http',
      service,
      env: { DATABASE_URL: databaseUrl },
      clock: testClock({ speed: 20 }),
    });
    const { ines, sandbox, bot } = office;
    const recorded = await recordSubmission(sandbox);
    const door = { url: () => bot.url, signingSecret: sandbox.signingSecret };
    const { db, close } = openDatabase<BotTables>(databaseUrl);
    cleanup.later(close);
    const home = () => ines.home()?.texts.join('\n') ?? '';
    const wrong = (all: readonly Hire[]) =>
      whatIsWrong(all, { databaseUrl, sandbox, employees: service.employees() });
    return {
      ...office,
      db,
      add: (number: number) => handIn(recorded, hire(number), door),
      home,
      untilHome: (text: string) => until(() => home().includes(text), home),
      untilRight: (all: readonly Hire[]) =>
        until(
          async () => (await wrong(all)).length === 0,
          () => wrong(all),
        ),
    };
  }
  type Office = Awaited<ReturnType<typeof openPoisoned>>;

  async function poison({ db }: Office, table: 'requests' | 'messages', id: string | number, values: object) {
    for (const [column, value] of Object.entries(values))
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db);
  }

  async function readRow({ db }: Office, email: string) {
    return db.selectFrom('requests').selectAll().where('subject', '=', email).executeTakeFirstOrThrow();
  }

  inWhole(
    `${requestPoisons.length} requests that cannot be read are set aside, ${healthy} others are made, and they go on once they can be read`,
    async ({ cleanup }) => {
      const office = await openPoisoned(cleanup);
      const { ines, sandbox, service, db, add, home, untilHome, untilRight } = office;
      service.spoilToken(service.token, 'removed');
      const broken = requestPoisons.map((_, number) => 1_000 + number);
      for (const number of broken) await add(number);
      const before = await Promise.all(broken.map((number) => readRow(office, hire(number).email)));
      for (const [at, { id }] of before.entries())
        await poison(office, 'requests', id, requestPoisons[at] ?? {});
      service.allowToken(service.token);
      await eachOf(healthy, 4, async (number) => void (await add(number)));
      await untilRight(hires(healthy));

      const aside = () =>
        db.selectFrom('requests').select('id').where('set_aside_at', 'is not', null).execute();
      await until(async () => (await aside()).length === broken.length, aside);
      expect(service.employees().filter(({ email }) => /^trial\.1\d\d\d@/.test(email))).toEqual([]);
      const told = () => sandbox.messages(channels.private).map(({ text }) => text);
      await until(() => told().join().includes('A saved request ('), told);
      expect(told().filter((text) => text.includes('can’t be read'))).toHaveLength(1);
      await ines.openHome();
      await untilHome(`${broken.length} saved requests can’t be read`);
      expect(home()).not.toContain('trial.10');
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
      await untilRight([...hires(healthy), ...broken.map(hire)]);
      await until(() => !home().includes('can’t be read'), home);
    },
    patience,
  );

  inWhole(
    'messages that cannot be read are set aside, and the others are posted',
    async ({ cleanup }) => {
      const office = await openPoisoned(cleanup);
      const { ines, sandbox, db, add, untilHome, untilRight } = office;
      sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: 120_000 });
      const few = 4;
      await eachOf(few, 2, async (number) => void (await add(number)));
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
      await untilRight(hires(few));
      const unreadable = () =>
        db.selectFrom('messages').select('id').where('state', '=', 'unreadable').execute();
      await until(async () => (await unreadable()).length === messagePoisons.length, unreadable);
      await ines.openHome();
      await untilHome(`${messagePoisons.length} messages can’t be read`);
    },
    patience,
  );

  inWhole(
    'a person whose earlier request cannot be read is told so, and can be entered after HR has discarded it',
    async ({ cleanup }) => {
      const office = await openPoisoned(cleanup);
      const { ines, service, home } = office;
      service.spoilToken(service.token, 'removed');
      await office.add(1);
      const { id } = await readRow(office, hire(1).email);
      await poison(office, 'requests', id, { payload: '{' });
      await ines.open(`/newhire Trial Again ${hire(1).email} 2999-01-01`);
      await ines.submit();
      await ines.until(() => ines.view().texts.join().includes(`${id} for this person can’t be read`));
      expect(ines.view().fields['Last name']?.value).toBe('Again');
      await ines.closeAll();
      service.allowToken(service.token);
      await ines.openHome();
      await ines.until(() => ines.home()?.buttons.includes(`Discard ${id}`));
      await ines.press(`Discard ${id}`, { confirm: true });
      await until(() => !home().includes(`${id}.`), home);
      await ines.open(`/newhire Trial Again ${hire(1).email} 2999-01-01`);
      await ines.submit();
      await ines.untilView('New hire added');
    },
    patience,
  );

  inWhole(
    'ended requests, drafts, settings, kinds, the connection and the circuit that cannot be read hold nothing up, also at a start',
    async ({ cleanup }) => {
      const office = await openPoisoned(cleanup);
      const { ines, db, add, sandbox, service, home, untilHome } = office;
      await add(1);
      await until(async () => (await readRow(office, hire(1).email)).state === 'done', home);
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
      await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
      await ines.submit();
      await ines.untilView('New hire added');
      await ines.closeAll();
      await ines.openHome();
      await untilHome('Saved settings can’t be read: Time zone, Profile address');
      await untilHome('One finished request can’t be shown');
      expect(home()).toContain('Jane Doe');
      expect(service.employees().map(({ email }) => email)).toContain('jane@acme.example');
      await ines.command('/newhire drafts', { channel: channels.general });
      await ines.untilMessage('Poison', channels.general);
      await until(
        () => sandbox.messages(channels.hires).length > 1,
        () => sandbox.messages(channels.hires),
      );
    },
    patience,
  );

  inWhole(
    'lists of who may that cannot be read make nobody HR, not everybody who is an admin',
    async ({ cleanup }) => {
      const office = await openPoisoned(cleanup);
      const { db, ines, environment, untilHome } = office;
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
      await untilHome('an owner or admin of this workspace');
      expect(ines.home()?.buttons).toEqual([]);
    },
    patience,
  );
});
