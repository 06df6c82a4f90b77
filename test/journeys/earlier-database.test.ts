import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { auditLines } from '../../src/bot/ledger/audit/audit.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { fastClock } from '../faults/fast-clock.ts';
import { inWhole } from '../faults/trials.ts';
import { type FreshDatabase, onEachDatabase } from '../postgres.ts';
import { openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

const clock = fastClock(30);
/** Longer ago than anything takes, and not so long that its details would be dropped. */
const longAgo = new Date(clock.now().getTime() - 86_400_000).toISOString();
/** What somebody may have typed: no name of ours is changed in it. */
const typed = 'They wrote "employeeId":7 and "kind":"refused"';

/** A request as the version before stored it: its columns and states had other names. */
function requestRow(name: string, state: string, more: Record<string, unknown> = {}) {
  const email = `${name.toLowerCase()}@acme.example`;
  const payload = { first_name: name, last_name: 'Before', email, role: 0, start_day: '2999-01-01' };
  return {
    id: `R-${name.toUpperCase()}`,
    kind: 'newhire',
    subject: email,
    submission: `F-${name}`,
    requester: 'U0INES',
    payload: JSON.stringify(payload),
    context: JSON.stringify({ personName: `${name} Before`, sequenceNames: [], viewId: 'V0BEFORE' }),
    state,
    attempts: 1,
    awaits_view: 0,
    revision: 0,
    due_at: longAgo,
    created_at: longAgo,
    day: payload.start_day,
    ...more,
  };
}

type Service = Awaited<ReturnType<typeof releasedService>>;

/** A database as the version before leaves it, in which anything can be written. */
async function databaseBefore(earlier: FreshDatabase) {
  const stored = openDatabase<BotTables>(earlier.url);
  cleanup.later(stored.close);
  const all = Object.entries(migrations(stored.kind));
  await migrate(stored.db, Object.fromEntries(all.filter(([name]) => name < '150')));
  return {
    stored,
    async insert(table: string, ...rows: Record<string, unknown>[]) {
      for (const row of rows) {
        const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
        await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
          stored.db,
        );
      }
    },
  };
}

