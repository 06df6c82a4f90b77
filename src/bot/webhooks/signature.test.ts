import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { isSigned, isWebhookSecret, newWebhookSecret, signedHeaders } from './signature.ts';

const now = new Date();
const message = { id: 'evt_1', body: '{"type":"hire.added","name":"Zoë 🎉"}' };
const [secret, next] = [newWebhookSecret(), newWebhookSecret()];

it('signs so that the reference library verifies it, with either secret while one replaces another', () => {
  fc.assert(
    fc.property(fc.json(), (body) => {
      const headers = { ...signedHeaders({ id: 'evt_1', body }, [secret, next], now) };
      for (const one of [secret, next])
        expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body));
    }),
  );
  const headers = { ...signedHeaders(message, [secret, next], now) };
  expect(() => new Webhook(newWebhookSecret()).verify(message.body, headers)).toThrow();
});

it('verifies what the reference library signs', () => {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': new Webhook(secret).sign(message.id, now, message.body),
  };
  expect(isSigned(headers, message.body, [next, secret], now)).toBe(true);
  expect(isSigned(headers, message.body, [next], now)).toBe(false);
  expect(isSigned(headers, `${message.body} `, [secret], now)).toBe(false);
  expect(isSigned({ ...headers, 'webhook-id': 'evt_2' }, message.body, [secret], now)).toBe(false);
});

it('refuses a signature that is older or newer than five minutes', () => {
  const headers = signedHeaders(message, [secret], now);
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(isSigned({ ...headers }, message.body, [secret], after(4))).toBe(true);
  for (const minutes of [6, -6])
    expect(isSigned({ ...headers }, message.body, [secret], after(minutes))).toBe(false);
});

it('refuses hostile headers', () => {
  const own = signedHeaders(message, [secret], now);
  const hostile = [
    {},
    { ...own, 'webhook-signature': '' },
    { ...own, 'webhook-signature': 'v1, v1a,AAAA' },
    { ...own, 'webhook-signature': [own['webhook-signature']] },
    { ...own, 'webhook-timestamp': 'NaN' },
    { ...own, 'webhook-timestamp': '1e99' },
    { ...own, 'webhook-timestamp': '-5' },
  ];
  for (const headers of hostile) expect(isSigned(headers, message.body, [secret], now)).toBe(false);
});

it('takes secrets of 24 to 64 bytes only', () => {
  const of = (count: number) => `whsec_${randomBytes(count).toString('base64')}`;
  expect([24, 32, 64].map(of).every(isWebhookSecret)).toBe(true);
  expect([0, 23, 65].map(of).some(isWebhookSecret)).toBe(false);
  for (const wrong of ['', 'whsec_', secret.slice(6), 'whsec_not base64!not base64!not base64'])
    expect(isWebhookSecret(wrong)).toBe(false);
});
