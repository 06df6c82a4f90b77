import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { additions, additionsIn } from '../../src/contract/paths.ts';
import { taskQueryFields } from '../../src/service/tasks/list-tasks.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { inWhole } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { spoilt } from '../spoilt.ts';
import { startChild } from './child.ts';
import { startTestService, useTestService } from './start.ts';

const service = useTestService();
beforeAll(async () => {
  await service.addSequence('In', 'onboarding', [0, 'hire', 'Read']);
  await service.hire({ email: 'h@acme.example', sequences: [1] });
});

it('describes every addition, so that the bot finds it here, and none where a released deployment is', async () => {
  const schema = await service.get('/api/schema/');
  expect([...additionsIn(schema)].sort()).toEqual(Object.keys(additions).sort());
  const token = 'a'.repeat(40);
  const released = await startReleasedDeployment({ token });
  const answer = await fetch(`${released.url}/api/schema/`);
  expect([answer.status, additionsIn(await answer.text())]).toEqual([404, new Set()]);
  const headers = { authorization: `Token ${token}` };
  for (const path of Object.values(additions))
    expect((await fetch(`${released.url}${path}`, { headers })).status).toBe(404);
  await released.stop();
});

const text = fc.string({ unit: 'binary', maxLength: 30 });
const task = { day: 0, owner: 'person', person: 1, text: 'Read' };
const person = { first_name: 'A', last_name: 'B', email: 'a@acme.example', timezone: 'Asia/Tokyo', role: 2 };
const taskChange = { id: 1, version: 1, by: 2, due_day: '2030-01-01', note: null, assignee: 1 };
const right: [path: string, body: unknown][] = [
  [additions.people, { dry_run: false, people: [person, { ...person, email: 'h@acme.example' }] }],
  [additions.person, { user: 2, start_day: '2030-01-01', manager: 1, drop_open: 'onboarding' }],
  [additions.newSequence, { name: 'Out', kind: 'offboarding', tasks: [task, task] }],
  [additions.sequence, { id: 1, version: 1, name: 'In', archived: false, tasks: [task, task] }],
  ...['done', 'reopen', 'postpone', 'pass_on'].map((action): [string, unknown] => [
    additions.task,
    { ...taskChange, action },
  ]),
];
const values = fc.oneof(
  fc.anything({ withNullPrototype: true, maxDepth: 3 }),
  text,
  fc.integer({ min: -4_000, max: 4_000 }),
  fc.constantFrom(2 ** 31, 2 ** 60, 1.5, '1', '9999-12-31', '0001-01-01', '2030-02-30', 'A@acme.example'),
);
/** Requests with at most two wrong values. */
const requests = fc.constantFrom(...right).chain(([path, body]) =>
  spoilt(body, values)
    .chain(({ json }) => fc.oneof(fc.constant({ json }), spoilt(json, values)))
    .map(({ json }) => ({ path, body: written(json) })),
);
const parameter = fc.oneof(
  text.map((given) => given.toWellFormed()),
  fc.constantFrom('1', '1,2', 'true', 'all', '2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z_1'),
);
const questions = fc
  .dictionary(fc.constantFrom(...Object.keys(taskQueryFields), 'x'), parameter)
  .map((query) => ({ path: `${additions.tasks}?${new URLSearchParams(query)}`, body: null }));

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

it('answers any body and any question about tasks, or says what is wrong, and never with a server error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(requests, questions), async ({ path, body }) => {
      const answer = await service.call(path, { method: body === null ? 'GET' : 'POST', body });
      expect([200, 201, 400]).toContain(answer.status);
      if (answer.status === 400) Refused.parse(await answer.json());
    }),
    { numRuns: 250 },
  );
});

onEachDatabase((fresh) => {
  inWhole('has added all people of an import or none when the process is killed', async () => {
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
  });
});
