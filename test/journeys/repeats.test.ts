import { expect, it, vi } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { type LossyProxy, type Mishap, startProxy } from '../faults/proxy.ts';
import { inWhole, some } from '../faults/trials.ts';
import { channels, employeesOf, openOffice, ourService } from './office.ts';

// Other tests slow these down.
vi.setConfig({ testTimeout: 120_000 });

const cleanup = useCleanup();

const leaving = '/api/offboarding/';
/** Shortens the form's two-second wait for the answer to a quarter of a second. */
const formSpeed = 8;
/** Milliseconds the service may still work on a lost request; its outcome is looked up after that. */
const settled = 60_000;
const users = '/api/users/';
const lost: Mishap = { when: 'after', answer: 'drop' };
const schema = '/api/schema/';

/**
 * An office with our own service, which promises safe repeats, behind a proxy that loses answers.
 * @param isAnother whether a version without the promise seems to answer
 */
async function keyedOffice(isAnother: (proxy: LossyProxy) => boolean = () => false) {
  const service = await ourService(cleanup);
  const proxy: LossyProxy = await startProxy(cleanup, service.url, (_method, path) =>
    path === schema && isAnother(proxy) ? { when: 'before', answer: 404 } : undefined,
  );
  const clock = testClock({ speed: 1 });
  const office = await openOffice(cleanup, { service: { url: proxy.url, token: service.token }, clock });
  return { ...office, service, proxy, clock };
}
type KeyedOffice = Awaited<ReturnType<typeof keyedOffice>>;

async function startOffboarding({ marcus, clock }: KeyedOffice, speed = 60) {
  await marcus.command('/offboard', { channel: channels.general });
  await marcus.untilView('Start offboarding');
  await marcus.fill({
    Employee: 'Sofia Lindqvist',
    'Last day': '2999-01-31',
    'Offboarding sequences': ['Everybody who leaves'],
  });
  clock.runAt(formSpeed);
  await marcus.submitAndAgree();
  clock.runAt(speed);
}

async function addJane({ ines, clock }: KeyedOffice, speed = 60) {
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  clock.runAt(formSpeed);
  await ines.submit();
  clock.runAt(speed);
}

it.each(some(['drop', 502, 408, 409, 425, 499, 302, 403] as const, 2))(
  'repeats an offboarding whose answer was lost (%s) with the same key where the service promises that this is safe',
  async (answer) => {
    const office = await keyedOffice();
    office.proxy.next(leaving, { when: 'after', answer });
    office.proxy.next(leaving, { when: 'after', answer: 504 });
    await startOffboarding(office);
    const { texts } = await office.marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    expect(texts.join('\n')).not.toContain('couldn’t confirm');
    const posted = office.proxy.posted(leaving);
    expect(posted.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(posted.map(({ key }) => key)).size).toBe(1);
    expect(JSON.stringify(office.sandbox.messages('D0MARCUS'))).not.toContain('has the offboarding started?');
    await expect.poll(() => office.sandbox.messages(channels.private)).toHaveLength(1);
  },
  120_000,
);

it('repeats a hire there too, and is sure of the sequences', async () => {
  const office = await keyedOffice();
  office.proxy.next(users, lost);
  await addJane(office);
  await office.ines.untilMessage('Jane Doe has been added.');
  const posted = office.proxy.posted(users);
  expect(posted.map(({ status }) => status)).toEqual([201, 201]);
  expect(posted[1]?.key).toBe(posted[0]?.key);
  expect(await office.bot.ledger.list(1)).toMatchObject([{ outcome: { kind: 'done', confirmed: true } }]);
  const made = (await employeesOf(office.service)).filter(({ email }) => email === 'jane@acme.example');
  expect(made).toHaveLength(1);
});

inWhole(
  'waits where the first one is still at work, and takes its answer',
  async () => {
    const office = await keyedOffice();
    const busy = { status: 409, body: '{"detail":"Still being carried out."}', type: 'application/json' };
    office.proxy.next(leaving, lost);
    for (let count = 4; count > 0; count -= 1) office.proxy.next(leaving, { when: 'before', answer: busy });
    await startOffboarding(office);
    await office.marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    expect(await office.bot.ledger.outage()).toBeUndefined();
  },
  120_000,
);

inWhole.each([
  ['was used for another request', 422],
  ['was carried out and the person is gone', 410],
] as const)('asks a person when the service says that the key %s', async (_what, status) => {
  const office = await keyedOffice();
  const used = { status, body: '{"detail":"This Idempotency-Key …"}', type: 'application/json' };
  office.proxy.next(leaving, lost);
  office.proxy.next(leaving, { when: 'before', answer: used });
  await startOffboarding(office);
  await office.marcus.untilMessage('has the offboarding started?');
  expect(office.proxy.posted(leaving)).toHaveLength(2);
});

it.each([
  ['was replaced by one without the promise', (posted: number) => posted > 0],
  ['gave the promise only after the attempt', (posted: number) => posted === 0],
])('asks a person, and repeats nothing, when the service %s', async (_what, isAnother) => {
  const office = await keyedOffice((proxy) => isAnother(proxy.posted(leaving).length));
  office.proxy.next(leaving, lost);
  await startOffboarding(office);
  office.clock.moveBy(settled);
  await office.marcus.untilMessage('has the offboarding started?');
  expect(office.proxy.posted(leaving)).toHaveLength(1);
});

it.each([
  ['the token is another one, whose owner has keys of their own', { key_promised_by: 'somebody else' }],
  ['one attempt was made without the promise', { key_promised_by: '' }],
  ['the key may have been forgotten', { key_sent_at: '2001-01-01T00:00:00.000Z' }],
  ['the clock was set back', { key_sent_at: '2999-01-01T00:00:00.000Z' }],
  ['an attempt was made before there were keys', { idempotency_key: null }],
])('asks a person, and repeats nothing, when %s', async (_what, change) => {
  const office = await keyedOffice();
  const { db, close } = openDatabase<LedgerTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  office.proxy.next(leaving, lost);
  await startOffboarding(office, 1);
  await db.updateTable('requests').set(change).execute();
  office.clock.runAt(60);
  office.clock.moveBy(settled);
  await office.marcus.untilMessage('has the offboarding started?');
  expect(office.proxy.posted(leaving)).toHaveLength(1);
});

it('looks a hire up instead when the promise does not cover it', async () => {
  const office = await keyedOffice();
  const { db, close } = openDatabase<LedgerTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  office.proxy.next(users, lost);
  await addJane(office, 1);
  await db.updateTable('requests').set({ key_promised_by: 'somebody else' }).execute();
  office.clock.runAt(60);
  await office.ines.untilMessage('Jane Doe has been added.');
  expect(office.proxy.posted(users)).toHaveLength(1);
});
