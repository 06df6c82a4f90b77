import { expect } from 'vitest';
import { auditLines } from '../../src/bot/ledger/audit/audit.ts';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { testClock } from '../clock.ts';
import { type Cleanup, channels, openOffice, releasedService } from '../journeys/office.ts';
import { inWhole, it } from '../journeys/world.ts';
import { type Fresh, onEachDatabase, onPostgres } from '../postgres.ts';
import { patience } from './trials.ts';

async function slowOffice(cleanup: Cleanup, fresh: Fresh) {
  const { url: databaseUrl } = await fresh();
  const service = await releasedService(cleanup);
  // A lease lasts one second.
  const clock = testClock({ speed: 10 });
  const office = await openOffice(cleanup, { service, env: { DATABASE_URL: databaseUrl }, clock });
  if (databaseUrl.startsWith('postgres')) await office.start();
  return {
    ...office,
    databaseUrl,
    async expectOneHire(): Promise<void> {
      await expect.poll(() => office.sandbox.messages(channels.hires)).toHaveLength(1);
      const posts = service.requests.filter(
        ({ method, path }) => method === 'POST' && path === '/api/users/',
      );
      expect(posts).toHaveLength(1);
    },
  };
}

onPostgres((fresh) => {
  it(
    'a replica that takes longer than a lease lasts is not taken over from while it lives',
    async ({ cleanup }) => {
      const { ines, service, databaseUrl, expectOneHire } = await slowOffice(cleanup, fresh);
      service.setLatency(3_000);
      await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
      await ines.send('Request saved');
      await expectOneHire();
      const database = openDatabase<LedgerTables>(databaseUrl);
      cleanup.later(database.close);
      const steps: string[] = [];
      for await (const { what } of auditLines(database, { kind: 'newhire' })) steps.push(what);
      expect(steps).toEqual(['accepted', 'delivering', 'done']);
    },
    patience,
  );
});

onEachDatabase((fresh) => {
  it('takes over the messages of a process that is gone, and posts none twice', async ({ cleanup }) => {
    const { ines, sandbox, databaseUrl, expectOneHire } = await slowOffice(cleanup, fresh);
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.send('New hire added');
    await expectOneHire();
    await sandbox.settled();
    const { db, close } = openDatabase<LedgerTables>(databaseUrl);
    cleanup.later(close);
    const posted = sandbox.messages(channels.hires);
    const held = { state: 'sending', lease_holder: 'gone', lease_until: '2031-01-01T00:00:00.000Z' } as const;
    await db.updateTable('messages').set(held).where('name', '=', 'newhire.headline').execute();
    const states = () =>
      db
        .selectFrom('messages')
        .select(['state', 'lease_until'])
        .where('name', '=', 'newhire.headline')
        .execute();
    await expect.poll(states).toEqual([{ state: 'sent', lease_until: null }]);
    expect(sandbox.messages(channels.hires)).toEqual(posted);
  });

  inWhole(
    'two people of HR who enter the same address at once make one hire, and the second reads so at the field',
    async ({ cleanup }) => {
      const { ines, grace, service, expectOneHire } = await slowOffice(cleanup, fresh);
      const both = [ines, grace];
      for (const person of both) await person.open('/newhire Jane Doe jane@acme.example 2999-01-01');
      service.setLatency(2_000);
      await Promise.all(both.map((person) => person.submit()));
      const titles = both.map((person) => person.view().title).toSorted();
      // On a slow machine the first hire may already be added.
      expect(titles).toEqual(['New hire', expect.stringMatching(/^(Request saved|New hire added)$/)]);
      const second = both.find((person) => person.view().title === 'New hire');
      expect(second?.view().errors['Work email']).toMatch(/There’s already a request/);
      expect(second?.view().fields['Last name']?.value).toBe('Doe');
      await expectOneHire();
    },
  );
});
