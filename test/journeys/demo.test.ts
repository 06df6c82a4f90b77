import { expect } from 'vitest';
import { startDemo } from '../../src/commands/demo.ts';
import type { SurroundingsState } from '../../src/sandbox/control/surroundings.ts';
import { addDays, type Day, dayIn, isWeekend } from '../../src/time/dates.ts';
import { Person } from '../driver/person.ts';
import { patientSlack } from '../driver/sandbox.ts';
import { temporaryFolder } from './office.ts';
import { channels, it as withCleanup } from './world.ts';

type Demo = Awaited<ReturnType<typeof open>>;

async function open(folder: string, options: { firstRun?: boolean } = {}) {
  const said: string[] = [];
  const demo = await startDemo({
    ...{ folder, fresh: false, port: 0, patience: patientSlack, ...options },
    say: (line) => void said.push(line),
  });
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${demo.sandbox.url}sandbox/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    return (await answer.json()) as SurroundingsState & { error?: string };
  };
  const surroundings = (change?: object) => ask('surroundings', change);
  const person = (id: string) => new Person(id, demo.sandbox.client(id));
  return { ...demo, surroundings, ines: person('U0INES'), marcus: person('U0MARCUS') };
}

const it = withCleanup.extend<{ started: (options?: { firstRun?: boolean }) => Promise<Demo> }>({
  started: async ({ cleanup }, use) => {
    const folder = temporaryFolder(cleanup);
    await use(async (options) => {
      const demo = await open(folder, options);
      cleanup.later(demo.stop);
      return demo;
    });
  },
});

async function moved({ surroundings }: Demo, moveTo: string) {
  expect((await surroundings({ moveTo })).error).toBeUndefined();
  await expect.poll(async () => (await surroundings()).isMoving).toBe(false);
}

function workday(from: Day): Day {
  return isWeekend(from) ? workday(addDays(from, 1)) : from;
}

async function hire({ ines }: Demo, on: Day) {
  await ines.fillIn(`/newhire Jane Doe jane@acme.example ${on}`, { Manager: 'Marcus Oyelaran' });
  await ines.submit();
}

it('moves the clock to the first day, and every message until then comes in order and in time', async ({
  started,
}) => {
  const demo = await started();
  const { now } = await demo.surroundings();
  const start = workday(addDays(dayIn('UTC', new Date(now)), 3));
  await hire(demo, start);
  await demo.ines.untilView('New hire added');
  await moved(demo, `${start}T15:00:00Z`);
  const { marcus } = demo;
  await marcus.until(() => marcus.screen().app.messages.some(({ text }) => text.includes('starts today')));
  const messages = marcus.screen().app.messages.filter(({ text }) => text.includes('Jane Doe'));
  const instants = messages.map(({ ts }) => new Date(Number(ts) * 1_000));
  expect(instants).toEqual(instants.toSorted((one, other) => one.getTime() - other.getTime()));
  expect(new Set(instants.map((instant) => dayIn('UTC', instant))).size).toBeGreaterThan(1);
  expect(dayIn('UTC', instants.at(-1) ?? new Date(0))).toBe(start);
  expect(JSON.stringify(messages)).not.toContain('late');
});

it('saves a request while the service is away, sends it when it is back, and refuses a move backwards, too far or during another', async ({
  started,
}) => {
  const demo = await started();
  const { ines, surroundings } = demo;
  expect((await surroundings({ isAway: true })).isAway).toBe(true);
  const { now } = await surroundings();
  await hire(demo, workday(addDays(dayIn('UTC', new Date(now)), 10)));
  await ines.untilView('Request saved');
  expect((await surroundings({ isAway: false })).isAway).toBe(false);
  await ines.untilMessage('Jane Doe has been added');
  expect(await surroundings({ moveTo: addedTo(now, -1) })).toEqual({
    error: 'The clock only moves forward. To go back, start the demo again with --fresh.',
  });
  expect(await surroundings({ moveTo: addedTo(now, 101) })).toEqual({
    error: 'Choose a day within the next 100 days.',
  });
  await surroundings({ moveTo: addedTo(now, 3) });
  expect(await surroundings({ moveTo: addedTo(now, 3) })).toEqual({ error: 'The clock is moving already.' });
});

