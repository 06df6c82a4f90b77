import { expect, it } from 'vitest';
import { readMessage } from './message-words.ts';
import { readWords } from './words.ts';

const jane = { first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.com', start_day: '2026-12-01' };

it.each([
  'Jane Doe jane@acme.com 2026-12-01',
  '2026-12-01 jane@acme.com Jane Doe',
  'Jane jane@acme.com 1.12.2026 Doe',
  'Jane Doe, <mailto:jane@acme.com|jane@acme.com>, 1 December 2026',
  'jane@acme.com Jane Doe Dec 1st, 2026',
  '2026-12-1, Jane, Doe, jane@acme.com',
])('reads “%s” in whatever order it is written', (text) => {
  expect(readWords(text)).toEqual({ kind: 'form', prefill: jane, notUnderstood: [] });
});

it.each([
  ['Jane Doe 03/04/2026', ['03/04/2026']],
  ['Jane Doe jane@acme.com other@acme.com', ['other@acme.com']],
  ['Jane Doe #42 ???', ['#42', '???']],
  ['Jane Doe 2026-02-31', ['2026-02-31']],
])('says what it did not understand in “%s”', (text, notUnderstood) => {
  expect(readWords(text)).toMatchObject({
    kind: 'form',
    prefill: { first_name: 'Jane', last_name: 'Doe' },
    notUnderstood,
  });
});

it('reads a day with slashes where it can only be one', () => {
  expect(readWords('Jane Doe 25/12/2026')).toMatchObject({ prefill: { start_day: '2026-12-25' } });
  expect(readWords('Jane Doe 12/25/2026')).toMatchObject({ prefill: { start_day: '2026-12-25' } });
});

it.each([
  ['frobnicate', 'unknown'],
  ['42', 'unknown'],
  ['HELP', 'help'],
  ['help me', 'help'],
  ['Helpert', 'form'],
  ['drafts', 'drafts'],
  ['Jane', 'form'],
  ['عمر', 'form'],
  ['', 'form'],
])('takes “%s” for %s', (text, kind) => {
  expect(readWords(text).kind).toBe(kind);
});

it.each([
  ['Please add *Jane Doe* (<mailto:jane@acme.com|jane@acme.com>), she starts on 2026-12-01.', jane],
  ['Hi team! Jane Doe starts December 1, 2026. Mail: jane@acme.com', jane],
  ['Name: Jane Doe\nMail: jane@acme.com\nStart: 1.12.2026', jane],
  ['jane.doe@acme.com starts 2026-12-01', { ...jane, email: 'jane.doe@acme.com' }],
  [
    'Marcus Oyelaran asks: Anna van der Berg, anna.berg@acme.com',
    { first_name: 'Anna', last_name: 'van der Berg', email: 'anna.berg@acme.com' },
  ],
  ['nothing of use here', {}],
])('reads names, address and day out of the message “%s”', (text, prefill) => {
  expect(readMessage(text)).toEqual(prefill);
});
