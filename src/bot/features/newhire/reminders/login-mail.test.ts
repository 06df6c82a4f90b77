import { expect, it } from 'vitest';
import { instantOf } from '../../../../time/dates.ts';
import { loginMailOf } from './plan.ts';

const zone = 'America/New_York';
const monday = '2031-03-03';
const saturday = '2031-03-08';
const at = (day: string, time: string) => instantOf(day, time, zone);
const mail = (day: string | undefined, now: Date, role = 0) => loginMailOf({ role, day, zone }, now);

it.each([
  ['at 08:00 on a later start day', '2031-03-17', at(monday, '12:00'), '2031-03-17', false],
  ['across daylight saving', '2031-03-10', at(monday, '12:00'), '2031-03-10', false],
  ['at a weekend, where that is the start day', saturday, at(monday, '12:00'), saturday, false],
  ['later today, in the night before', monday, at(monday, '06:59'), monday, false],
  ['now and at 08:00, between 07:00 and 08:00', monday, at(monday, '07:00'), monday, true],
])('somebody is mailed %s', (_when, day, now, on, again) => {
  expect(mail(day, now)).toEqual({ kind: 'at', due: at(on, '08:00'), again });
});

it.each([
  ['today, after 08:00', monday, at(monday, '08:00'), 'now'],
  ['in the past, on a weekday', '2031-02-03', at(monday, '12:00'), 'now'],
  ['in the past, in the night', '2031-02-03', at(monday, '06:59'), 'tooLate'],
  ['today, at a weekend after 08:00', saturday, at(saturday, '09:00'), 'tooLate'],
  ['not entered, on a weekday', undefined, at(monday, '12:00'), 'now'],
])('whose start day is %s', (_when, day, now, kind) => {
  expect(mail(day, now)).toEqual({ kind });
});

it('administrators and managers are mailed at once, whenever they start, and others with no login never', () => {
  const later = '2031-03-17';
  const now = at(monday, '03:00');
  expect([1, 2, 3].map((role) => mail(later, now, role).kind)).toEqual(['now', 'now', 'notForRole']);
});
