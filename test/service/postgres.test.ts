import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { startPlain, startTestService } from './start.ts';

describe.skipIf(!postgresUrl)('the service’s PostgreSQL (left out without TEST_POSTGRES_URL)', () => {
  it('may break connections: the process goes on, and the next request is answered', async () => {
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

  it('makes it not ready, and every request a server error that tells nothing, while it is away', async () => {
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

  it('is brought up to date by several processes together', async () => {
    const database = await freshPostgres();
    const running = await Promise.all([1, 2, 3].map(() => startPlain(database.url)));
    for (const { url } of running) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const { stop } of running) await stop();
    await database.remove();
  });
});