it('sends events to another system, which can fail and gets them again', async ({ started }) => {
  const demo = await started();
  const { ines, surroundings } = demo;
  const events = async () =>
    ((await surroundings()).receiver?.events ?? []).map(({ type, person, answer }) => [type, person, answer]);
  const { now } = await surroundings();
  await hire(demo, workday(addDays(dayIn('UTC', new Date(now)), 10)));
  await expect.poll(events).toEqual([['hire.added', 'Jane Doe', 204]]);
  expect((await surroundings({ isFailing: true })).receiver?.isFailing).toBe(true);
  await ines.fillIn('/offboard', { Employee: 'Sofia Lindqvist', 'Last day': addedTo(now, 20).slice(0, 10) });
  await ines.submit();
  await ines.untilView('Check and start');
  await ines.send('Offboarding started');
  await expect.poll(events).toContainEqual(['offboarding.started', 'Sofia Lindqvist', 503]);
  expect((await surroundings({ isFailing: false })).receiver?.isFailing).toBe(false);
  await moved(demo, addedTo((await surroundings()).now, 1));
  await expect.poll(events).toContainEqual(['offboarding.started', 'Sofia Lindqvist', 204]);
  const [again] = (await surroundings()).receiver?.events ?? [];
  expect(again?.attempts).toBeGreaterThan(1);
});

it('plays an HR system, whose hires somebody takes, and offers to move their start', async ({ started }) => {
  const { ines, surroundings } = await started();
  expect((await surroundings()).hris).toEqual({ last: null });
  const sent = await surroundings({ starter: 'hire' });
  expect(sent.hris?.last).toMatchObject({ first: 'Ada', last: 'Park', status: 202 });
  await ines.untilMessage('From Demo HR: Ada Park', channels.private);
  await ines.press('Take it');
  await ines.untilView('New hire');
  expect(ines.values()).toMatchObject({ 'First name': 'Ada', 'Start day': sent.hris?.last?.startsOn });
  await ines.submitUntil('Ada Park');
  await ines.send('New hire added');
  await ines.closeAll();
  await surroundings({ starter: 'move' });
  const moved = await ines.untilMessage('in Demo HR, and', channels.private);
  expect(moved.buttons).toContain('Move start day');
});

it('keeps messages, Home, people and the clock for the next start', async ({ started }) => {
  const first = await started();
  await hire(first, workday(addDays(dayIn('UTC', new Date((await first.surroundings()).now)), 30)));
  await first.ines.untilView('New hire added');
  await first.ines.until(() => first.sandbox.messages(channels.hires).length > 0);
  await first.ines.visitHome('Jane Doe');
  await moved(first, addedTo((await first.surroundings()).now, 2));
  const posted = first.sandbox.messages(channels.hires);
  const { now } = await first.surroundings();
  await first.stop();
  const second = await started();
  expect(second.sandbox.messages(channels.hires)).toEqual(posted);
  expect(JSON.stringify(second.ines.screen().home)).toContain('Jane Doe');
  expect(Date.parse((await second.surroundings()).now)).toBeGreaterThanOrEqual(Date.parse(now));
});

function addedTo(now: string, days: number): string {
  return new Date(Date.parse(now) + days * 86_400_000).toISOString();
}

it('starts with nothing set up when asked to', async ({ started }) => {
  const { ines, surroundings, service } = await started({ firstRun: true });
  expect(service).toBeUndefined();
  expect(await surroundings()).toMatchObject({ isAway: null, hris: null, receiver: null });
  await ines.visitHome(/Access.* To do/);
});
