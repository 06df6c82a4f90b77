import { expect } from 'vitest';
import { z } from 'zod';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { demoPeople } from '../../src/service/demo.ts';
import type { DrivenSandbox } from '../driver/sandbox.ts';
import { type Cleanup, channels, ourService, releasedService } from '../journeys/office.ts';
import { inWhole } from '../journeys/world.ts';
import { type Fresh, onPostgres } from '../postgres.ts';
import { copyOf, type Door, type Payload, recorded, send } from './front-door.ts';
import { startMortals, type workspaceFor } from './process.ts';
import { type LossyProxy, type Mishap, startProxy } from './proxy.ts';
import { inLedger, stillOpen } from './tally.ts';
import { chance, eachOf, oneOf, patience, until } from './trials.ts';

interface Fact {
  /** Matches a part of the name that no other person has. */
  name: RegExp;
  kind: 'newhire' | 'offboarding';
  times: number;
  assigned: boolean;
  /** Whether the start takes place: it does unless their last day comes first. */
  starts: boolean;
}

const claims = {
  newhire: { done: /has been added\./, undone: /wasn’t added|hasn’t been added/ },
  offboarding: { done: /has started\./, undone: /(wasn’t|hasn’t) (started|changed)/ },
} as const;
const ends = /won’t start\./;
const assigned = /Sequences assigned\./;

/** False sentences about an outcome, in messages and in the last state of each window. */
function saidWrongly(facts: readonly Fact[], sandbox: Sandbox, windows: Windows): string[] {
  const said = [...posted(sandbox), ...lastInWindows(sandbox, windows)];
  return facts.flatMap(({ name, kind, times, assigned: isAssigned, starts }) => {
    const about = said.filter((text) => name.test(text));
    const { done, undone } = claims[kind];
    const untrue = [
      ...(times === 1 ? [] : [done]),
      ...(times === 0 ? [] : [undone]),
      ...(starts ? [ends] : []),
      ...(isAssigned ? [] : [assigned]),
    ];
    return untrue.flatMap((claim) =>
      about.filter((text) => claim.test(text)).map((text) => `${claim}, ${times} times: ${text}`),
    );
  });
}

type Windows = Map<string, string>;

function posted(sandbox: Sandbox): string[] {
  return sandbox.calls('chat.postMessage').map(({ args }) => JSON.stringify(args));
}

function lastInWindows(sandbox: Sandbox, windows: Windows): string[] {
  const last = new Map(windows);
  for (const { args } of sandbox.calls('views.update'))
    last.set(String(args.view_id), JSON.stringify(args.view));
  return [...last.values()];
}

function windowsCutOff(databaseUrl: string): Promise<string[]> {
  return inLedger(databaseUrl, async (db) => {
    const updates = db.selectFrom('messages').select('recipient').where('name', '=', 'request.window');
    const cutOff = await updates.where('state', '=', 'dropped').where('doubtful', '>', 0).execute();
    return cutOff.map(({ recipient }) => z.object({ view: z.string() }).parse(JSON.parse(recipient)).view);
  });
}

function questionsIn(databaseUrl: string) {
  return inLedger(databaseUrl, (db) => {
    const open = db.selectFrom('requests').select(['id', 'subject', 'kind']);
    return open.where('state', '=', 'needs_review').execute();
  });
}

const limit = 3_000;

interface Names {
  onboarding: string;
  offboarding: string;
}

async function recordForms(sandbox: DrivenSandbox, names: Names) {
  const person = sandbox.person('U0INES');
  await person.open('/newhire Trial Recorded trial.recorded@acme.example 2999-01-01');
  await person.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Yuki Tanaka', Sequences: [names.onboarding] });
  const hire = await recorded(sandbox, person);
  await person.open('/offboard');
  await person.fill({
    Employee: 'Sofia Lindqvist',
    'Last day': '2999-01-31',
    'Offboarding sequences': [names.offboarding],
  });
  return { hire, leaving: await recorded(sandbox, person) };
}

/**
 * Submits a copy of a recorded form until it is acknowledged.
 * @param replaced replacements by recorded value
 */
