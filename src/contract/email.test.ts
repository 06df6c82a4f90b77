import { expect, it } from 'vitest';
import { mistakeInEmail } from './new-hire.ts';

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
