import { expect } from 'vitest';
import type { Mishap } from '../faults/proxy.ts';
import { some } from '../faults/trials.ts';
import { ourService } from './office.ts';
import { behindProxy, channels, inWhole, it, type Open } from './world.ts';

const leaving = '/api/offboarding/';
const users = '/api/users/';
/** Milliseconds the service may still work on a lost request; its outcome is looked up after that. */
const settled = 60_000;
const lost: Mishap = { when: 'after', answer: 'drop' };
const question = 'Has it started';

type Stored = Record<string, string | null>;

async function keyedOffice(open: Open, isAnother: (posted: number) => boolean = () => false) {
  let posted = () => 0;
  const office = await open({
    service: (cleanup) =>
      behindProxy(cleanup, ourService, (_method, path) =>
        path === '/api/schema/' && isAnother(posted()) ? { when: 'before', answer: 404 } : undefined,
      ),
  });
  const { ines, marcus, clock, service, inDatabase } = office;
  const { proxy } = service;
  posted = () => proxy.posted(leaving).length;
  async function addJane(speed = 60) {
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    // Shorten the form's two-second wait for the answer.
    clock.runAt(8);
    await ines.submit();
    clock.runAt(speed);
  }
  async function offboardSofia(speed = 60) {
    await marcus.fillIn('/offboard', { Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
    await marcus.fill({ 'Offboarding sequences': ['Everybody who leaves'] });
    clock.runAt(8);
    await marcus.submitAndAgree();
    clock.runAt(speed);
  }
  const change = (values: Stored) => inDatabase((db) => db.updateTable('requests').set(values).execute());
  return { ...office, proxy, addJane, offboardSofia, change };
}

it.for(some(['drop', 502, 408, 409, 425, 499, 302, 403] as const, 2))(
  'repeats an offboarding with the same key when the answer was lost (%s)',
  async (answer, { open }) => {
    const { marcus, proxy, sandbox, offboardSofia } = await keyedOffice(open);
    proxy.next(leaving, { when: 'after', answer });
    proxy.next(leaving, { when: 'after', answer: 504 });
    await offboardSofia();
    const { texts } = await marcus.untilMessage('Sofia Lindqvist’s offboarding has started.');
    expect(texts.join('\n')).not.toContain('not confirmed');
    const posted = proxy.posted(leaving);
    expect(posted.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(posted.map(({ key }) => key)).size).toBe(1);
    expect(JSON.stringify(marcus.directMessages())).not.toContain(question);
    await expect.poll(() => sandbox.messages(channels.private)).toHaveLength(1);
  },
);

it('repeats a hire, too, and is sure of the sequences', async ({ open }) => {
  const { ines, bot, proxy, addJane, inService } = await keyedOffice(open);
  proxy.next(users, lost);
  await addJane();
  await ines.untilMessage('Jane Doe has been added.');
  const posted = proxy.posted(users);
  expect(posted.map(({ status }) => status)).toEqual([201, 201]);
  expect(posted[1]?.key).toBe(posted[0]?.key);
  expect(await bot.ledger.list(1)).toMatchObject([{ outcome: { kind: 'done', confirmed: true } }]);
  expect(await inService()).toHaveLength(1);
});

inWhole('waits while the first attempt is still at work, and takes its answer', async ({ open }) => {
  const { marcus, bot, proxy, offboardSofia } = await keyedOffice(open);
  const busy = { status: 409, body: '{"detail":"Still being carried out."}', type: 'application/json' };
  proxy.next(leaving, lost);
  for (let count = 4; count > 0; count -= 1) proxy.next(leaving, { when: 'before', answer: busy });
  await offboardSofia();
  await marcus.untilMessage('Sofia Lindqvist’s offboarding has started.');
  expect(await bot.ledger.outage()).toBeUndefined();
});

type AskedAbout = { answer?: number; isAnother?: (posted: number) => boolean; change?: Stored };
const askedAbout: [string, AskedAbout][] = [
  ['the service says that the key was used for another request', { answer: 422 }],
  ['the service says that it did it and the person is gone', { answer: 410 }],
  ['the service was replaced by one without the promise', { isAnother: (posted) => posted > 0 }],
  ['the service gave the promise only after the attempt', { isAnother: (posted) => posted === 0 }],
  ['the token’s owner is another one, with keys of their own', { change: { key_promised_by: 'other' } }],
  ['one attempt was made without the promise', { change: { key_promised_by: '' } }],
  ['the key may have been forgotten', { change: { key_sent_at: '2001-01-01T00:00:00.000Z' } }],
  ['the clock was set back', { change: { key_sent_at: '2999-01-01T00:00:00.000Z' } }],
  ['an attempt was made before there were keys', { change: { idempotency_key: null } }],
];
it.for(some(askedAbout, 4))('asks a person, and repeats nothing, when %s', async ([, about], { open }) => {
  const { marcus, clock, proxy, offboardSofia, change } = await keyedOffice(open, about.isAnother);
  proxy.next(leaving, lost);
  const body = '{"detail":"This Idempotency-Key …"}';
  if (about.answer)
    proxy.next(leaving, { when: 'before', answer: { status: about.answer, body, type: 'application/json' } });
  await offboardSofia(about.change && 1);
  if (about.change) await change(about.change);
  clock.runAt(60);
  clock.moveBy(settled);
  await marcus.untilMessage(question);
  expect(proxy.posted(leaving)).toHaveLength(about.answer ? 2 : 1);
});

it('looks a hire up instead when the promise does not cover it', async ({ open }) => {
  const { ines, clock, proxy, addJane, change } = await keyedOffice(open);
  proxy.next(users, lost);
  await addJane(1);
  await change({ key_promised_by: 'somebody else' });
  clock.runAt(60);
  await ines.untilMessage('Jane Doe has been added.');
  expect(proxy.posted(users)).toHaveLength(1);
});
