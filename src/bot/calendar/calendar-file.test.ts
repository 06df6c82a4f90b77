import { expect, it } from 'vitest';
import { readCalendar } from '../../../test/journeys/calendar-file.ts';
import { calendarFile } from './calendar-file.ts';

const entry = {
  ...{ uid: 'R-1@frontdesk', sequence: 2, day: '2031-03-17', title: 'First day: Jane Doe' },
  ...{ isCancelled: false, isPrivate: false },
};
const now = new Date('2031-01-02T03:04:05Z');
const read = async (part: Partial<typeof entry>) =>
  readCalendar(Buffer.from(await calendarFile({ ...entry, ...part }, now)));

it.each([
  ['2031-03-17', '20310317', '20310318'],
  ['2032-02-29', '20320229', '20320301'],
  ['2031-12-31', '20311231', '20320101'],
  ['1900-01-01', '19000101', '19000102'],
  ['8999-12-31', '89991231', '90000101'],
])('takes the whole of %s, from one day to the next, wherever this runs', async (day, start, end) => {
  expect(await read({ day })).toMatchObject({ start, end });
});

it.each([
  ['a\r\nBEGIN:VEVENT\r\nSUMMARY:b', 'a BEGIN:VEVENT SUMMARY:b'],
  ['a\u2028b\u2029c\u0085d\u0000e\tf\u0007', 'a b c d e f'],
  ['\\n \\\\ ; , : "', '\\n \\\\ ; , : "'],
  ['half a 😀 \ud83d', 'half a 😀 \ufffd'],
  ['😀'.repeat(100), '😀'.repeat(100)],
  ['👩‍🚀é李'.repeat(60), [...'👩‍🚀é李'.repeat(60)].slice(0, 200).join('')],
  ['x'.repeat(5_000), 'x'.repeat(200)],
])('a title can be anything: %j', async (title, shown) => {
  expect(await read({ title })).toMatchObject({ title: shown, uid: entry.uid, sequence: 2 });
});

it('one that is taken out says so twice, since calendars look at one or the other', async () => {
  expect(await read({ isCancelled: true })).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' });
  expect(await read({})).toMatchObject({ method: 'PUBLISH', status: 'CONFIRMED' });
});
