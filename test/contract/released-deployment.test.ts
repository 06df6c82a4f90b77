import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { type ReleasedDeployment, startReleasedDeployment } from './released-deployment.ts';

const token = 'a'.repeat(40);
const jane = { first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example', role: 0 };
const cleanup = useCleanup();

async function start(options: Partial<Parameters<typeof startReleasedDeployment>[0]> = {}) {
  const employees = [{ email: 'hr@acme.example', role: 1 }, { email: 'bob@acme.example' }];
  const deployment = await startReleasedDeployment({ token, employees, ...options });
  cleanup.later(deployment.stop);
  return deployment;
}

function post(deployment: ReleasedDeployment, path: string, body: unknown): Promise<Response> {
  return fetch(`${deployment.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

it('answers a creation without id and sequences, and lists the person at once without a role', async () => {
  const deployment = await start();
  const answer = await post(deployment, '/api/users/', {
    ...jane,
    email: 'Jane@Acme.example',
    sequences: [1],
  });
  expect(answer.status).toBe(201);
  const created = (await answer.json()) as object;
  expect(created).toMatchObject({ email: 'jane@acme.example', role: 0, timezone: 'Europe/Amsterdam' });
  expect(Object.keys(created)).not.toContain('id');
  expect(Object.keys(created)).not.toContain('sequences');
  const headers = { authorization: `Token ${token}` };
  const list: unknown = await (await fetch(`${deployment.url}/api/employees/`, { headers })).json();
  expect(list).toContainEqual({ id: 3, first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example' });
  expect(deployment.employees()[2]).toMatchObject({ sequences: [1] });
});

it.each([
  ['the role is missing', { ...jane, role: undefined }, 0],
  ['the address differs only by case', { ...jane, email: 'BOB@acme.example' }, 0],
  ['the start day is null, with the user created', { ...jane, start_day: null }, 1],
])('answers a server error as a page when %s', async (_case, body, created) => {
  const deployment = await start();
  const answer = await post(deployment, '/api/users/', body);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain('<h1>Server Error (500)</h1>');
  expect(deployment.employees()).toHaveLength(2 + created);
});

it('redirects without the slash, answers offboarding with nothing, and nests the error of a sequence', async () => {
  const deployment = await start();
  const redirected = await post(deployment, '/api/users', jane);
  expect([redirected.status, redirected.headers.get('location')]).toEqual([301, '/api/users/']);
  const leaving = { user: 2, termination_date: '2999-01-01', sequences: [3] };
  const offboarded = await post(deployment, '/api/offboarding/', leaving);
  expect([offboarded.status, offboarded.headers.get('content-type'), await offboarded.text()]).toEqual([
    200,
    null,
    '',
  ]);
  const nested = await post(deployment, '/api/users/', { ...jane, sequences: ['x'] });
  expect(await nested.json()).toEqual({ sequences: { 0: ['A valid integer is required.'] } });
});

it('makes administrators on the older endpoint and has no offboarding in older releases', async () => {
  const deployment = await start({ release: 'v2.0.20' });
  expect((await post(deployment, '/api/newhires/', jane)).status).toBe(201);
  expect(deployment.employees()[2]?.role).toBe(1);
  expect((await post(deployment, '/api/offboarding/', {})).status).toBe(404);
});
