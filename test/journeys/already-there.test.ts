import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { submitNewHire } from '../../src/bot/features/newhire/submit.ts';
import { systemClock } from '../../src/time/clock.ts';
import { fastClock } from '../faults/fast-clock.ts';
import { startProxy } from '../faults/proxy.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Cleanup, channels, createCleanup, employeesOf, openOffice, ourService } from './office.ts';

// Other tests run beside these.
vi.setConfig({ testTimeout: 120_000 });

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const users = '/api/users/';
const jane = 'jane@acme.example';

onEachDatabase((fresh) => {
  /** An office whose service answers with ids, promises nothing about repeats, and is behind a proxy. */
  async function office() {
    const database = await fresh();
    cleanup.later(database.remove);
    const service = await ourService(cleanup);
    const proxy = await startProxy(cleanup, service.url, (_method, path) =>
      path === '/api/schema/' ? { when: 'before', answer: 404 } : undefined,
    );
    const env = { DATABASE_URL: database.url };
    const options = { service: { url: proxy.url, token: service.token }, env, clock: fastClock(30) };
    const opened = await openOffice(cleanup, options);
    // SQLite is for one process. A replica knows the employees as they were before.
    const isShared = database.url.startsWith('postgres');
    const replica = isShared ? await opened.start() : undefined;
    await replica?.directory.refresh();
    return { ...opened, service, proxy };
  }
  type Office = Awaited<ReturnType<typeof office>>;

  async function addJane({ ines }: Office) {
    await ines.closeAll();
    await ines.command(`/newhire Jane Doe ${jane} 2999-01-01`);
    await ines.untilView('New hire');
    await ines.submitAndAgree();
  }

  /** On a slow machine the fast clock ends a lease, and a window that may have been written to is left alone. */
  async function added(opened: Office, headlines: number) {
    await expect.poll(() => opened.sandbox.messages(channels.hires)).toHaveLength(headlines);
  }

  it.each([1, 2])(
    'tells somebody who is entered a second time, while the answer is lost, as already there (%s)',
    async () => {
      const opened = await office();
      await addJane(opened);
      await added(opened, 1);
      opened.proxy.next(users, { when: 'after', answer: 'drop' });
      // By somebody whose form did not know of the first one yet.
      const again = {
        payload: { first_name: 'Jane', last_name: 'Doe', email: jane, start_day: '2999-01-01', role: 0 },
        context: { personName: 'Jane Doe', sequenceNames: [], viewId: 'V0' },
        requester: 'U0INES',
        submission: 'F-again',
      };
      await submitNewHire(again, { ledger: opened.bot.ledger, clock: systemClock });
      await opened.ines.untilMessage('Jane Doe wasn’t added.');
      const { texts } = await opened.ines.untilMessage('Jane Doe wasn’t added.');
      expect(texts.join('\n')).toMatch(/Jane Doe (already )?has this address/);
      const states = (await opened.bot.ledger.list(10)).map(({ state }) => state);
      expect(states).toEqual(['rejected', 'done']);
      expect(opened.sandbox.messages(channels.hires)).toHaveLength(1);
      const made = (await employeesOf(opened.service)).filter(({ email }) => email === jane);
      expect(made).toHaveLength(1);
    },
  );

  it.each([
    ['with an answer', undefined],
    ['with a lost answer', 'drop'],
  ] as const)(
    'adds and announces somebody again who was removed from the service and comes back, %s',
    async (_how, answer) => {
      const opened = await office();
      await addJane(opened);
      await added(opened, 1);
      await opened.service.operator.removeUser(jane);
      await opened.bot.directory.refresh();
      if (answer) opened.proxy.next(users, { when: 'after', answer });
      await addJane(opened);
      await added(opened, 2);
      const states = async () => (await opened.bot.ledger.list(10)).map(({ state }) => state);
      await expect.poll(states).toEqual(['done', 'done']);
    },
  );
});
