import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { startDatabaseWay } from '../faults/database-way.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { channels, employeesOf, openOffice, ourService } from './office.ts';

const cleanup = useCleanup();

describe.skipIf(!postgresUrl)('a database that falls silent (left out without TEST_POSTGRES_URL)', () => {
  it('is told of at the form before Slack gives up, and what becomes of it stands there when it is known', async () => {
    const fresh = await freshPostgres();
    cleanup.later(fresh.remove);
    const way = await startDatabaseWay(cleanup, fresh.url);
    const service = await ourService(cleanup);
    // Milliseconds. Twice as long as Slack waits, since other tests keep the machine busy.
    const office = await openOffice(cleanup, { service, env: { DATABASE_URL: way.url }, patience: 6_000 });
    const { ines, sandbox } = office;
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');

    way.silence();
    expect(await ines.submit()).toEqual({ outcome: 'pushed' });
    expect(ines.pageText()).toContain('may not be saved');
    await ines.close();
    expect((await ines.untilView('New hire')).fields).toMatchObject({
      'Work email': { value: 'jane@acme.example' },
    });
    expect(await employeesOf(service)).not.toContainEqual(expect.objectContaining({ last_name: 'Doe' }));

    await way.close();
    way.speak();
    await way.open();
    await ines.untilView('New hire added');
    await ines.untilMessage('Jane Doe joins on Tue, 1 January 2999', channels.hires);
    const made = (await employeesOf(service)).filter(({ email }) => email === 'jane@acme.example');
    expect(made).toHaveLength(1);
    expect(sandbox.messages(channels.hires)).toHaveLength(1);
  });

  it('saves a setting once more whose transaction is broken off by a restart', async () => {
    const fresh = await freshPostgres();
    cleanup.later(fresh.remove);
    const way = await startDatabaseWay(cleanup, fresh.url);
    const service = await ourService(cleanup);
    const { ines } = await openOffice(cleanup, { service, env: { DATABASE_URL: way.url }, patience: 10_000 });
    await ines.openFromHome('Organization');
    await ines.fill({ 'Profile address': 'https://hr.acme.example/{id}' });

    // The save waits for this lock, so it's inside a transaction when the server ends it.
    const holder = new pg.Client({ connectionString: fresh.url });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin; lock table settings in exclusive mode');
    const saved = ines.submit();
    const waiting = 'select 1 from pg_locks where not granted';
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    await way.restart(50);
    await saved;
    await ines.untilPage('https://hr.acme.example/{id}');
  });
});
