import pg from 'pg';
import { Agent } from 'undici';
import { expect, it } from 'vitest';
import { addRows } from '../../src/bot/ledger/tables/sql.ts';
import type { NewEvent } from '../../src/bot/ledger/webhooks/event.ts';
import { forgetEvents } from '../../src/bot/ledger/webhooks/webhooks.ts';
import { createEncryption } from '../../src/bot/storage/encryption.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { createWebhookEndpoints } from '../../src/bot/storage/webhook-endpoints.ts';
import { createPostEvent } from '../../src/bot/webhooks/post.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { patience, trials, until } from '../faults/trials.ts';
import { startReceiver } from '../journeys/receiver.ts';
import { deadlocksIn, type Fresh, onEachDatabase, onPostgres } from '../postgres.ts';
import { openTrial } from './trial-ledger.ts';

const cleanup = useCleanup();
const minute = 60_000;
const day = 86_400_000;

const hires = ['hire.added', 'hire.start_moved'];

function added(number: number, more: Partial<NewEvent> = {}): NewEvent {
  const person = `person.${number}@acme.example`;
  return { key: `added ${number}`, type: 'hire.added', person, data: { person: { name: person } }, ...more };
}

const addedUpTo = (count: number) => Array.from({ length: count }, (_, number) => added(number));

async function openOn(fresh: Fresh, { speed = 1 } = {}) {
  const { url } = await fresh();
  const clock = testClock({ speed });
  const database = openDatabase<BotTables>(url);
  const endpoints = createWebhookEndpoints({
    database,
    encryption: createEncryption(() => ['s'.repeat(32)]),
    now: clock.now,
  });
  const dispatcher = new Agent();
  const postEvent = createPostEvent({
    ...{ dispatcher, mayBePrivate: true, secretsOf: endpoints.secretsOf, now: clock.now },
    heldBack: async () => undefined,
  });
  const trial = await openTrial(cleanup, url, { clock, postEvent });
  cleanup.later(database.close);
  cleanup.later(() => dispatcher.destroy());
  async function addReceiver(types: readonly string[] = hires) {
    const receiver = await startReceiver(cleanup, { areMadeUp: true });
    const choice = { url: receiver.url, types, withNames: true };
    const { id, secret } = (await endpoints.add(choice, 'U0INES')) ?? { id: '', secret: '' };
    return {
      ...receiver,
      id,
      secret,
      choice,
      keys: () => receiver.taken.map((one) => one.data.person?.name),
    };
  }
  return { ...trial, ...trial.ledger.webhooks, url, clock, db: database.db, endpoints, addReceiver };
}

