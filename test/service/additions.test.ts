import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { additions, additionsIn } from '../../src/contract/additions/paths.ts';
import { taskQueryFields } from '../../src/service/tasks/list-tasks.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { inWhole } from '../faults/trials.ts';
import { freshSqlite, onEachDatabase } from '../postgres.ts';
import { startChild } from './child.ts';
import { startTestService, useTestService } from './start.ts';

const service = useTestService();
const off = useTestService(freshSqlite, { apiAccess: false });
beforeAll(async () => {
  await service.addSequence('In', 'onboarding', [0, 'hire', 'Read']);
  await service.hire({ email: 'h@acme.example', sequences: [1] });
});

const reads = [additions.sequences, additions.starters, additions.tasks];
const writes = Object.values(additions).filter((path) => !reads.some((read) => read === path));

it('describes every addition, so that the bot finds it', async () => {
  const schema = await (await fetch(`${service.url}/api/schema/`)).json();
  expect([...additionsIn(schema)].sort()).toEqual(Object.keys(additions).sort());
});

it('finds none where a released deployment is', async () => {
  const released = await startReleasedDeployment({ token: 'a'.repeat(40), employees: [] });
  const schema = await fetch(`${released.url}/api/schema/`);
  expect([schema.status, additionsIn(await schema.text())]).toEqual([404, new Set()]);
  for (const path of Object.values(additions))
    expect(
      (await fetch(`${released.url}${path}`, { headers: { authorization: `Token ${'a'.repeat(40)}` } }))
        .status,
    ).toBe(404);
  await released.stop();
});

it('lets nobody in without a token, and has nothing while API access is off', async () => {
  for (const path of Object.values(additions)) {
    const method = writes.includes(path) ? 'POST' : 'GET';
    expect((await fetch(`${service.url}${path}`, { method })).status).toBe(401);
    expect((await off.call(path, { method })).status).toBe(404);
    expect((await service.call(path.slice(0, -1), { method })).status).toBe(301);
    expect((await service.call(path, { method: method === 'GET' ? 'POST' : 'GET' })).status).toBe(405);
  }
});

const Described = z.object({
  name: z.string(),
  actions: z.object({ POST: z.record(z.string(), z.looseObject({ required: z.boolean() })) }).optional(),
});

it('describes fields in answer to OPTIONS', async () => {
  const required: Record<string, string[]> = {};
  for (const path of Object.values(additions)) {
    const [, described] = await service.ask(path, { method: 'OPTIONS' });
    const fields = Object.entries(Described.parse(described).actions?.POST ?? {});
    required[path] = fields.filter(([, field]) => field.required).map(([name]) => name);
  }
  expect(required).toEqual({
    [additions.people]: ['dry_run', 'people'],
    [additions.person]: ['user'],
    [additions.sequences]: [],
    [additions.newSequence]: ['name', 'kind', 'tasks'],
    [additions.sequence]: ['id', 'version', 'name', 'archived', 'tasks'],
    [additions.starters]: [],
    [additions.tasks]: [],
    [additions.task]: ['id', 'version', 'by', 'action'],
  });
});

const anything = fc.anything({ withNullPrototype: true, maxDepth: 3 });
const ids = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.constantFrom(2 ** 31, 2 ** 60, 1.5, '1', null));
const text = fc.string({ unit: 'binary', maxLength: 30 });
const day = fc.constantFrom('2030-01-01', '9999-12-31', '0001-01-01', '2030-02-30', '');
const mostly = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: anything });
const task = fc.record(
  {
    day: mostly(fc.integer({ min: -4_000, max: 4_000 })),
    owner: mostly(fc.constantFrom('hire', 'manager', 'hr', 'person')),
    person: mostly(ids),
    text: mostly(text),
  },
  { requiredKeys: [] },
);
const tasks = mostly(fc.array(mostly(task), { maxLength: 4 }));
const person = fc.record(
  {
    first_name: mostly(text),
    last_name: mostly(text),
    email: mostly(fc.constantFrom('a@acme.example', 'A@acme.example', 'h@acme.example', 'x')),
    timezone: mostly(fc.constantFrom('UTC', 'Asia/Tokyo', 'Mars')),
    role: mostly(fc.integer({ min: -1, max: 4 })),
  },
  { requiredKeys: ['email'] },
);
const bodies = fc.oneof(
  fc.record({ dry_run: mostly(fc.boolean()), people: mostly(fc.array(mostly(person), { maxLength: 4 })) }),
  fc.record({
    user: mostly(ids),
    start_day: mostly(day),
    drop_open: mostly(fc.constantFrom('onboarding', 'offboarding')),
  }),
  fc.record({ name: mostly(text), kind: mostly(fc.constantFrom('onboarding', 'offboarding')), tasks }),
  fc.record({
    id: mostly(ids),
    version: mostly(ids),
    name: mostly(text),
    archived: mostly(fc.boolean()),
    tasks,
  }),
  fc.record({
    ...{ id: mostly(ids), version: mostly(ids), by: mostly(ids), due_day: mostly(day), note: mostly(text) },
    ...{ assignee: mostly(ids), action: mostly(fc.constantFrom('done', 'reopen', 'postpone', 'pass_on')) },
  }),
  anything,
);
const query = fc.dictionary(
  fc.constantFrom(...Object.keys(taskQueryFields), 'x'),
  fc.oneof(
    text,
    fc.constantFrom('1', '1,2', 'true', 'all', '2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z_1'),
  ),
);

/** Refusal: sentences by field, or one for all. */
const Refused = z.union([
  z.object({ detail: z.string() }),
  z.record(z.string(), z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])),
]);

function written(body: unknown): string {
  const json = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return json ?? 'null';
}

it('answers any body with what it did or what is wrong, and never with a server error', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...writes), bodies, async (path, body) => {
      const answer = await service.call(path, { method: 'POST', body: written(body) });
      expect([200, 201, 400]).toContain(answer.status);
      if (answer.status === 400) Refused.parse(await answer.json());
    }),
    { numRuns: 150 },
  );
});

inWhole('answers any question about tasks', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (parameters) => {
      const wellFormed = Object.entries(parameters).map(([name, value]): [string, string] => [
        name,
        value.toWellFormed(),
      ]);
      const answer = await service.call(`${additions.tasks}?${new URLSearchParams(wellFormed)}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) Refused.parse(await answer.json());
    }),
    { numRuns: 100 },
  );
});

onEachDatabase((fresh) => {
  inWhole(
    'has added all people of an import or none when the process is killed',
    {
      timeout: 120_000,
    },
    async () => {
      const first = await startTestService(await fresh());
      await first.stopServer();
      const headers = { authorization: `Token ${first.token}`, 'content-type': 'application/json' };
      for (const wait of [0, 10, 40]) {
        const child = await startChild('service-process.ts', first.database.url);
        const people = Array.from({ length: 500 }, (_, at) => ({
          ...{ first_name: 'K', last_name: 'K', email: `k${wait}-${at}@acme.example` },
        }));
        const body = JSON.stringify({ dry_run: false, people });
        const answer = fetch(`${child.url}${additions.people}`, { method: 'POST', headers, body }).catch(
          () => null,
        );
        await pause(wait);
        await child.kill();
        await answer;
        const there = (await first.operator.listUsers()).filter(({ email }) => email.startsWith(`k${wait}-`));
        expect([0, 500]).toContain(there.length);
      }
      await first.stop();
    },
  );
});
