import { expect, it } from 'vitest';
import { addDays, dayIn, formatDay, instantOf, isDay, isWeekend, isZone, offsetOn } from './dates.ts';

it.each([
  ['2026-12-01', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['26-12-01', false],
  ['2026-12-01T00:00', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

it('knows that it is another day elsewhere', () => {
  const now = new Date('2026-11-21T01:30:00Z');
  expect([dayIn('America/Los_Angeles', now), dayIn('UTC', now), dayIn('Pacific/Auckland', now)]).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-21',
  ]);
});

it.each([
  ['Europe/Berlin', '2026-07-01', 'UTC+02:00'],
  ['Europe/Berlin', '2026-12-01', 'UTC+01:00'],
  ['America/New_York', '2026-03-08', 'UTC-04:00'],
  ['Asia/Kolkata', '2026-12-01', 'UTC+05:30'],
  ['UTC', '2026-12-01', 'UTC+00:00'],
])('the offset of %s on %s is %s', (zone, day, offset) => {
  expect(offsetOn(zone, day)).toBe(offset);
});

it('finds the instant of a local time, on either side of a change of clocks', () => {
  expect(instantOf('2026-03-28', '08:00', 'Europe/Berlin').toISOString()).toBe('2026-03-28T07:00:00.000Z');
  expect(instantOf('2026-03-29', '08:00', 'Europe/Berlin').toISOString()).toBe('2026-03-29T06:00:00.000Z');
});

it('counts days over months and years, and knows weekends', () => {
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
  expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(isWeekend)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('says a day for reading, in the reader’s language', () => {
  expect(formatDay('2026-12-01', 'en-GB')).toBe('Tue, 1 December 2026');
  expect(formatDay('2026-12-01', 'de')).toBe('Di., 1. Dezember 2026');
});

it.each([
  ['Europe/Berlin', true],
  ['Mars/Base', false],
  ['', false],
])('“%s” is a zone: %s', (name, expected) => {
  expect(isZone(name)).toBe(expected);
});
