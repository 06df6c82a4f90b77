import { expect, it } from 'vitest';
import { isZone } from '../time/dates.ts';
import { languages, zones } from './choices.ts';
import { mistakeInEmail } from './new-hire.ts';

it('holds the 433 zones of pytz’s common_timezones, each once, in order', () => {
  expect(zones).toHaveLength(433);
  expect(zones).toEqual([...new Set(zones)].sort());
});

it.each(['UTC', 'GMT', 'US/Pacific', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires'])(
  'holds %s',
  (zone) => expect(zones).toContain(zone),
);

it.each(['Asia/Calcutta', 'Europe/Kiev', 'America/Buenos_Aires', 'Asia/Saigon', 'Asia/Katmandu', 'EST'])(
  'does not hold %s, which released deployments refuse',
  (zone) => expect(zones).not.toContain(zone),
);

it('holds only zones that this machine’s time-zone data knows', () => {
  expect(zones.filter((zone) => !isZone(zone))).toEqual([]);
});

it('holds the languages of released deployments, Japanese as jp', () => {
  expect(languages.map(({ code }) => code)).toEqual(['en', 'nl', 'fr', 'de', 'tr', 'pt', 'jp', 'es', 'cs']);
});

// Verified against Django's EmailValidator, which released deployments use.
it.each([
  'jane@acme.com',
  'jane.doe+hr@mail.acme.co.uk',
  "o'brien@acme.com",
  '!#$%&*/=?^_`{}|~-@acme.com',
  '"jane doe"@acme.com',
  'jo@exämple.io',
  'jo@例え.テスト',
  'jo@xn--exmple-cua.xn--p1ai',
  'JANE@ACME.COM',
  'jane@localhost',
  'jane@[127.0.0.1]',
  'jane@[::1]',
  'a@1.co',
])('takes %s, as the released API does', (address) => {
  expect(mistakeInEmail(address)).toBeUndefined();
});

it.each([
  'jane',
  'jane@',
  '@acme.com',
  'jane@acme',
  'jane@.com',
  'jane@acme..com',
  'jane@acme.com.',
  'jane doe@acme.com',
  'Jane Doe <jane@acme.com',
  'jane@-acme.com',
  'jane@acme-.com',
  'jane@acme.c',
  'a@acme.123',
  'jane@ac me.com',
  'jane@acme.com>',
  'jane@[127.0.0.256]',
  'jane@[nowhere]',
  `jane@${'a'.repeat(64)}.com`,
  `${'a'.repeat(320)}@acme.com`,
  '',
])('refuses %s, as the released API does', (address) => {
  expect(mistakeInEmail(address)).toBe('address');
});

it.each(['jö@acme.com', 'jane..doe@acme.com', '.jane@acme.com', 'jane.@acme.com', 'jane@doe@acme.com'])(
  'says of %s that what stands before the @ is wrong',
  (address) => {
    expect(mistakeInEmail(address)).toBe('localPart');
  },
);