async function submitCopy(
  form: Payload,
  id: string,
  replaced: Record<string, string>,
  door: Door & { windows: Windows },
): Promise<void> {
  for (;;) {
    const copy = copyOf(form, id, replaced);
    let answer = await send(copy, door, limit);
    for (let page = pageIn(answer); page; page = pageIn(answer))
      answer = await send({ ...copy, view: { ...copy.view, ...page } }, door, limit);
    if ('text' in answer) return shows(door.windows, copy.view.id, answer.text);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Of two answers at once, of which Slack would take one, the window shows the outcome. */
function shows(windows: Windows, id: string, answer: string): void {
  const isOutcome = (text: string) => Object.values(claims).some(({ done }) => done.test(text));
  if (!isOutcome(windows.get(id) ?? '')) windows.set(id, answer);
}

const Asking = z.object({
  response_action: z.enum(['push', 'update']),
  view: z.object({ callback_id: z.string().regex(/_(check|confirm)$/), private_metadata: z.string() }),
});

function pageIn(answer: Awaited<ReturnType<typeof send>>) {
  const { data } = Asking.safeParse('text' in answer && answer.text ? JSON.parse(answer.text) : null);
  return data && { ...data.view, state: { values: {} }, blocks: [] };
}

async function answerQuestion(id: string, yes: boolean, like: Payload, door: Door): Promise<void> {
  const action = {
    type: 'button',
    block_id: 'answer',
    value: JSON.stringify({ request: id }),
    action_ts: '1.1',
  };
  await send(
    {
      ...like,
      type: 'block_actions',
      view: undefined,
      trigger_id: '1.1.x',
      container: { type: 'message' },
      actions: [{ ...action, action_id: yes ? 'troubles_yes' : 'troubles_no' }],
      response_url: `${door.url()}/nowhere`,
    },
    door,
    limit,
  );
}

const answers: readonly Mishap['answer'][] = [
  'drop',
  ...[408, 425, 499, 409, 301, 302, 307, 400, 403, 404, 429, 500, 502, 503, 504],
  { status: 400, body: '{"message":"Bad Request"}', type: 'application/json' },
  { status: 404, body: '<h1>Not Found</h1>' },
  { status: 200, body: '<html>Sign in</html>' },
];

interface Behind {
  url: string;
  token: string;
  people(): Promise<readonly { id: number; email: string }[]>;
  names: Names;
  isAssigned(email: string): Promise<boolean>;
  /** Most hires that were being made at a time, if it counts them. */
  mostAtOnce?(): number;
}

async function released(cleanup: Cleanup): Promise<Behind> {
  const service = await releasedService(cleanup);
  return {
    ...service,
    names: { onboarding: 'Everybody', offboarding: 'Leaving' },
    people: async () => service.employees(),
    mostAtOnce: () => service.mostAtOnce('POST', '/api/users/'),
    isAssigned: async (email) =>
      service.employees().some((one) => one.email === email && one.sequences.includes(1)),
  };
}

async function own(cleanup: Cleanup, fresh: Fresh): Promise<Behind> {
  const service = await ourService(cleanup, (await fresh()).url);
  return {
    ...service,
    people: service.operator.listUsers,
    names: { onboarding: 'Everybody’s first week', offboarding: 'Everybody who leaves' },
    isAssigned: async (email) => (await service.operator.timeline(email)).tasks.length > 0,
  };
}

const hires = 40;
const leavers = 8;
/** Sofia is in the recorded form; the people before her submit the forms. */
const firstLeaver = 10;
const startDay = '2999-01-01';
const lastDays = ['2998-12-31', '2999-01-01', '2999-01-02'];
/** Every second hire is also offboarded once added, even if the addition is still in doubt. */
const lastDayOf = (hire: number) => (hire % 2 === 0 ? lastDays[(hire / 2) % 3] : undefined);
const emailOf = (hire: number) => `trial.${hire}@acme.example`;

/** Loses two of five answers to writes, before or after the work. */
function unlucky(random: () => number, state: { calm: boolean }) {
  return (method: string): Mishap | undefined => {
    if (state.calm || method !== 'POST' || random() > 0.4) return undefined;
    return { when: random() < 0.7 ? 'after' : 'before', answer: oneOf(answers, random) };
  };
}

interface House {
  databaseUrl: string;
  behind: Behind;
  proxy: LossyProxy;
  sandbox: Awaited<ReturnType<typeof workspaceFor>>['sandbox'];
  door: Door & { windows: Windows };
  state: { calm: boolean };
  torment(): Promise<void>;
}

async function liveThrough(house: House): Promise<void> {
  const { sandbox, behind, door, databaseUrl, state, proxy } = house;
  const recorded = await recordForms(sandbox, behind.names);
  state.calm = false;
  const tormented = house.torment();
  const leaves = (id: number, name: string, more = {}) => {
    const replaced = { 'Sofia Lindqvist': name, '"value":"9"': `"value":"${id}"`, ...more };
    return submitCopy(recorded.leaving, `L${id}`, replaced, door);
  };
  await eachOf(hires + leavers, 6, async (number) => {
    if (number < hires) {
      const replaced = { 'trial.recorded': `trial.${number}`, Recorded: `No${number}x` };
      const press = () => submitCopy(recorded.hire, `H${number}`, replaced, door);
      await Promise.all([press(), press()]);
      const lastDay = lastDayOf(number);
      if (lastDay === undefined) return;
      const id = async () => (await behind.people()).find(({ email }) => email === emailOf(number))?.id;
      await until(async () => (await id()) !== undefined, id);
      return leaves((await id()) ?? 0, `Trial No${number}x`, { '2999-01-31': lastDay });
    }
    const id = firstLeaver + number - hires;
    return leaves(id, nameOf(id));
  });
  await tormented;
  await until(
    async () => {
      for (const { id, subject, kind } of await questionsIn(databaseUrl))
        await answerQuestion(
          id,
          kind === 'offboarding' && carriedOut(proxy, subject) > 0,
          recorded.hire,
          door,
        );
      const open = await stillOpen(databaseUrl);
      return open.requests.length === 0 && open.messages.length === 0;
    },
    () => stillOpen(databaseUrl),
    // Without an idempotency promise, a lookup waits a real minute after the last doubt.
    patience * 1.5,
  );
  for (const view of await windowsCutOff(databaseUrl)) door.windows.delete(view);
  expect(behind.mostAtOnce?.() ?? 0).toBeLessThanOrEqual(2);
  await check(house);
}

async function check({ sandbox, behind, door, proxy }: House): Promise<void> {
  const people = await behind.people();
  const facts: Fact[] = [];
  for (let number = 0; number < hires; number += 1) {
    const email = emailOf(number);
    const ids = people.filter((one) => one.email === email).map(({ id }) => id);
    const [name, lastDay] = [new RegExp(`No${number}x`), lastDayOf(number)];
    // Offboarding removes the sequences.
    const assigned = lastDay !== undefined || (await behind.isAssigned(email));
    const starts = lastDay === undefined || lastDay > startDay;
    facts.push({ name, kind: 'newhire', times: ids.length, assigned, starts });
    const times = carriedOut(proxy, String(ids[0]));
    // A process that hasn't read the people since knows only the id.
    const known = new RegExp(`No${number}x|Employee ${ids[0]}\\b`);
    if (lastDay) facts.push({ name: known, kind: 'offboarding', times, assigned: true, starts });
  }
  for (let number = 0; number < leavers; number += 1) {
    const id = firstLeaver + number;
    const times = carriedOut(proxy, String(id));
    facts.push({ name: new RegExp(nameOf(id)), kind: 'offboarding', times, assigned: true, starts: false });
  }
  expect(facts.filter(({ times }) => times !== 1)).toEqual([]);
  expect(saidWrongly(facts, sandbox, door.windows)).toEqual([]);
  const textsIn = (channel: string) => sandbox.messages(channel).map(({ text }) => text);
  const toldWrongly = () =>
    facts.flatMap(({ name, kind, starts }) => {
      const isDone = (text: string) => name.test(text) && claims[kind].done.test(text);
      const headlines = textsIn(channels.hires).filter((text) => name.test(text));
      const said = kind === 'newhire' ? headlines : textsIn(channels.private).filter(isDone);
      const isOver = said.length === 0 || ends.test(said.at(-1) ?? '');
      const publicly = kind === 'newhire' && !starts ? Number(isOver) : said.length;
      const directly = textsIn('D0INES').filter(isDone).length;
      const isSeen = lastInWindows(sandbox, door.windows).some(isDone);
      const isTold = directly === 1 || (directly === 0 && isSeen);
      return publicly === 1 && isTold
        ? []
        : [{ name: String(name), kind, starts, said, publicly, directly, isSeen }];
    });
  // Each outcome is announced once to everybody and to the requester, unless a window shows it; a cancelled start has no later message, if
  // it was announced. When a hire and an offboarding end at the same moment, the correction takes up to a minute.
  await until(() => toldWrongly().length === 0, toldWrongly, 90_000);
}

function nameOf(id: number): string {
  const { first_name, last_name } = demoPeople[id - 1] ?? {};
  return `${first_name} ${last_name}`;
}

/** Number of times the service carried out an offboarding; replayed answers don't count. */
function carriedOut({ posted }: LossyProxy, user: string): number {
  return posted('/api/offboarding/').filter(
    ({ status, replayed, body }) => status === 200 && !replayed && body.includes(`"user":${user},`),
  ).length;
}

onPostgres((fresh) => {
  // Concurrent, since most of the time is spent waiting.
  inWhole.concurrent.for([
    { at: 'a released deployment', open: released },
    { at: 'our own service', open: own },
  ])(
    `${hires} hires and ${leavers} offboardings at $at, each form sent twice, behind a proxy that loses two of five ` +
      `answers in ${answers.length} ways, by three replicas that are killed with kill -9: each is there once, and every ` +
      'sentence about it is true',
    { timeout: patience },
    async ({ open }, { cleanup }) => {
      const { url: databaseUrl } = await fresh();
      const state = { calm: true };
      const behind = await open(cleanup, fresh);
      const proxy = await startProxy(cleanup, behind.url, unlucky(chance(23), state));
      const service = { url: proxy.url, token: behind.token };
      const { sandbox, ...replicas } = await startMortals(cleanup, service, databaseUrl, 3);
      const door = { ...replicas.door, windows: new Map() };
      const random = chance(29);
      const torment = () => replicas.torment(15, () => 300 + random() * 1_500);
      await liveThrough({ databaseUrl, behind, proxy, sandbox, door, state, torment });
    },
  );
});
