import { expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { order } from './laptop.ts';
import { openTrial } from './trial-ledger.ts';

const cleanup = useCleanup();
const day = 86_400_000;

onEachDatabase((fresh) => {
  async function open() {
    const { url } = await fresh();
    const clock = testClock({ speed: 40 });
    const { ledger, shop } = await openTrial(cleanup, url, { clock });
    async function events(id: string): Promise<string[]> {
      const { db, close } = openDatabase<BotTables>(url);
      const rows = db.selectFrom('audit_events').select('what').where('request_id', '=', id).orderBy('id');
      const found = await rows.execute().finally(close);
      return found.map(({ what }) => what);
    }
    return { ledger, shop, clock, events };
  }

  const asked = (number: number, model: string) => {
    const { kind, payload, context } = order(number);
    return { kind, payload: { ...payload, model }, context, source: 'the stock list', key: String(number) };
  };

  it('is updated by its source, is in no list, and is sent once when somebody takes it', async () => {
    const { ledger, shop, events } = await open();
    await ledger.propose(asked(1, '13 inches'));
    await ledger.propose(asked(1, '14 inches'));
    const [proposal, ...others] = await ledger.proposed('laptop', 10);
    const id = proposal?.id ?? '';
    expect(others).toEqual([]);
    expect(proposal?.payload).toEqual(order(1).payload);
    const limits = { open: 10, declined: 10, declinedSince: new Date(0) };
    expect(await ledger.overview(limits)).toEqual({ open: [], openCount: 0, declined: [] });
    expect((await ledger.search({ limit: 10 })).requests).toEqual([]);
    expect((await ledger.search({ name: 'person', limit: 10 })).requests).toEqual([]);
    expect((await ledger.backlog()).requests).toEqual([]);
    expect(await ledger.findOpen('laptop', 'person.1')).toBeUndefined();
    expect((await ledger.cancel(id, 'U1')).kind).toBe('over');
    expect((await ledger.retry(id, 'U1')).kind).toBe('over');
    expect(shop.orders()).toEqual([]);
    const first = await ledger.submit({ ...order(1), proposal: id });
    const again = await ledger.submit({ ...order(1), proposal: id });
    expect([first.accepted.kind, again.accepted.kind]).toEqual(['accepted', 'repeated']);
    await expect.poll(async () => (await ledger.find(id))?.state).toBe('done');
    await ledger.propose(asked(1, 'another'));
    expect((await ledger.find(id))?.payload).toEqual(order(1).payload);
    expect(await ledger.proposed('laptop', 10)).toEqual([]);
    expect(shop.orders()).toHaveLength(1);
    expect(await events(id)).toEqual(['proposed', 'proposal changed', 'accepted', 'delivering', 'done']);
    const late = await ledger.submit({ ...order(1), submission: 'F-late', proposal: id });
    expect(late.accepted).toMatchObject({ kind: 'alreadyDone', request: { id } });
  });

  it('sends nothing for what is there already, also after it was declined', async () => {
    const { ledger, shop, events } = await open();
    await ledger.propose({ ...asked(2, '14 inches'), there: { resultId: 7, service: shop.url } });
    const id = (await ledger.proposed('laptop', 10))[0]?.id ?? '';
    expect((await ledger.dismiss(id, 'U1')).kind).toBe('taken');
    expect((await ledger.dismiss(id, 'U2')).kind).toBe('over');
    expect(await ledger.questions.answerOf(id)).toEqual({ yes: false, by: 'U1' });
    expect(await ledger.proposed('laptop', 10)).toEqual([]);
    const { accepted } = await ledger.submit({ ...order(2), proposal: id });
    const done = { state: 'done', resultId: 7, outcome: { kind: 'done', resultId: 7, confirmed: false } };
    expect(accepted).toMatchObject({ kind: 'accepted', request: done });
    expect(shop.orders()).toEqual([]);
    expect(await events(id)).toEqual(['proposed', 'answered no', 'accepted', 'done']);
  });

  it('waits for an open request about the same person, whose end answers it', async () => {
    const { ledger, shop, events } = await open();
    await ledger.propose(asked(3, '14 inches'));
    const id = (await ledger.proposed('laptop', 10))[0]?.id ?? '';
    shop.fail(true);
    const own = await ledger.submit(order(3));
    expect(own.accepted.kind).toBe('accepted');
    const taken = await ledger.submit({ ...order(3), submission: 'F-other', proposal: id });
    expect(taken.accepted.kind).toBe('alreadyOpen');
    shop.fail(false);
    await expect.poll(() => ledger.proposed('laptop', 10)).toEqual([]);
    expect(await events(id)).toEqual(['proposed', 'replaced']);
  });

  it('asks again in the same messages after it was declined, if its source has changed it', async () => {
    const { ledger, events } = await open();
    const proposed = async () => (await ledger.proposed('laptop', 10)).length;
    expect(await ledger.propose(asked(6, '13 inches'))).toEqual({ kind: 'new' });
    const id = (await ledger.proposed('laptop', 10))[0]?.id ?? '';
    await ledger.dismiss(id, 'U1');
    expect(await ledger.propose(asked(6, '13 inches'))).toEqual({ kind: 'same' });
    expect(await proposed()).toBe(0);
    expect(await ledger.propose(asked(6, '14 inches'))).toEqual({ kind: 'changed' });
    expect(await proposed()).toBe(1);
    expect(await ledger.propose({ ...asked(7, '14 inches'), onlyKnown: true })).toEqual({ kind: 'over' });
    expect(await proposed()).toBe(1);
    expect(await events(id)).toEqual(['proposed', 'answered no', 'proposal changed']);
  });

  it('lapses only after its source is silent, and is new if it speaks again, unless declined', async () => {
    const { ledger, clock, events } = await open();
    const left = async () => (await ledger.proposed('laptop', 10)).map(({ subject }) => subject);
    for (const number of [8, 9]) await ledger.propose(asked(number, '14 inches'));
    const ids = new Map((await ledger.proposed('laptop', 10)).map(({ subject, id }) => [subject, id]));
    await ledger.dismiss(ids.get('person.9') ?? '', 'U1');
    clock.moveBy(20 * day);
    await ledger.propose(asked(8, '14 inches'));
    const untilLapsed = async (subject: string) => {
      const later = () => {
        clock.moveBy(day);
        return ledger.find(ids.get(subject) ?? '');
      };
      await expect.poll(later).toBeUndefined();
    };
    clock.moveBy(10 * day);
    await untilLapsed('person.9');
    expect(await left()).toEqual(['person.8']);
    await untilLapsed('person.8');
    expect(await ledger.propose(asked(8, '14 inches'))).toEqual({ kind: 'new' });
    expect(await ledger.propose(asked(9, '13 inches'))).toEqual({ kind: 'over' });
    expect(await left()).toEqual(['person.8']);
    expect(await events(ids.get('person.8') ?? '')).toEqual(['proposed', 'lapsed', 'proposed']);
  });

  it('ends after thirty days without a decision, and only its steps are kept', async () => {
    const { ledger, clock, events } = await open();
    await ledger.propose(asked(4, '14 inches'));
    const id = (await ledger.proposed('laptop', 10))[0]?.id ?? '';
    clock.moveBy(29 * day);
    await ledger.propose(asked(5, '14 inches'));
    const left = async () => (await ledger.proposed('laptop', 10)).map(({ subject }) => subject);
    await expect.poll(left).toEqual(['person.5', 'person.4']);
    const later = () => {
      clock.moveBy(day / 2);
      return left();
    };
    await expect.poll(later).toEqual(['person.5']);
    expect(await ledger.find(id)).toBeUndefined();
    expect(await events(id)).toEqual(['proposed', 'lapsed']);
  });
});