/** Made by an attempt whose answer is missing. */
async function make(service: Service, first_name: string, last_name: string): Promise<number> {
  const email = `${first_name.toLowerCase()}@acme.example`;
  await fetch(`${service.url}/api/users/`, {
    method: 'POST',
    headers: { authorization: `Token ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name, last_name, email, role: 0 }),
  });
  return service.employees().find((one) => one.email === email)?.id ?? 0;
}

const closed = { id: 'C0CLOSED', name: 'closed', isPrivate: true, members: ['U0INES'] };

onEachDatabase((fresh) => {
  it('starts again after it was killed between a change of the tables and the note that it is done', async () => {
    const database = await fresh();
    cleanup.later(database.remove);
    const stored = openDatabase<BotTables>(database.url);
    cleanup.later(stored.close);
    const all = migrations(stored.kind);
    await migrate(stored.db, all);
    const changing = Object.keys(all)
      .filter((name) => name >= '140')
      .toSorted();
    await sql`delete from kysely_migration where name in (${sql.join(changing)})`.execute(stored.db);
    expect(await migrate(stored.db, all)).toEqual(changing);
  });

  inWhole('takes over what the version before has open, asked, blocked, ended and noted', async () => {
    const earlier = await fresh();
    cleanup.later(earlier.remove);
    const { stored, insert } = await databaseBefore(earlier);
    const service = await releasedService(cleanup);
    const office = await openOffice(cleanup, {
      service,
      clock,
      workspace: { channels: [...demoWorkspace.channels, closed] },
    });
    const { ines } = office;
    await office.bot.stop();
    const highest_id_before = Math.max(...service.employees().map(({ id }) => id));
    const found = await make(service, 'Found', 'Before');
    const asked = await make(service, 'Asked', 'Otherwise');
    const question = JSON.stringify({ kind: 'isItThem', employeeId: asked, name: 'Asked Otherwise' });
    const refused = JSON.stringify({ kind: 'refused', problem: { first_name: [typed] }, status: 400 });
    const done = '{"kind":"done","employeeId":1,"confirmed":true}';
    await insert(
      'requests',
      requestRow('Waits', 'waiting', { attempts: 0, trouble: 'Unreachable' }),
      requestRow('Sent', 'sending', { highest_id_before, lease_holder: 'gone', lease_until: longAgo }),
      requestRow('Found', 'unknown', { highest_id_before, doubted_at: longAgo }),
      requestRow('Asked', 'undecided', { highest_id_before, question }),
      requestRow('Refused', 'refused', { outcome: refused, ended_at: longAgo }),
      requestRow('Done', 'done', { outcome: done, employee_id: 1, ended_at: longAgo }),
    );
    const note = { request_id: 'R-DONE', at: longAgo, actor: 'frontdesk' };
    await insert(
      'steps',
      { ...note, what: 'sending' },
      { ...note, what: 'postponed', detail: '{"state":"unknown","trouble":"TimedOut"}' },
      { ...note, what: 'done', detail: '{"kind":"done","employeeId":1}' },
    );
    await insert('channel_troubles', {
      channel: closed.id,
      code: 'channel_not_found',
      told_at: clock.now().toISOString(),
    });
    await insert('messages', {
      key: 'blocked before',
      purpose: 'blocked',
      recipient: JSON.stringify({ channel: closed.id }),
      text: 'Waits for an invitation',
      blocks: '[]',
      state: 'pending',
      trouble: 'channel_not_found',
      target: closed.id,
      doubtful: 0,
      attempts: 1,
      created_at: clock.now().toISOString(),
      due_at: longAgo,
    });

    Object.assign(office.environment, { DATABASE_URL: earlier.url });
    const { ledger } = await office.start();
    const read = (name: string) => ledger.find(`R-${name.toUpperCase()}`);
    for (const name of ['Waits', 'Sent', 'Found'])
      await expect.poll(async () => (await read(name))?.state).toBe('done');
    expect((await read('Asked'))?.state).toBe('needs_review');
    await ines.openHome();
    await expect.poll(() => ines.home()?.buttons).toContain('Yes, that’s them');
    expect(await ledger.blockedChannels()).toEqual([{ channel: closed.id, code: 'channel_not_found' }]);
    await ines.press('Yes, that’s them');
    await ines.untilMessage('Asked Before has been added');
    const ends = await Promise.all(['Asked', 'Found', 'Done', 'Refused'].map(read));
    expect(ends.map((request) => request?.outcome)).toEqual([
      { kind: 'done', resultId: asked, confirmed: false },
      { kind: 'done', resultId: found, confirmed: false },
      { kind: 'done', resultId: 1, confirmed: true },
      { kind: 'rejected', problem: { first_name: [typed] }, status: 400 },
    ]);
    const made = service.employees().filter(({ email }) => /^(waits|sent|found|asked)@/.test(email));
    expect(made.map(({ first_name }) => first_name).sort()).toEqual(['Asked', 'Found', 'Sent', 'Waits']);
    const noted: object[] = [];
    for await (const { request, what, detail } of auditLines(stored, {}))
      if (request === 'R-DONE') noted.push({ what, detail });
    expect(noted).toEqual([
      { what: 'delivering', detail: null },
      { what: 'postponed', detail: { state: 'outcome_unknown', error: 'TimedOut' } },
      { what: 'done', detail: { kind: 'done', resultId: 1 } },
    ]);
    office.sandbox.changeChannel(closed.id, { hasApp: true });
    await ines.untilMessage('Waits for an invitation', closed.id);
    // A form that was submitted before makes no second request.
    const again = ends[2] && (await ledger.submit(ends[2]));
    again?.answers.forget();
    expect(again?.accepted.kind).toBe('repeated');
  });
});
