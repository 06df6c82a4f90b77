import type { Kysely } from 'kysely';
import { openDatabase } from '../../src/database/open.ts';
import { openOperator } from '../../src/service/operator.ts';
import type { Tables } from '../../src/service/storage/tables.ts';

export function personRow(number: number) {
  return {
    first_name: 'Maximiliane',
    last_name: `Featherstonehaugh ${number}`,
    email: `maximiliane.${number}@acme.example`,
    role: number % 20 === 0 ? 2 : 0,
    phone: '',
    position: 'Engineer',
    language: 'en',
    message: '',
    linkedin: '',
    facebook: '',
    twitter: '',
    timezone: 'Europe/Lisbon',
    start_day: '2030-01-02',
    buddy: null,
    manager: null,
    created_at: '2030-01-01T00:00:00.000Z',
  };
}

export async function addPeople(db: Kysely<Tables>, count: number, own: object = {}): Promise<void> {
  for (let start = 0; start < count; start += 1000) {
    const length = Math.min(1000, count - start);
    const rows = Array.from({ length }, (_, index) => ({ ...personRow(start + index), ...own }));
    await db.insertInto('people').values(rows).execute();
  }
}

/**
 * Fills our own service's database: an administrator, and the demo company with more people if any.
 * @returns the administrator's token
 */
export async function prepareService(url: string, count = 0): Promise<string> {
  const operator = openOperator(url);
  await operator.migrate();
  await operator.addUser({ first_name: 'Ada', last_name: 'Min', email: 'admin@acme.example', role: 1 });
  if (count > 0) await operator.seedDemo();
  const token = await operator.createToken('admin@acme.example');
  await operator.close();
  const { db, close } = openDatabase<Tables>(url);
  await addPeople(db, count).finally(close);
  return token;
}
