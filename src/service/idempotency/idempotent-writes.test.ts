import { afterEach, expect, it, vi } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { systemClock } from '../../time/clock.ts';
import { migrationsFor } from '../storage/migrations.ts';
import type { Tables } from '../storage/tables.ts';
import { idempotentWrites } from './idempotent-writes.ts';
import { type Effect, type Keyed, keyedWrites } from './stored-responses.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Writes of texts, stored in batches. @param fail says what goes wrong with a batch */
async function writesOf(fail: (texts: readonly string[]) => Error | undefined) {
  const { db, kind, close } = openDatabase<Tables>('sqlite::memory:');
  await migrate(db, migrationsFor(kind));
  const batches: string[][] = [];
  const write = keyedWrites(db, systemClock, async (_queries, items: (Keyed & { text: string })[]) => {
    const texts = items.map(({ text }) => text);
    batches.push(texts);
    const error = fail(texts);
    if (error) throw error;
    return new Map(
      items.map((item): [typeof item, Effect] => [item, { status: 200, body: null, personId: null }]),
    );
  });
  return { batches, close, write: (text: string) => write({ text, key: null }) };
}

it('stores a failed batch again one by one, so that only the wrong one fails', async () => {
  const { write, batches, close } = await writesOf((texts) =>
    texts.includes('wrong') ? new Error('no') : undefined,
  );
  const results = await Promise.allSettled([write('a'), write('wrong'), write('b')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a', 'wrong', 'b'], ['a'], ['wrong'], ['b']]);
  await close();
});

it('stores nothing again after a lost connection, since it may be stored', async () => {
  const { write, batches, close } = await writesOf(() => new Error('Connection terminated unexpectedly'));
  const results = await Promise.allSettled([write('a'), write('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(batches).toEqual([['a', 'b']]);
  await close();
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
