import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { type ServiceClient, startPlain, startTestService } from './start.ts';

describe.skipIf(!postgresUrl)('broken connections to PostgreSQL (left out without TEST_POSTGRES_URL)', () => {
  it('do not end the process, and the next request is answered', async () => {
    const service = await startTestService(await freshPostgres());
    expect((await service.call('/api/employees/')).status).toBe(200);
    const { db, close } = openDatabase<Tables>(service.database.url);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    await close();
    await pause(100);
    expect((await service.call('/api/employees/')).status).toBe(200);
    await service.stop();
  });

  it('make it not ready, and every request a server error that tells nothing, while the database is away', async () => {
    const service = await startTestService(await freshPostgres());
    await service.operator.close();
    await service.database.remove();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    const answer = await service.call('/api/employees/');
    expect([answer.status, await answer.text()]).toEqual([500, '<h1>Server Error (500)</h1>']);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('route="/api/employees/",status="500"');
    expect(metrics).not.toMatch(/^onboarding_offboardings_waiting/m);
    await service.stopServer();
  });
});

describe.skipIf(!postgresUrl)(
  'several processes on one PostgreSQL (left out without TEST_POSTGRES_URL)',
  () => {
    it('bring the tables of a new database up to date together', async () => {
      const database = await freshPostgres();
      const running = await Promise.all([1, 2, 3].map(() => startPlain(database.url)));
      for (const { url } of running) expect((await fetch(`${url}/readyz`)).status).toBe(200);
      for (const { stop } of running) await stop();
      await database.remove();
    });

    it('see each other’s people at once and give an address to one of two requests', async () => {
      const first = await startTestService(await freshPostgres());
      const second = await first.replica();
      const create = async (at: ServiceClient, email: string) =>
        (await at.post('/api/users/', { first_name: 'A', last_name: 'B', email, role: 0 })).status;
      for (let round = 0; round < 20; round += 1) {
        const emails = [`a${round}@acme.example`, `b${round}@acme.example`];
        const statuses = await Promise.all([
          ...emails.map((email) => create(first, email)),
          ...emails.toReversed().map((email) => create(second, email)),
        ]);
        expect(statuses.sort()).toEqual([201, 201, 400, 400]);
        for (const at of [first, second]) expect(await at.get('/api/employees/')).toHaveLength(3 + 2 * round);
      }
      await first.operator.revokeTokens('admin@acme.example');
      expect((await second.call('/api/employees/')).status).toBe(401);
      await second.stop();
      await first.stop();
    });
  },
);
