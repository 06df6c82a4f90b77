import pg from 'pg';
import { expect } from 'vitest';
import { testClock } from '../clock.ts';
import { startDatabaseWay } from '../faults/database-way.ts';
import { employeesOf } from './office.ts';
import { channels, onPostgres } from './world.ts';

onPostgres(
  'tells at the form of a silent database before Slack gives up, and what becomes of it when it is known',
  async ({ open, cleanup, postgres }) => {
    const way = await startDatabaseWay(cleanup, postgres);
    // Milliseconds. Twice as long as Slack waits, since other tests keep the machine busy.
    const office = await open({ env: { DATABASE_URL: way.url }, patience: 6_000 });
    const { ines, sandbox, service } = office;
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
    await ines.untilMessage('Jane Doe joins on Tue 1 Jan 2999', channels.hires);
    const made = (await employeesOf(service)).filter(({ email }) => email === 'jane@acme.example');
    expect(made).toHaveLength(1);
    expect(sandbox.messages(channels.hires)).toHaveLength(1);
  },
);

onPostgres(
  'saves a setting once more whose transaction is broken off by a restart',
  async ({ open, cleanup, postgres }) => {
    const way = await startDatabaseWay(cleanup, postgres);
    // A slow clock gives the save more time on a busy machine.
    const options = { clock: testClock({ speed: 0.25 }), patience: 10_000 };
    const { ines } = await open({ env: { DATABASE_URL: way.url }, ...options });
    await ines.openFromHome('Organization');
    await ines.fill({ 'Profile address': 'https://hr.acme.example/{id}' });

    // The save waits for this lock, so it's inside a transaction when the server ends it.
    const holder = new pg.Client({ connectionString: postgres });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin; lock table settings in exclusive mode');
    const saved = ines.submit();
    const waiting = 'select 1 from pg_locks where not granted';
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    await way.restart(50);
    await saved;
    await ines.untilPage('Saved.');
  },
);
