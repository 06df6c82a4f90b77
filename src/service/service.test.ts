import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { openOperator } from './operator.ts';
import { type RunningService, startService } from './service.ts';

const databaseUrl = `sqlite:${join(mkdtempSync(join(tmpdir(), 'frontdesk-')), 'service.db')}`;
const options = { databaseUrl, host: '127.0.0.1', port: 0, timezone: 'Europe/Lisbon', language: 'pt' };
let service: RunningService;
let token: string;

beforeAll(async () => {
  service = await startService({ ...options, apiAccess: true, log: silentLog() });
  const operator = openOperator(databaseUrl);
  await operator.seedDemo();
  token = await operator.createToken('ines.duarte@acme.example');
  await operator.close();
});

afterAll(() => service.stop());

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json', ...init.headers };
  return fetch(`${service.url}${path}`, { ...init, headers, redirect: 'manual' });
}

it('creates a hire with everything, and shows it in the list at once', async () => {
  const body = {
    first_name: 'Zoë',
    last_name: 'Ng',
    email: ' Zoe@Acme.example ',
    role: 0,
    sequences: [1, 2],
  };
  const answer = await call('/api/users/', { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
  const created: unknown = await answer.json();
  expect(created).toMatchObject({
    id: 41,
    email: 'zoe@acme.example',
    timezone: 'Europe/Lisbon',
    language: 'pt',
    sequences: [1, 2],
  });
  const list: unknown = await (await call('/api/employees/')).json();
  expect(list).toContainEqual({
    id: 41,
    first_name: 'Zoë',
    last_name: 'Ng',
    email: 'zoe@acme.example',
    role: 0,
  });
});
