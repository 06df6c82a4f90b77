import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { additions, paths } from '../../src/contract/paths.ts';
import { endpoints, schemas } from '../../src/service/http/endpoints.ts';
import { writtenLog } from '../journeys/office.ts';
import { freshSqlite } from '../postgres.ts';
import { startTestService, useTestService } from './start.ts';

const { CreatedUser, Employee, Sequence } = schemas;
const { lines, log } = writtenLog();
const service = useTestService(freshSqlite, { log });
beforeAll(() => service.operator.seedDemo());

const Schema = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.object({
        required: z.array(z.string()).optional(),
        properties: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
});

it('describes every endpoint in OpenAPI 3.1, from the schemas that validate, without a token', async () => {
  const answer = await fetch(`${service.url}/api/schema/`);
  const { openapi, paths, components } = Schema.parse(await answer.json());
  expect(openapi).toBe('3.1.0');
  expect(Object.entries(paths).map(([path, operations]) => [path, ...Object.keys(operations)])).toEqual([
    ['/api/employees/', 'get'],
    ['/api/sequences/', 'get'],
    ['/api/users/', 'post'],
    ['/api/newhires/', 'post'],
    ['/api/offboarding/', 'post'],
    ['/api/frontdesk/people/', 'post'],
    ['/api/frontdesk/people/change/', 'post'],
    ['/api/frontdesk/sequences/', 'get'],
    ['/api/frontdesk/sequences/new/', 'post'],
    ['/api/frontdesk/sequences/change/', 'post'],
    ['/api/frontdesk/starters/', 'get'],
    ['/api/frontdesk/tasks/', 'get'],
    ['/api/frontdesk/tasks/change/', 'post'],
  ]);
  expect(components.schemas.NewUser?.required).toEqual(['first_name', 'last_name', 'role', 'email']);
  expect(components.schemas.NewHire?.required).toEqual(['first_name', 'last_name', 'email']);
  expect(components.schemas.Offboarding?.required).toEqual(['termination_date', 'user']);
  expect(components.schemas.NewUser?.properties?.first_name).toEqual({ type: 'string', maxLength: 200 });
  expect(components.schemas.NewUser?.properties?.role).toEqual({ type: 'integer', enum: [0, 1, 2, 3] });
  expect(components.schemas.CreatedUser?.required).toContain('id');
  const references = JSON.stringify(paths).match(/#\/components\/schemas\/\w+/g) ?? [];
  for (const reference of references)
    expect(components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '');
});

it('answers as its description says', async () => {
  const body = { first_name: 'D', last_name: 'D', email: 'd@acme.example', role: 2 };
  const [, created] = await service.answer('/api/users/', body);
  expect(CreatedUser.safeParse(created).error).toBeUndefined();
  const [people, sequences] = [await service.get('/api/employees/'), await service.get('/api/sequences/')];
  expect(z.array(Employee).safeParse(people).error).toBeUndefined();
  expect(z.array(Sequence).safeParse(sequences).error).toBeUndefined();
});

it('describes fields, lengths and choices in answer to OPTIONS', async () => {
  const Description = z.object({
    name: z.string(),
    actions: z.object({ POST: z.record(z.string(), z.looseObject({})) }),
  });
  const [, described] = await service.ask('/api/users/', { method: 'OPTIONS' });
  const { name, actions } = Description.parse(described);
  const { first_name, email, role, timezone, buddy, sequences } = actions.POST;
  expect(name).toBe('User');
  expect(first_name).toEqual({
    type: 'string',
    required: true,
    read_only: false,
    label: 'First name',
    max_length: 200,
  });
  expect(email).toEqual({ type: 'email', required: true, read_only: false, label: 'Email', max_length: 200 });
  expect(role).toMatchObject({
    type: 'choice',
    required: true,
    choices: [{ value: 0, display_name: 'New hire' }, {}, {}, {}],
  });
  expect(timezone).toMatchObject({ type: 'choice', required: false });
  expect(timezone?.choices).toHaveLength(433);
  expect(buddy).toEqual({ type: 'field', required: false, read_only: false, label: 'Buddy' });
  expect(sequences).toMatchObject({
    type: 'list',
    child: { type: 'integer', required: true, read_only: false },
  });
});

it('names the required fields of every endpoint in answer to OPTIONS, and none of offboardings and lists', async () => {
  const Field = z.looseObject({ required: z.boolean() });
  const Described = z.object({
    renders: z.tuple([z.literal('application/json')]),
    actions: z.object({ POST: z.record(z.string(), Field) }).optional(),
  });
  const required: Record<string, string[]> = {};
  for (const { path } of Object.values(endpoints)) {
    const [, described] = await service.ask(path, { method: 'OPTIONS' });
    const fields = Object.entries(Described.parse(described).actions?.POST ?? {});
    const names = fields.filter(([, field]) => field.required).map(([name]) => name);
    if (names.length > 0) required[path] = names;
  }
  expect(required).toEqual({
    [paths.users]: ['first_name', 'last_name', 'role', 'email'],
    [paths.newHires]: ['first_name', 'last_name', 'email'],
    [additions.people]: ['dry_run', 'people'],
    [additions.person]: ['user'],
    [additions.newSequence]: ['name', 'kind', 'tasks'],
    [additions.sequence]: ['id', 'version', 'name', 'archived', 'tasks'],
    [additions.task]: ['id', 'version', 'by', 'action'],
  });
});

it('answers health, readiness and metrics without a token', async () => {
  const ask = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`);
    return [answer.status, await answer.text()] as const;
  };
  expect(await ask('/health')).toEqual([200, 'ok']);
  expect(await ask('/healthz')).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/readyz')).toEqual([200, '{"status":"ok"}']);
  const [status, metrics] = await ask('/metrics');
  expect(status).toBe(200);
  expect(metrics).toMatch(
    /onboarding_http_request_duration_seconds_count\{method="GET",route="\/api\/schema\/",status="200"\} \d/,
  );
  expect(metrics).toContain('onboarding_offboardings_waiting 0');
});

it('logs what happened and nobody’s name, address or token', async () => {
  const names = { first_name: 'Quentin', last_name: 'Zyxwv', email: 'quentin@acme.example' };
  const { user } = await service.hire({ ...names, message: 'Likes tea' });
  await service.post('/api/users/', { ...names, role: 0 });
  await service.offboard(user, '2999-01-01', [8]);
  await service.call(`/api/employees/?email=quentin@acme.example`);
  const written = lines.join('');
  expect(written).toContain('"route":"/api/users/","status":201');
  expect(written).toContain('"route":"/api/users/","status":400');
  // Departures are confidential: an offboarding is logged without even an id.
  expect(written).not.toContain('"person"');
  for (const secret of ['Quentin', 'quentin', 'Zyxwv', 'tea', service.token])
    expect(written).not.toContain(secret);
});

it('finishes the requests in hand when it is stopped, and stores what it answered', async () => {
  const stopped = await startTestService(await freshSqlite());
  const send = async (email: string) => {
    const body = { first_name: 'A', last_name: 'B', email, role: 0 };
    return stopped.post('/api/users/', body).then(({ status }) => ({ email, status }));
  };
  const sent = Array.from({ length: 20 }, (_, index) => send(`s${index}@acme.example`));
  await Promise.race(sent);
  await stopped.stopServer();
  const answered = (await Promise.allSettled(sent)).filter((result) => result.status === 'fulfilled');
  const created = answered.map(({ value }) => value).filter(({ status }) => status === 201);
  expect(created.length).toBeGreaterThan(0);
  const stored = (await stopped.operator.listUsers()).map(({ email }) => email);
  expect(stored).toEqual(expect.arrayContaining(created.map(({ email }) => email)));
  await stopped.stop();
});
