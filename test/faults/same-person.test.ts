import { expect } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { channels, openOffice, releasedService } from '../journeys/office.ts';
import { onEachDatabase } from '../postgres.ts';
import { fastClock } from './fast-clock.ts';
import { inWhole } from './trials.ts';

const cleanup = useCleanup();

onEachDatabase((fresh) => {
  inWhole(
    'two people of HR with the same address at once make one hire, and the second one is told at the field',
    async () => {
      const database = await fresh();
      cleanup.later(database.remove);
      const service = await releasedService(cleanup);
      const env = { DATABASE_URL: database.url };
      const { ines, sandbox, start } = await openOffice(cleanup, { service, env, clock: fastClock(10) });
      // SQLite supports one process only.
      if (database.url.startsWith('postgres')) await start();
      const both = [ines, sandbox.person('U0GRACE')];
      for (const person of both) {
        await person.command('/newhire Jane Doe jane@acme.example 2999-01-01');
        await person.untilView('New hire');
      }
      service.setLatency(2_000);
      await Promise.all(both.map((person) => person.submit()));
      const titles = both.map((person) => person.view().title).toSorted();
      // On a slow machine the first hire may already be added.
      expect(titles).toEqual(['New hire', expect.stringMatching(/^(Request saved|New hire added)$/)]);
      const second = both.find((person) => person.view().title === 'New hire');
      expect(second?.view().errors['Work email']).toMatch(/There’s already a request/);
      expect(second?.view().fields['Last name']?.value).toBe('Doe');
      await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
      const posted = service.requests.filter(
        ({ method, path }) => method === 'POST' && path === '/api/users/',
      );
      expect(posted).toHaveLength(1);
    },
  );
});
