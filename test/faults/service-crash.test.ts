import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Operator, openOperator } from '../../src/service/operator.ts';
import type { TimelineView } from '../../src/service/timeline-view.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Child, startChild } from '../service/child.ts';

const whole = process.env.TEST_FAULTS === 'whole';
const requests = whole ? 300 : 60;
const kills = whole ? 12 : 2;
const incoming = ['in 1', 'in 2', 'in 3'];
const outgoing = ['out 1', 'out 2'];

interface Request {
  email: string;
  kind: 'creation' | 'offboarding';
  path: string;
  body: object;
}

/** What happened to one request: answered with a status, or cut off with an unknown outcome. */
interface Attempt {
  request: Request;
  outcome: number | 'unknown';
}

onEachDatabase((fresh) => {
  it(`keeps every answered creation and offboarding whole through kill -9 (${requests} requests, ${kills} kills)`, {
    timeout: 180_000,
  }, async () => {
    const database = await fresh();
    const operator = openOperator(database.url);
    const { token, todo } = await prepare(operator);
    const attempts = await runThroughKills(database.url, token, todo);
    expect(attempts).toHaveLength(requests);
    const last = await startChild('service-process.ts', database.url);
    for (const attempt of attempts) await checkOutcome(operator, attempt);
    await last.stop();
    expect(attempts.filter(({ outcome }) => outcome === 'unknown').length).toBeLessThan(requests / 2);
    await operator.close();
    await database.remove();
  });
});

/** Half of the requests offboard people who are there already, with a timeline. */
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

/** Kills the service in the middle of its work again and again; the last one may finish the rest. */
async function runThroughKills(databaseUrl: string, token: string, todo: Request[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const child = await startChild('service-process.ts', databaseUrl);
    // Each kill meets its share of the work, wherever the speed of the machine would have put it.
    const killAt = requests * (1 - (round + 1) / (kills + 1)) + Math.random() * 5;
    const running = sendAll(child, token, todo, attempts);
    if (round < kills) {
      while (todo.length > killAt) await pause(1);
      await pause(Math.random() * 5);
      await child.kill();
    }
    await running;
    if (round === kills) await child.stop();
  }
  return attempts;
}

/** Four at a time, so that a kill meets several of them under way; stops at the first broken connection. */
async function sendAll({ url }: Child, token: string, todo: Request[], attempts: Attempt[]): Promise<void> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  async function send(): Promise<void> {
    for (let request = todo.shift(); request; request = todo.shift()) {
      const { path, body } = request;
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${url}${path}`, sent).catch(() => null);
      attempts.push({ request, outcome: answer?.status ?? 'unknown' });
      if (!answer) return;
    }
  }
  await Promise.all([send(), send(), send(), send()]);
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

/** The timeline once nothing waits to be filled in; null when there is no such person. */
async function filledTimeline(operator: Operator, email: string): Promise<TimelineView | null> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const timeline = await operator.timeline(email).catch(() => null);
    if (!timeline?.beingFilled) return timeline;
    expect(Date.now()).toBeLessThan(deadline);
    await pause(20);
  }
}
