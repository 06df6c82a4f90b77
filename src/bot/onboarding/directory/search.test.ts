import { expect, it } from 'vitest';
import type { Person } from './person.ts';
import { createSearch, domainMeant, domainOf, mailDomainsOf } from './snapshot.ts';

function person(id: number, name: string, email = ''): Person {
  return { id, name, email, role: null };
}

const people = [
  person(1, 'José Álvarez', 'jose@acme.com'),
  person(2, 'Alva Berg', 'alva.berg@acme.com'),
  person(3, 'Małgorzata Øster', 'mo@acme.com'),
  person(4, 'Berta Alvarado', 'berta@elsewhere.org'),
  person(5, 'عمر حداد', 'omar@acme.com'),
];
const search = createSearch(people);

function ids(query: string, limit = 100): number[] {
  return search(query, limit).map(({ id }) => id);
}

it.each([
  ['accents and case', 'JOSE', [1]],
  ['letters that have no accent to take away', 'malgorzata oster', [3]],
  ['a part in the middle of a word', 'varez', [1]],
  ['any part of the address', 'elsewhere', [4]],
  ['right-to-left letters', 'عمر', [5]],
  ['words in any order', 'berg alva', [2]],
  ['nothing that all words are in', 'berg jose', []],
  ['nothing at all', 'zzz', []],
  ['a dot as a dot, not as any letter', 'b.rg', []],
])('finds by %s', (_what, query, expected) => {
  expect(ids(query)).toEqual(expected);
});

it('puts a name that begins so before a later word, and that before the middle of one', () => {
  const found = createSearch([person(1, 'Xanalva Q'), person(2, 'Zoe Alvarado'), person(3, 'Alva Berg')]);
  expect(found('alva', 100).map(({ id }) => id)).toEqual([3, 2, 1]);
});

it('gives the first people by name for an empty query, and no more than asked', () => {
  expect(ids('', 2)).toEqual([2, 4]);
});

it.each([0, 1, 2_500])(
  'finds exactly those among %i people whom a look through all of them finds',
  (count) => {
    const crowd = Array.from({ length: count }, (_, index) =>
      person(
        index,
        `${['Ada', 'Bo', 'Cy Ann'][index % 3]} N${(index * 7_919) % 10_007}`,
        `n${index}@acme.com`,
      ),
    );
    const find = createSearch(crowd);
    for (const query of [
      '',
      'a',
      'ad n1',
      '99',
      'ann 12 acme',
      'n0@',
      'o n',
      '@ 3 7',
      'zz',
      'acme.com ada',
    ]) {
      const isFound = ({ name, email }: Person) =>
        query.split(' ').every((word) => ` ${name.toLowerCase()} ${email}`.includes(word));
      const found = find(query, count);
      expect(found.toSorted((a, b) => a.id - b.id)).toEqual(crowd.filter(isFound));
    }
  },
);

const domains = mailDomainsOf(
  new Map([
    ['acme.example', 900],
    ['acme-group.example', 40],
    ['partner.example', 2],
  ]),
);

it.each([
  ['acme.example', undefined],
  ['acme.exmaple', 'acme.example'],
  ['acne.example', 'acme.example'],
  ['acmegroup.example', 'acme-group.example'],
  ['elsewhere.example', undefined],
  // With two people at similar domains, a typing mistake is ambiguous.
  ['partne.example', undefined],
  ['', undefined],
])('of %s it says that %s was meant', (typed, meant) => {
  expect(domainMeant(typed, domains)).toBe(meant);
});

it('reads the domain behind the last @, in lower case', () => {
  expect(['a@B.example', '"x@y"@acme.example', ''].map(domainOf)).toEqual(['b.example', 'acme.example', '']);
});

it('takes no longer for long domains than for short ones, and knows the most common of very many', () => {
  const many = new Map(Array.from({ length: 50_000 }, (_, index) => [`d${index}.example`, 3 + index]));
  const { all, common } = mailDomainsOf(many);
  expect([all.size, common.length, common[0]]).toEqual([50_000, 20, 'd49999.example']);
  expect(domainMeant('x'.repeat(190), { all, common })).toBeUndefined();
});
