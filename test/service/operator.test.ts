import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { openOperator } from '../../src/service/operator.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { onEachDatabase } from '../postgres.ts';
import { openCommandLine } from './command-line.ts';
import { clockAt, startPlain, useTestService } from './start.ts';

onEachDatabase((fresh) => {
  const service = useTestService(fresh);
  const ask = async (token: string) =>
    (await service.call('/api/employees/', { headers: { authorization: `Token ${token}` } })).status;

  it('takes a token however old it is', async () => {
    const database = await fresh();
    const then = openOperator(database.url, { clock: clockAt('2000-01-01T00:00:00Z') });
    await then.migrate();
    await then.addUser({ first_name: 'O', last_name: 'O', email: 'old@acme.example', role: 1 });
    const token = await then.createToken('old@acme.example');
    await then.close();
    const now = await startPlain(database.url, { clock: clockAt('2999-01-01T00:00:00Z') });
    const headers = { authorization: `Token ${token}` };
    expect((await fetch(`${now.url}/api/employees/`, { headers })).status).toBe(200);
    await now.stop();
  });

  it('gives one person several tokens, which work until that person is removed', async () => {
    const { email } = await service.hire({ role: 1 });
    const tokens = [await service.operator.createToken(email), await service.operator.createToken(email)];
    expect(new Set(tokens).size).toBe(2);
    expect(await Promise.all(tokens.map(ask))).toEqual([200, 200]);
    await service.operator.removeUser(email);
    expect(await Promise.all(tokens.map(ask))).toEqual([401, 401]);
  });

  it('keeps only a digest: what is stored does not open the API', async () => {
    const { db, close } = openDatabase<Tables>(service.database.url);
    const rows = await db.selectFrom('tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(service.token);
    for (const value of Object.values(rows[0] ?? {})) expect(await ask(String(value))).toBe(401);
    await close();
  });

  it('needs migrations before a token can be made, and says so', async () => {
    const database = await fresh();
    const made = openCommandLine(database.url).run('token', 'create', 'ada@acme.example');
    await expect(made).rejects.toThrow('Run "service migrate" first.');
  });

  it('has the same tables after migrating once or twice, and says what it did', async () => {
    const database = await fresh();
    const commandLine = openCommandLine(database.url);
    expect(await commandLine.answer('migrate')).toEqual(['Done: 001-service, 002-done-tasks.']);
    expect(await commandLine.answer('migrate')).toEqual(['Everything is up to date.']);
    const { db, close } = openDatabase<Tables>(database.url);
    const { rows } = await sql<{ version: number }>`select version from list_versions`.execute(db);
    expect(rows).toHaveLength(4);
    await close();
  });
});
