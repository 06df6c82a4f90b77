import { expect, it } from 'vitest';
import { migrate, openDatabase } from '../../database/open.ts';
import { systemClock } from '../../time/clock.ts';
import { type Effect, type Keyed, keyedWrites } from '../idempotency.ts';
import { migrationsFor } from '../storage/schema.ts';
import type { Tables } from '../storage/tables.ts';

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

it.each([
  [
    'stores a failed batch again one by one, so that only the wrong one fails',
    (texts: readonly string[]) => (texts.includes('wrong') ? new Error('no') : undefined),
    ['fulfilled', 'rejected', 'fulfilled'],
    [['a', 'wrong', 'b'], ['a'], ['wrong'], ['b']],
  ],
  [
    'stores nothing again after a lost connection, since it may be stored',
    () => new Error('Connection terminated unexpectedly'),
    ['rejected', 'rejected', 'rejected'],
    [['a', 'wrong', 'b']],
  ],
])('%s', async (_title, fail, statuses, stored) => {
  const { write, batches, close } = await writesOf(fail);
  const results = await Promise.allSettled([write('a'), write('wrong'), write('b')]);
  expect(results.map(({ status }) => status)).toEqual(statuses);
  expect(batches).toEqual(stored);
  await close();
});
