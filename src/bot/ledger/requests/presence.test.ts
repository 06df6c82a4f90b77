import { expect, it } from 'vitest';
import { endsStart } from './presence.ts';

const start = { day: '2031-03-17', resultId: 7, enteredOn: '2031-03-03' };

it('ends a start by a last day on or before it', () => {
  expect(endsStart(start, { day: '2031-03-16' })).toBe(true);
  expect(endsStart(start, { day: '2031-03-17' })).toBe(true);
  expect(endsStart(start, { day: '2031-03-18' })).toBe(false);
});

it('takes a last day that was over before the request for somebody else’s where only the address is known', () => {
  const known = { ...start, resultId: null };
  expect(endsStart(known, { day: '2031-03-02' })).toBe(false);
  expect(endsStart(known, { day: '2031-03-03' })).toBe(true);
  expect(endsStart(start, { day: '2031-03-02' })).toBe(true);
});
