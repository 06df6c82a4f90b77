import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Operator, openOperator } from '../../src/service/operator.ts';
import type { TimelineView } from '../../src/service/timeline/timeline-worker.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Child, startChild } from '../service/child.ts';
import { inWhole, patience, trials } from './trials.ts';

const requests = trials(150, 30);
const kills = trials(6, 1);
const incoming = ['in 1', 'in 2', 'in 3'];
const outgoing = ['out 1', 'out 2'];

interface Request {
  email: string;
  kind: 'creation' | 'offboarding';
  path: string;
  body: object;
  key?: string;
}

/** Outcome of one request: a status, or cut off with an unknown outcome. */
interface Attempt {
  request: Request;
  outcome: number | 'unknown';
  text?: string;
  replayed?: boolean;
}

onEachDatabase((fresh) => {
  it(`keeps every answered creation and offboarding whole through kill -9 (${requests} requests, ${kills} kills)`, {
    timeout: patience,
  }, async () => {
    const database = await fresh();
    const operator = openOperator(database.url);
    const { token, todo } = await prepare(operator);
    const { attempts, last } = await runThroughKills(database.url, token, todo);
    expect(attempts).toHaveLength(requests);
    for (const attempt of attempts) await checkOutcome(operator, attempt);
    await last.stop();
    expect(attempts.filter(({ outcome }) => outcome === 'unknown').length).toBeLessThan(requests / 2);
    await operator.close();
    await database.remove();
  });

  inWhole(
    `carries a request that is repeated with its key out once, whenever kill -9 came (${requests} requests, ${kills} kills)`,
    {
      timeout: patience,
    },
    async () => {
      const database = await fresh();
      const operator = openOperator(database.url);
      const { token, todo } = await prepare(operator);
      const keyed = todo.map((request) => ({ ...request, key: `"${crypto.randomUUID()}"` }));
      const { attempts, last } = await runThroughKills(database.url, token, keyed);
      for (const attempt of attempts) await repeat(operator, last, token, attempt);
      const everybody = await operator.listUsers();
      expect(new Set(everybody.map(({ email }) => email)).size).toBe(requests + 1);
      await last.stop();
      await operator.close();
      await database.remove();
    },
  );
});

const movedTo = '2999-12-31';

/** Repeats a request after its last day was moved: a second effect would move it back. */
async function repeat(operator: Operator, service: Child, token: string, first: Attempt): Promise<void> {
  const { request, outcome, text } = first;
  const before = await operator.timeline(request.email).catch(() => null);
  const done = request.kind === 'creation' ? before !== null : before?.termination_date !== null;
  if (outcome !== 'unknown') expect(done).toBe(true);
  if (done && request.kind === 'offboarding') {
    const { key: _, ...moved } = { ...request, body: { ...request.body, termination_date: movedTo } };
    expect((await sendOne(service, token, moved)).outcome).toBe(200);
  }
  const second = await sendOne(service, token, request);
  const third = await sendOne(service, token, request);
  expect(second).toMatchObject({ outcome: request.kind === 'creation' ? 201 : 200, replayed: done });
  expect(third).toEqual({ ...second, replayed: true });
  if (text !== undefined) expect(second.text).toBe(text);
  const timeline = await filledTimeline(operator, request.email);
  if (request.kind === 'offboarding') expect(timeline?.termination_date).toBe(done ? movedTo : '2999-06-30');
  expect(timeline?.tasks.map((task) => task.text)).toEqual(request.kind === 'creation' ? incoming : outgoing);
}

/** Prepares the requests. Half of them offboard existing people with a timeline. */
async function prepare(operator: Operator): Promise<{ token: string; todo: Request[] }> {
  await operator.migrate();
  await operator.addUser({ first_name: 'Ada', last_name: 'Min', email: 'admin@acme.example', role: 1 });
  const task = (text: string, day: number) => ({ text, day, owner: 'hr' as const });
  await operator.addSequence({ name: 'In', kind: 'onboarding', tasks: incoming.map(task) });
  await operator.addSequence({ name: 'Out', kind: 'offboarding', tasks: outgoing.map(task) });
  const todo: Request[] = [];
  for (let number = 0; number < requests / 2; number += 1) {
    const leaver = { ...person(`leaver${number}@acme.example`), role: 0 as const };
    const user = await operator.addUser(leaver);
    todo.push(offboarding(leaver.email, user), creation(`new${number}@acme.example`));
  }
  return { token: await operator.createToken('admin@acme.example'), todo };
}

function person(email: string) {
  return { first_name: 'Some', last_name: 'Body', email, sequences: [1] };
}

function creation(email: string): Request {
  return { email, kind: 'creation', path: '/api/users/', body: { ...person(email), role: 0 } };
}

function offboarding(email: string, user: number): Request {
  const body = { user, termination_date: '2999-06-30', sequences: [2] };
  return { email, kind: 'offboarding', path: '/api/offboarding/', body };
}

/** Returns the attempts, and the last service, which finished the rest. */
async function runThroughKills(databaseUrl: string, token: string, todo: Request[]) {
  const attempts: Attempt[] = [];
  for (let round = 0; round < kills; round += 1) {
    const child = await startChild('service-process.ts', databaseUrl);
    const killAt = requests * (1 - (round + 1) / (kills + 1)) + Math.random() * 5;
    const running = sendAll(child, token, todo, attempts);
    while (todo.length > killAt) await pause(1);
    await pause(Math.random() * 5);
    await child.kill();
    await running;
  }
  const last = await startChild('service-process.ts', databaseUrl);
  await sendAll(last, token, todo, attempts);
  return { attempts, last };
}

/** Sends four at a time, so that a kill meets several of them. Stops at the first broken connection. */
async function sendAll(child: Child, token: string, todo: Request[], attempts: Attempt[]): Promise<void> {
  async function send(): Promise<void> {
    for (let request = todo.shift(); request; request = todo.shift()) {
      const attempt = await sendOne(child, token, request);
      attempts.push(attempt);
      if (attempt.outcome === 'unknown') return;
    }
  }
  await Promise.all([send(), send(), send(), send()]);
}

async function sendOne({ url }: Child, token: string, request: Request): Promise<Attempt> {
  const { path, body, key } = request;
  const headers = {
    authorization: `Token ${token}`,
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  try {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const replayed = answer.headers.get('idempotent-replayed') === 'true';
    return { request, outcome: answer.status, text: await answer.text(), replayed };
  } catch {
    return { request, outcome: 'unknown' };
  }
}

async function checkOutcome(operator: Operator, { request, outcome }: Attempt): Promise<void> {
  const { kind, email } = request;
  expect(['unknown', kind === 'creation' ? 201 : 200]).toContain(outcome);
  const timeline = await filledTimeline(operator, email);
  if (!timeline) {
    expect([kind, outcome]).toEqual(['creation', 'unknown']);
    return;
  }
  const left = timeline.termination_date !== null;
  if (kind === 'offboarding' && outcome !== 'unknown') expect(left).toBe(true);
  expect(timeline.tasks.map(({ text }) => text)).toEqual(left ? outgoing : incoming);
}

async function filledTimeline(operator: Operator, email: string): Promise<TimelineView | null> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const timeline = await operator.timeline(email).catch(() => null);
    if (!timeline?.beingFilled) return timeline;
    expect(Date.now()).toBeLessThan(deadline);
    await pause(20);
  }
}
