import { expect, it, vi } from 'vitest';
import { submitNewHire } from '../../src/bot/features/newhire/submit.ts';
import { systemClock } from '../../src/time/clock.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { startProxy } from '../faults/proxy.ts';
import { onEachDatabase } from '../postgres.ts';
import { channels, employeesOf, openOffice, ourService } from './office.ts';

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 120_000 });

const cleanup = useCleanup();

const users = '/api/users/';
const employees = '/api/employees/';
const jane = 'jane@acme.example';

onEachDatabase((fresh) => {
  /** Opens an office behind a proxy. The service returns ids but doesn't promise idempotency. */
  async function office(speed = 30) {
    const database = await fresh();
    cleanup.later(database.remove);
    const service = await ourService(cleanup);
    const lists = { canBeRead: true };
    const proxy = await startProxy(cleanup, service.url, (_method, path) => {
      if (path === '/api/schema/') return { when: 'before', answer: 404 };
      return path === employees && !lists.canBeRead ? { when: 'before', answer: 503 } : undefined;
    });
    const env = { DATABASE_URL: database.url };
    const options = { service: { url: proxy.url, token: service.token }, env, clock: testClock({ speed }) };
    const opened = await openOffice(cleanup, options);
    // SQLite allows only one process. The replica keeps an older list of employees.
    const isShared = database.url.startsWith('postgres');
    const replica = isShared ? await opened.start() : undefined;
    await replica?.directory.refresh();
    return { ...opened, replica, service, proxy, lists };
  }
  type Office = Awaited<ReturnType<typeof office>>;

  async function addJane({ ines }: Office) {
    await ines.closeAll();
    await ines.command(`/newhire Jane Doe ${jane} 2999-01-01`);
    await ines.untilView('New hire');
    await ines.submitAndAgree();
  }

  /**
   * Waits for the announcements, not for the window: on a slow machine the fast clock ends a lease, and a window that
   * may have been written to isn't updated.
   */
  async function added(opened: Office, headlines: number) {
    await expect.poll(() => opened.sandbox.messages(channels.hires)).toHaveLength(headlines);
  }

  it('tells somebody who is entered a second time, while the answer is lost, as already there', async () => {
    const opened = await office();
    await addJane(opened);
    await added(opened, 1);
    opened.proxy.next(users, { when: 'after', answer: 'drop' });
    // From a form that didn't know about the first request.
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
  });

  it.each([
    ['with an answer', undefined],
    ['with a lost answer', 'drop'],
  ] as const)(
    'adds and announces somebody again who was removed from the service and comes back, %s, whatever is remembered',
    async (_how, answer) => {
      const opened = await office();
      const { ines, lists } = opened;
      await addJane(opened);
      await added(opened, 1);
      await opened.replica?.directory.refresh();
      // Every process remembers her now.
      lists.canBeRead = false;
      await opened.service.operator.removeUser(jane);
      await ines.closeAll();
      await ines.command(`/newhire Jane Doe ${jane} 2999-01-01`);
      await ines.untilView('New hire');
      await ines.submit();
      const { texts } = await ines.untilView('Check and add');
      expect(texts.join(' ')).toContain('Jane Doe had this address when Frontdesk last read the list');
      if (answer) opened.proxy.next(users, { when: 'after', answer });
      await ines.submit();
      lists.canBeRead = true;
      await added(opened, 2);
      const states = async () => (await opened.bot.ledger.list(10)).map(({ state }) => state);
      await expect.poll(states).toEqual(['done', 'done']);
    },
  );

  it('takes nobody for there who was removed a moment ago', async () => {
    const opened = await office(1);
    await addJane(opened);
    await added(opened, 1);
    await opened.bot.directory.refresh();
    await opened.replica?.directory.refresh();
    await opened.ines.closeAll();
    await opened.ines.command(`/newhire Jane Doe ${jane} 2999-01-01`);
    await opened.ines.untilView('New hire');
    // Reread the list now: rereads are throttled, so the submission can't trigger another one.
    await opened.bot.directory.lookAgain();
    await opened.replica?.directory.lookAgain();
    await opened.service.operator.removeUser(jane);
    await opened.ines.submitAndAgree();
    await added(opened, 2);
  });
});
