import { expect, it } from 'vitest';
import { endsStart } from './presence.ts';

const start = { day: '2031-03-17', createdAt: '2031-03-03T12:00:00.000Z', enteredOn: '2031-03-03' };
const [earlier, later] = ['2031-03-01T12:00:00.000Z', '2031-03-05T12:00:00.000Z'];

it('ends a start by a last day on or before it', () => {
  expect(endsStart(start, { day: '2031-03-16', endedAt: later })).toBe(true);
  expect(endsStart(start, { day: '2031-03-17', endedAt: later })).toBe(true);
  expect(endsStart(start, { day: '2031-03-18', endedAt: later })).toBe(false);
});

it('ends a start by a last day that had passed already, where it was said after the start was entered', () => {
  expect(endsStart(start, { day: '2031-03-02', endedAt: later })).toBe(true);
});

it('leaves the start of somebody who comes back alone, whose earlier last day was over by then', () => {
  expect(endsStart(start, { day: '2031-03-02', endedAt: earlier })).toBe(false);
  expect(endsStart(start, { day: '2031-03-03', endedAt: earlier })).toBe(true);
});
