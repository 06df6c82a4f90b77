import { expect, it } from 'vitest';
import { scalarsIn } from '../../../starters/json-paths.ts';
import { dayOf, guessMapping, startersIn } from './reading.ts';

it.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-12-01T00:00:00', '2026-12-01'],
  // Midnight means the day it is written with.
  ['2026-12-01T00:00:00Z', '2026-12-01'],
  ['2026-12-01T00:00:00-0500', '2026-12-01'],
  ['2026-12-01 00:00', '2026-12-01'],
  // Other instants are days in the organization's zone.
  ['2026-11-30T23:00:00.000Z', '2026-12-01'],
  ['2026-12-01T22:59:00+00:00', '2026-12-01'],
  ['1.12.2026', '2026-12-01'],
  ['01.12.2026', '2026-12-01'],
  ['25/12/2026', '2026-12-25'],
  ['5/5/2026', '2026-05-05'],
  ['12/01/2026', undefined],
  ['12/25/2026', undefined],
  ['1.12.26', undefined],
  ['31.2.2026', undefined],
  ['2026-02-30', undefined],
  ['2026-02-30T00:00:00Z', undefined],
  ['1790812800', undefined],
  ['next Monday', undefined],
  [undefined, undefined],
])('reads %s as the day %s in Berlin', (text, day) => {
  expect(dayOf(text, 'Europe/Berlin')).toBe(day);
});

it('guesses by names, and tells the person from their manager and recruiter', () => {
  const event = {
    id: 'E-1',
    employee: { 'Given name': 'Ada', family_name: 'Park', email: 'a@x.example', hireDate: '2026-12-01' },
    manager: { first_name: 'Mo', email: 'm@x.example' },
    recruiter: { id: 7, firstName: 'Rita', email: 'r@x.example' },
  };
  expect(guessMapping(scalarsIn(event))).toEqual({
    key: '/id',
    first_name: '/employee/Given name',
    last_name: '/employee/family_name',
    email: '/employee/email',
    start_day: '/employee/hireDate',
    manager: '/manager/email',
  });
});

it('takes a manager only by address', () => {
  expect(guessMapping(scalarsIn({ manager: 'Mo Ali', buddy: 'b@x.example' }))).toEqual({ buddy: '/buddy' });
});

it('reads members with slashes and tildes, and lists below any name', () => {
  const mapping = { key: '/a~1b/~0', first_name: '/names/0' };
  const one = (id: number) => ({ 'a/b': { '~': id }, names: [`Ada ${id}`] });
  const body = { page: 1, people: [one(1), one(2), {}] };
  const read = startersIn(body, mapping, 'UTC').map(({ key, said }) => [key, said.first_name]);
  expect(read).toEqual([
    ['1', 'Ada 1'],
    ['2', 'Ada 2'],
  ]);
  expect(startersIn({ ...body, more: [one(3)] }, mapping, 'UTC')).toEqual([]);
});
