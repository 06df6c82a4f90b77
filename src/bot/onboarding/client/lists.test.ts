import { expect, it } from 'vitest';
import { some } from '../../../../test/faults/trials.ts';
import { type Employee, EmployeeList } from '../../../contract/employee.ts';
import { rememberPieces } from './list-pages.ts';
import { parseList } from './lists.ts';

const strange = ['[', ']},{', '\\', '"', '\\"],', 'Zoë', '山', '👩‍🚀', ',', '\\\\"'];
const people = Array.from({ length: 3_000 }, (_, index) => ({
  id: index + 1,
  first_name: `${strange[index % strange.length]}${index}`,
  last_name: `${strange[(index * 7) % strange.length]} `.repeat(4),
}));

/** Body in chunks of `size` bytes, like a network might split it. */
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  yield Buffer.alloc(0);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

function read(text: string, size: number) {
  const known = rememberPieces<Employee>()();
  return parseList(inPieces(text, size), { list: EmployeeList, toItem: (one) => one, known });
}

it.each(some([7, 65_536, 1, 2, 3, 1_000, 10_000_000], 2))(
  'reads a long list that comes in pieces of %s bytes, wherever they are cut',
  async (size) => {
    expect((await read(JSON.stringify(people), size))?.items).toEqual(people);
    const page = { count: people.length, next: 'https://x.example/?page=2', results: people };
    expect(await read(JSON.stringify(page, null, 1), size)).toEqual({ items: people, next: page.next });
  },
);

it.each([
  ['nothing at all', ''],
  ['what breaks off in a string', '[{"id": 1, "first_name": "Ja'],
  ['what breaks off behind a backslash', '[{"id": 1, "first_name": "Ja\\'],
  ['brackets that do not end', '['.repeat(200_000)],
  ['brackets that nobody opened', ']'.repeat(200_000)],
  ['commas alone', ','.repeat(200_000)],
])('says of %s that it is not JSON', async (_what, text) => {
  await expect(read(text, 1_000)).rejects.toMatchObject({ name: 'Unreadable' });
});
