import { expect, it } from 'vitest';
import { domainMeant, domainOf, mailDomainsOf } from './snapshot.ts';

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
