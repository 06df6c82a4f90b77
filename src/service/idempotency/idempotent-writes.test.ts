import { afterEach, expect, it, vi } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { systemClock } from '../../time/clock.ts';
import { migrationsFor } from '../storage/migrations.ts';
import type { Tables } from '../storage/tables.ts';
import { idempotentWrites } from './idempotent-writes.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('tells a repeat to come again when the first request takes too long, and serves it afterwards', async () => {
  const { db, kind, close } = openDatabase<Tables>('sqlite::memory:');
  await migrate(db, migrationsFor(kind));
  const once = idempotentWrites(db, systemClock);
  const write = { path: '/api/users/', header: '"k"', body: {} };
  let answerFirst = (_answer: { status: number; body: null }) => {};
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const first = once(
    write,
    () =>
      new Promise((resolve) => {
        answerFirst = resolve;
      }),
  );
  const run = vi.fn();
  const second = once(write, run);
  const refused = expect(second).rejects.toMatchObject({
    status: 409,
    headers: { 'retry-after': '1' },
    body: { detail: expect.stringContaining('still being carried out') },
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(run).not.toHaveBeenCalled();
  const third = once(write, async () => ({ status: 201, body: null }));
  answerFirst({ status: 200, body: null });
  expect(await first).toMatchObject({ status: 200 });
  expect(await third).toMatchObject({ status: 201 });
  await close();
});
