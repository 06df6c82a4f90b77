import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import { startService } from '../../src/service/service.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import type { TimelineView } from '../../src/service/timeline/timeline-worker.ts';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, startTestService, type TestService } from './start.ts';

let count = 0;

onEachDatabase((fresh) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await fresh(), {
      clock: clockAt(() => new Date('2030-03-15T12:00:00Z')),
    });
    const { operator } = service;
    await operator.addSequence({
      name: 'In',
      kind: 'onboarding',
      tasks: [
        { day: 1, owner: 'buddy', text: 'Lunch' },
        { day: -2, owner: 'manager', text: 'Write' },
        { day: 0, owner: 'hire', text: 'Read' },
      ],
    });
    await operator.addSequence({
      name: 'Also in',
      kind: 'onboarding',
      tasks: [{ day: 0, owner: 'hr', text: 'Sign' }],
    });
    await operator.addSequence({
      name: 'Out',
      kind: 'offboarding',
      tasks: [{ day: -1, owner: 'hr', text: 'Talk' }],
    });
    await operator.addSequence({
      name: 'Gone',
      kind: 'offboarding',
      tasks: [{ day: 1, owner: 'hr', text: 'Close' }],
    });
  });
  afterAll(() => service.stop());

  /** @returns id and address of a new hire in Lisbon, where clocks go forward on 31 March 2030 */
  async function hire(sequences: number[]) {
    count += 1;
    const email = `hire${count}@acme.example`;
    const person = {
      first_name: 'H',
      last_name: 'H',
      email,
      role: 0,
      start_day: '2030-03-31',
      timezone: 'Europe/Lisbon',
    };
    const answer = await service.post('/api/users/', { ...person, sequences });
    return { email, user: ((await answer.json()) as { id: number }).id };
  }

  async function offboard(user: number, termination_date: string, sequences?: number[]) {
    const answer = await service.post('/api/offboarding/', {
      user,
      termination_date,
      ...(sequences && { sequences }),
    });
    expect(answer.status).toBe(200);
    return answer;
  }

  /** Sequence that the service has used, and so keeps. */
  async function usedSequence(): Promise<number> {
    const { operator } = service;
    const tasks = [{ day: 0, owner: 'hr' as const, text: 'Greet' }];
    await operator.addSequence({ name: 'For a while', kind: 'onboarding', tasks });
    const { db, close } = openDatabase<Tables>(service.database.url);
    const { id } = await db
      .selectFrom('sequences')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await close();
    await hire([id]);
    return id;
  }

  async function filled(email: string): Promise<TimelineView> {
    for (;;) {
      const timeline = await service.operator.timeline(email);
      if (!timeline.beingFilled) return timeline;
      await pause(5);
    }
  }

  const days = ({ tasks }: TimelineView) => tasks.map(({ due_day, text }) => `${due_day} ${text}`);

  it('dates the tasks from the start day, at nine in the person’s zone, summer time included', async () => {
    const { email } = await hire([1, 2]);
    const { tasks } = await service.operator.timeline(email);
    expect(tasks.map(({ due_at, owner, text, sequence }) => [due_at, owner, text, sequence])).toEqual([
      ['2030-03-29T09:00:00.000Z', 'manager', 'Write', 'In'],
      ['2030-03-31T08:00:00.000Z', 'hire', 'Read', 'In'],
      ['2030-03-31T08:00:00.000Z', 'hr', 'Sign', 'Also in'],
      ['2030-04-01T08:00:00.000Z', 'buddy', 'Lunch', 'In'],
    ]);
  });

  it('dates the tasks of an offboarding at nine in the person’s zone, summer time included', async () => {
    const { email, user } = await hire([]);
    // Clocks in Lisbon go back on 27 October 2030.
    await offboard(user, '2030-10-27', [3, 4]);
    expect((await filled(email)).tasks.map(({ due_at }) => due_at)).toEqual([
      '2030-10-26T08:00:00.000Z',
      '2030-10-28T09:00:00.000Z',
    ]);
  });

  it('takes today for a last day, and answers an offboarding with an empty 200 without a type', async () => {
    const { user } = await hire([]);
    const answer = await offboard(user, '2030-03-15');
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([null, '']);
  });

  it('drops the open onboarding tasks, keeps the done ones, and dates the new ones from the last day', async () => {
    const { email, user } = await hire([1]);
    const [first] = (await service.operator.timeline(email)).tasks;
    await service.operator.markDone(email, [first?.id ?? 0]);
    await offboard(user, '2030-06-30', [3, 4]);
    const timeline = await filled(email);
    expect(timeline.termination_date).toBe('2030-06-30');
    expect(days(timeline)).toEqual(['2030-03-29 Write', '2030-06-29 Talk', '2030-07-01 Close']);
  });

  it('changes nothing when an offboarding is repeated', async () => {
    const { email, user } = await hire([1]);
    await offboard(user, '2030-06-30', [3]);
    const before = await filled(email);
    for (let times = 0; times < 3; times += 1) await offboard(user, '2030-06-30', [3]);
    expect(await filled(email)).toEqual(before);
  });

  it('moves the open tasks with the last day, and replaces the sequences by the newer ones', async () => {
    const { email, user } = await hire([]);
    await offboard(user, '2030-06-30', [3]);
    expect(days(await filled(email))).toEqual(['2030-06-29 Talk']);
    await offboard(user, '2030-07-31', [3, 4]);
    const moved = await filled(email);
    expect([moved.termination_date, ...days(moved)]).toEqual([
      '2030-07-31',
      '2030-07-30 Talk',
      '2030-08-01 Close',
    ]);
    await offboard(user, '2030-07-31', [4]);
    expect(days(await filled(email))).toEqual(['2030-08-01 Close']);
  });

  it('keeps what was handed out already, done or not, when a later offboarding has other sequences or none', async () => {
    const { email, user } = await hire([]);
    // It is noon: "Talk" was due yesterday, "Close" is due tomorrow.
    await offboard(user, '2030-03-15', [3, 4]);
    expect(days(await filled(email))).toEqual(['2030-03-14 Talk', '2030-03-16 Close']);
    await offboard(user, '2030-06-30');
    expect(days(await filled(email))).toEqual(['2030-03-14 Talk']);
    await offboard(user, '2030-06-30', [4]);
    expect(days(await filled(email))).toEqual(['2030-03-14 Talk', '2030-07-01 Close']);
  });

  it('fills one timeline when the same offboarding comes many times at once', async () => {
    const { email, user } = await hire([1]);
    await Promise.all(Array.from({ length: 6 }, () => offboard(user, '2030-06-30', [3, 4])));
    expect(days(await filled(email))).toEqual(['2030-06-29 Talk', '2030-07-01 Close']);
  });

  it('fills at the next start what an earlier process noted and did not live to fill', async () => {
    const { email, user } = await hire([]);
    await offboard(user, '2030-06-30', [3]);
    await filled(email);
    const { db, close } = openDatabase<Tables>(service.database.url);
    await db.deleteFrom('timeline_tasks').where('person_id', '=', user).execute();
    await db.updateTable('offboardings').set({ filled_at: null }).where('person_id', '=', user).execute();
    await close();
    const options = { host: '127.0.0.1', port: 0, timezone: 'UTC', language: 'en', apiAccess: true };
    const next = await startService({ databaseUrl: service.database.url, log: silentLog(), ...options });
    expect(days(await filled(email))).toEqual(['2030-06-29 Talk']);
    await next.stop();
  });

  it('fills the others when one timeline cannot be filled', async () => {
    const broken = await hire([]);
    const { db, close } = openDatabase<Tables>(service.database.url);
    const wish = {
      termination_date: '2030-06-30',
      requested_at: '2000-01-01T00:00:00.000Z',
      filled_at: null,
    };
    await db
      .insertInto('offboardings')
      .values({ person_id: broken.user, sequences: 'no JSON', ...wish })
      .execute();
    const { email, user } = await hire([]);
    await offboard(user, '2030-06-30', [3]);
    expect(days(await filled(email))).toEqual(['2030-06-29 Talk']);
    expect((await service.operator.timeline(broken.email)).beingFilled).toBe(true);
    await db.deleteFrom('offboardings').where('person_id', '=', broken.user).execute();
    await close();
  });

  it('adds nobody with half of their tasks when one is removed at that moment', async () => {
    const { db, close } = openDatabase<Tables>(service.database.url);
    const used = await usedSequence();
    await db.deleteFrom('sequence_tasks').where('sequence_id', '=', used).execute();
    const person = { first_name: 'H', last_name: 'H', role: 0, email: 'half@acme.example' };
    const answer = await service.post('/api/users/', { ...person, sequences: [1, used] });
    expect(answer.status).toBe(500);
    const there = await db.selectFrom('people').select('id').where('email', '=', person.email).execute();
    expect(there).toEqual([]);
    await close();
  });

  it('keeps the timeline within four-digit years', async () => {
    const person = { first_name: 'H', last_name: 'H', role: 0, sequences: [1], timezone: 'Asia/Tokyo' };
    for (const [email, start_day, due] of [
      ['end@acme.example', '9999-12-31', ['9999-12-29', '9999-12-31', '9999-12-31']],
      ['begin@acme.example', '0001-01-01', ['0001-01-01', '0001-01-01', '0001-01-02']],
    ] as const) {
      expect((await service.post('/api/users/', { ...person, email, start_day })).status).toBe(201);
      expect((await service.operator.timeline(email)).tasks.map(({ due_day }) => due_day)).toEqual(due);
    }
  });
});
