import { expect, it } from 'vitest';
import { namesOf } from './candidates.ts';

const nothing = { firstName: '', lastName: '' };

it.each([
  ['Jane Doe', ['Jane', 'Doe']],
  ['  Jane\t van der  Berg ', ['Jane', 'van der Berg']],
  ['Doe, Jane', ['Jane', 'Doe']],
  ['Doe, Mary Ann', ['Mary Ann', 'Doe']],
  ['John Smith, Jr.', ['John', 'Smith, Jr.']],
  ['Smith, III', ['Smith,', 'III']],
  ['\u202Eمحمد علي\u202C', ['محمد', 'علي']],
  ['Jo\0e \u200BBloggs', ['Joe', 'Bloggs']],
  ['<!channel> *Bob*', ['<!channel>', '*Bob*']],
  ['Cher', undefined],
  ['jane.doe', undefined],
  [' \u200B ', undefined],
  ['', undefined],
  ['Doe, ', undefined],
])('a name that is one text, “%s”, becomes %j', (realName, expected) => {
  const names = namesOf({ ...nothing, realName });
  expect(names && [names.first_name, names.last_name]).toEqual(expected);
});

it.each([
  ['Mary Ann', 'Smith', 'Mary Ann Smith', ['Mary Ann', 'Smith']],
  ['Cher', '', 'Cher', undefined],
  ['Jane', '', 'Jane Doe', ['Jane', 'Doe']],
  ['Doe,', 'Jane', 'Doe, Jane', ['Jane', 'Doe']],
])(
  '“%s” and “%s”, as the profile has them, with “%s” become %j',
  (firstName, lastName, realName, expected) => {
    const names = namesOf({ firstName, lastName, realName });
    expect(names && [names.first_name, names.last_name]).toEqual(expected);
  },
);

it('reads a name of any length in one go', () => {
  const realName = `${'a,'.repeat(50_000)} ${' '.repeat(50_000)}`;
  const began = performance.now();
  namesOf({ ...nothing, realName });
  expect(performance.now() - began).toBeLessThan(1_000);
});