onEachDatabase((fresh) => {
  const open = (options?: { speed: number }) => openOn(fresh, options);

  it('systems that hang hold up no other one', async () => {
    const { emit, addReceiver } = await open();
    const [first, second, third] = [await addReceiver(), await addReceiver(), await addReceiver()];
    for (const one of [first, second]) one.answers('hang');
    await emit(addedUpTo(6));
    // An attempt lasts fifteen seconds.
    await until(
      () => third.taken.length === 6,
      () => third.all.length,
      10_000,
    );
    expect([first.taken, second.taken]).toEqual([[], []]);
  });

  it('signs with both secrets for a day after the change, and then with the new one', async () => {
    const { emit, addReceiver, endpoints, clock } = await open();
    const receiver = await addReceiver();
    receiver.answers(503);
    await emit([added(1)]);
    await until(
      () => receiver.all.length === 1,
      () => receiver.all.length,
    );
    const next = (await endpoints.rotate(receiver.id, 'U0INES')) ?? '';
    receiver.answers(204);
    await until(
      () => {
        clock.moveBy(minute);
        return receiver.taken.length === 1;
      },
      () => receiver.all.length,
    );
    const verified = (index: number) =>
      [receiver.secret, next].map((secret) =>
        receiver.isSigned(receiver.all[index] as never, secret, clock.now()),
      );
    expect(verified(1)).toEqual([true, true]);
    clock.moveBy(day);
    await emit([added(2)]);
    await until(
      () => receiver.taken.length === 2,
      () => receiver.all.length,
    );
    expect(verified(2)).toEqual([false, true]);
  });

  it('a clock that was two days ahead and is set back holds up no event', async () => {
    const { emit, addReceiver, clock } = await open({ speed: 60 });
    const receiver = await addReceiver();
    receiver.answers(503);
    clock.jump(2 * day);
    await emit(addedUpTo(3));
    await until(
      () => receiver.all.length > 3,
      () => receiver.all.length,
    );
    clock.jump(-2 * day);
    const began = clock.now().getTime();
    receiver.answers(204);
    await emit([added(4)]);
    await until(
      () => receiver.taken.length === 4,
      () => receiver.all.length,
    );
    expect(clock.now().getTime() - began).toBeLessThan(10 * minute);
  });

  it('sends nothing that is not wanted any more, though it waited', async () => {
    const { emit, addReceiver, endpoints, clock, db } = await open();
    const receiver = await addReceiver([...hires, 'offboarding.started', 'task.overdue']);
    receiver.answers(503);
    const leaving = { type: 'offboarding.started', isConfidential: true } as const;
    const task = { type: 'task.overdue', data: { kind: 'offboarding' }, isConfidential: true } as const;
    await emit([added(1), added(2, leaving), added(3, task)]);
    await until(
      () => receiver.all.length >= 3,
      () => receiver.all.length,
    );
    await endpoints.change(receiver.id, { ...receiver.choice, types: [...hires, 'task.overdue'] }, 'U0INES');
    receiver.answers(204);
    await emit([added(4)]);
    const states = async () =>
      (await db.selectFrom('webhook_events').select('state').execute()).map(({ state }) => state).toSorted();
    await until(async () => {
      clock.moveBy(minute);
      return !(await states()).includes('pending');
    }, states);
    expect(await states()).toEqual(['delivered', 'delivered', 'dropped', 'dropped']);
    expect(receiver.taken.map(({ type }) => type)).toEqual(['hire.added', 'hire.added']);
  });

  it('keeps no event that was stored while its system was being removed', async () => {
    const { emit, addReceiver, endpoints, db, clock } = await open();
    const receiver = await addReceiver();
    receiver.answers(503);
    await emit([added(1)]);
    const events = () => db.selectFrom('webhook_events').selectAll().execute();
    const [late] = await events();
    await endpoints.remove(receiver.id, 'U0INES');
    expect(await events()).toEqual([]);
    await db
      .insertInto('webhook_events')
      .values(late as never)
      .execute();
    await forgetEvents(db as never, 10, clock.now());
    expect(await events()).toEqual([]);
  });

  const many = trials(10_000, 2_000);
  it(`${many} events for a system that is away slow down no other one, and are given up in one step`, {
    timeout: patience,
  }, async () => {
    const { emit, addReceiver, clock, db, texts, stateOf } = await open();
    const [dead, well] = [await addReceiver(), await addReceiver()];
    dead.answers('cut');
    await emit([added(0)]);
    await until(
      () => dead.all.length > 0,
      () => dead.all.length,
    );
    const at = clock.now().toISOString();
    const row = {
      endpoint: dead.id,
      type: 'hire.added',
      data: '{}',
      at,
      since: at,
      due_at: at,
      state: 'pending',
      attempts: 0,
      confidential: 0,
    };
    // A third are about somebody of whom others wait too.
    const rows = Array.from({ length: many }, (_, number) => ({
      ...row,
      event: `evt_${number}`,
      person: `person.${number - (number % 3 === 0 ? 3 : 0)}`,
    }));
    await addRows(db as never, 'webhook_events', rows);
    const began = performance.now();
    await emit(addedUpTo(200).slice(1));
    await until(
      () => well.taken.length === 200,
      () => well.taken.length,
    );
    expect(performance.now() - began).toBeLessThan(trials(10_000, 20_000));
    clock.moveBy(3 * day + minute);
    const isOver = async () => {
      clock.moveBy(5 * minute);
      return (await stateOf(dead.id)).waiting === 0;
    };
    await until(isOver, () => stateOf(dead.id));
    expect((await stateOf(dead.id)).givenUp).toBe(many + 1 + 199);
    await until(() => texts().length > 0, texts);
    expect(texts()).toEqual(['events given up']);
    expect(dead.all.length).toBeLessThan(40);
  });
});

onPostgres((fresh) => {
  it('a system can be removed while an event fails there', async () => {
    const { url, emit, addReceiver } = await openOn(fresh);
    const receiver = await addReceiver();
    receiver.answers(503);
    const removing = new pg.Client({ connectionString: url });
    await removing.connect();
    cleanup.later(() => removing.end());
    await removing.query('begin');
    await removing.query('select id from webhook_endpoints for update');
    await emit([added(1)]);
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until(
      async () => (await removing.query(waiting)).rowCount === 1,
      () => receiver.all.length,
    );
    await removing.query('delete from webhook_events');
    await removing.query('commit');
    expect(await deadlocksIn(url)).toBe(0);
  });
});
