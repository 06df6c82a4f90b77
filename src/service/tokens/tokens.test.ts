import { expect, it } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { listVersionReader } from '../storage/list-versions.ts';
import { migrationsFor } from '../storage/migrations.ts';
import type { Tables } from '../storage/tables.ts';
import { createToken, revokeTokens, tokenOwnerLookup } from './tokens.ts';

const ada = {
  ...{ first_name: 'Ada', last_name: 'Min', email: 'ada@acme.example', role: 1, phone: '', position: '' },
  ...{ language: 'en', message: '', linkedin: '', facebook: '', twitter: '', timezone: 'UTC' },
  ...{ start_day: '2030-01-01', created_at: '2030-01-01T00:00:00Z' },
};

it('does not know a revoked token, though an owner that was read before comes after that', async () => {
  const { db, kind, close } = openDatabase<Tables>('sqlite::memory:');
  await migrate(db, migrationsFor(kind));
  const { id } = await db.insertInto('people').values(ada).returning('id').executeTakeFirstOrThrow();
  const token = await createToken(db, new Date(0), id);
  const readVersions = listVersionReader(db);
  const held = Promise.withResolvers<void>();
  let answers = 0;
  const slow = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answers += 1;
      if (answers === 1) await held.promise;
      return result;
    },
  });
  const ownerOf = tokenOwnerLookup(slow);
  const earlier = ownerOf(token, await readVersions());
  await expect.poll(() => answers).toBe(1);
  await revokeTokens(db, id);
  const versions = await readVersions();
  expect(await ownerOf(token, versions)).toBeNull();
  held.resolve();
  expect(await earlier).toMatchObject({ personId: id });
  expect(await ownerOf(token, versions)).toBeNull();
  await close();
});
