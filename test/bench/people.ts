import type { Kysely } from 'kysely';
import type { Tables } from '../../src/service/storage/tables.ts';

/** Row of a person as stored by the API. */
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

export async function addPeople(db: Kysely<Tables>, count: number): Promise<void> {
  for (let start = 0; start < count; start += 1000) {
    const length = Math.min(1000, count - start);
    const rows = Array.from({ length }, (_, index) => personRow(start + index));
    await db.insertInto('people').values(rows).execute();
  }
}
