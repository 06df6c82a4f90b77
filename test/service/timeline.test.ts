import { beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import type { TimelineView } from '../../src/service/timeline/timeline-worker.ts';
import { onEachDatabase } from '../postgres.ts';
import { clockAt, useTestService } from './start.ts';

onEachDatabase((fresh) => {
  const service = useTestService(fresh, { clock: clockAt('2030-03-15T12:00:00Z') });
  let database: Database<Tables>;
  beforeAll(async () => {
    database = openDatabase<Tables>(service.database.url);
    await service.addSequence(
      'In',
      'onboarding',
      [1, 'buddy', 'Lunch'],
      [-2, 'manager', 'Write'],
      [0, 'hire', 'Read'],
    );
    await service.addSequence('Also in', 'onboarding', [0, 'hr', 'Sign']);
    await service.addSequence('Out', 'offboarding', [-1, 'hr', 'Talk']);
    await service.addSequence('Gone', 'offboarding', [1, 'hr', 'Close']);
    return database.close;
  });

  /** New hire in Lisbon, where clocks go forward on 31 March 2030. */
  const hire = (sequences: number[], more: object = {}) =>
    service.hire({ start_day: '2030-03-31', timezone: 'Europe/Lisbon', sequences, ...more });

  const days = ({ tasks }: TimelineView) => tasks.map(({ due_day, text }) => `${due_day} ${text}`);

  it('dates the tasks from the start and the last day, at nine in the person’s zone, summer time included', async () => {
    const { email, user } = await hire([1, 2]);
    const { tasks } = await service.operator.timeline(email);
    expect(tasks.map(({ due_at, owner, text, sequence }) => [due_at, owner, text, sequence])).toEqual([
      ['2030-03-29T09:00:00.000Z', 'manager', 'Write', 'In'],
      ['2030-03-31T08:00:00.000Z', 'hire', 'Read', 'In'],
      ['2030-03-31T08:00:00.000Z', 'hr', 'Sign', 'Also in'],
      ['2030-04-01T08:00:00.000Z', 'buddy', 'Lunch', 'In'],
    ]);
    // Clocks in Lisbon go back on 27 October 2030.
    await service.offboard(user, '2030-10-27', [3, 4]);
    expect((await service.timeline(email)).tasks.map(({ due_at }) => due_at)).toEqual([
      '2030-10-26T08:00:00.000Z',
      '2030-10-28T09:00:00.000Z',
    ]);
  });

  it('drops the open onboarding tasks, keeps the done ones, and dates the new ones from the last day', async () => {
    const { email, user } = await hire([1]);
    const [first] = (await service.operator.timeline(email)).tasks;
    await service.operator.markDone(email, [first?.id ?? 0]);
    await service.offboard(user, '2030-06-30', [3, 4]);
    const timeline = await service.timeline(email);
    expect(timeline.termination_date).toBe('2030-06-30');
    expect(days(timeline)).toEqual(['2030-03-29 Write', '2030-06-29 Talk', '2030-07-01 Close']);
  });

  it('moves the open tasks with the last day, and replaces the sequences by the newer ones', async () => {
    const { email, user } = await hire([]);
    await service.offboard(user, '2030-06-30', [3]);
    expect(days(await service.timeline(email))).toEqual(['2030-06-29 Talk']);
    await service.offboard(user, '2030-07-31', [3, 4]);
    const moved = await service.timeline(email);
    expect([moved.termination_date, ...days(moved)]).toEqual([
      '2030-07-31',
      '2030-07-30 Talk',
      '2030-08-01 Close',
    ]);
    await service.offboard(user, '2030-07-31', [4]);
    expect(days(await service.timeline(email))).toEqual(['2030-08-01 Close']);
  });

  it('keeps what was handed out already, done or not, when a later offboarding has other sequences or none', async () => {
    const { email, user } = await hire([]);
    // It is noon: "Talk" was due yesterday, "Close" is due tomorrow.
    await service.offboard(user, '2030-03-15', [3, 4]);
    expect(days(await service.timeline(email))).toEqual(['2030-03-14 Talk', '2030-03-16 Close']);
    await service.offboard(user, '2030-06-30');
    expect(days(await service.timeline(email))).toEqual(['2030-03-14 Talk']);
    await service.offboard(user, '2030-06-30', [4]);
    expect(days(await service.timeline(email))).toEqual(['2030-03-14 Talk', '2030-07-01 Close']);
  });

  it('fills one timeline when the same offboarding comes many times at once, and again later', async () => {
    const { email, user } = await hire([1]);
    await Promise.all(Array.from({ length: 6 }, () => service.offboard(user, '2030-06-30', [3, 4])));
    const filled = await service.timeline(email);
    expect(days(filled)).toEqual(['2030-06-29 Talk', '2030-07-01 Close']);
    await service.offboard(user, '2030-06-30', [3, 4]);
    expect(await service.timeline(email)).toEqual(filled);
  });

  it('fills the others when one timeline cannot be filled', async () => {
    const broken = await hire([]);
    const { db } = database;
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
    await service.offboard(user, '2030-06-30', [3]);
    expect(days(await service.timeline(email))).toEqual(['2030-06-29 Talk']);
    expect((await service.operator.timeline(broken.email)).beingFilled).toBe(true);
    await db.deleteFrom('offboardings').where('person_id', '=', broken.user).execute();
  });

  it.each([
    ['9999-12-31', ['9999-12-29', '9999-12-31', '9999-12-31']],
    ['0001-01-01', ['0001-01-01', '0001-01-01', '0001-01-02']],
  ])('keeps the timeline from %s within four-digit years', async (start_day, due) => {
    const { email } = await hire([1], { start_day, timezone: 'Asia/Tokyo' });
    expect((await service.timeline(email)).tasks.map(({ due_day }) => due_day)).toEqual(due);
  });
});
