import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { onPostgres } from '../postgres.ts';
import { startPlain, startTestService } from './start.ts';

onPostgres((fresh) => {
  it('answers the next request after all connections were broken', async () => {
    const service = await startTestService(await fresh());
    expect((await service.call('/api/employees/')).status).toBe(200);
    const { db, close } = openDatabase<Tables>(service.database.url);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    await close();
    await pause(100);
    expect((await service.call('/api/employees/')).status).toBe(200);
    await service.stop();
  });

  it('is not ready while its database is away, and every request is a server error that tells nothing', async () => {
    const service = await startTestService(await fresh());
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

  it('brings the tables of a new database up to date from several processes together', async () => {
    const { url } = await fresh();
    const running = await Promise.all([1, 2, 3].map(() => startPlain(url)));
    for (const { url } of running) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const { stop } of running) await stop();
  });
});
