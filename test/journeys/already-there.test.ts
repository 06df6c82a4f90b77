import { expect } from 'vitest';
import { kind } from '../../src/bot/features/newhire/request.ts';
import { submitAndWait } from '../../src/bot/requests/submit-and-wait.ts';
import { systemClock } from '../../src/time/clock.ts';
import { testClock } from '../clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Cleanup, ourService } from './office.ts';
import { behindProxy, channels, it, type Open } from './world.ts';

const jane = 'jane@acme.example';

onEachDatabase((fresh) => {
  async function officeBehindProxy(open: Open, cleanup: Cleanup, speed = 30) {
    const database = await fresh();
    const lists = { canBeRead: true };
    const service = await behindProxy(cleanup, ourService, (_method, path) => {
      if (path === '/api/schema/') return { when: 'before', answer: 404 };
      return path === '/api/employees/' && !lists.canBeRead ? { when: 'before', answer: 503 } : undefined;
    });
    const env = { DATABASE_URL: database.url };
    const office = await open({ service, env, clock: testClock({ speed }) });
    const { ines, bot, sandbox, start } = office;
    // SQLite allows only one process. The replica keeps an older list of employees.
    const replica = database.url.startsWith('postgres') ? await start() : undefined;
    await replica?.directory.refresh();
    const openForm = async () => {
      await ines.open(`/newhire Jane Doe ${jane} 2999-01-01`);
    };
    /**
     * Waits for the announcements, not for the window: on a slow machine the fast clock ends a lease, and a
     * window that may have been written to isn't updated.
     */
    const announced = (times: number) =>
      expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(times);
    const states = async () => (await bot.ledger.list(10)).map(({ state }) => state);
    await openForm();
    await ines.submitAndAgree();
    await announced(1);
    return { ...office, replica, lists, openForm, announced, states };
  }

  it('says that a person is already there who is entered twice over a lost answer', async ({
    open,
    cleanup,
  }) => {
    const { ines, bot, service, sandbox, states, inService } = await officeBehindProxy(open, cleanup);
    service.proxy.next('/api/users/', { when: 'after', answer: 'drop' });
    // From a form that didn't know about the first request.
    const again = {
      payload: { first_name: 'Jane', last_name: 'Doe', email: jane, start_day: '2999-01-01', role: 0 },
      context: { personName: 'Jane Doe', sequenceNames: [], viewId: 'V0' },
      requester: 'U0INES',
      submission: 'F-again',
    };
    await submitAndWait({ kind, ...again }, { ledger: bot.ledger, clock: systemClock });
    const { texts } = await ines.untilMessage('Jane Doe wasn’t added.');
    expect(texts.join('\n')).toMatch(/Jane Doe (already )?has this address/);
    expect(await states()).toEqual(['rejected', 'done']);
    expect(sandbox.messages(channels.hires)).toHaveLength(1);
    expect(await inService(jane)).toHaveLength(1);
  });

  it.for([
    ['an answer', undefined],
    ['a lost answer', 'drop'],
  ] as const)('adds and announces a person who comes back, with %s', async (row, { open, cleanup }) => {
    const [, answer] = row;
    const office = await officeBehindProxy(open, cleanup);
    const { ines, service, lists, announced, states } = office;
    await office.replica?.directory.refresh();
    // Every process remembers her now.
    lists.canBeRead = false;
    await service.operator.removeUser(jane);
    await office.openForm();
    await ines.submit();
    await ines.untilView('Check and add');
    expect(ines.pageText()).toContain('Jane Doe had this address when last checked');
    if (answer) service.proxy.next('/api/users/', { when: 'after', answer });
    await ines.submit();
    lists.canBeRead = true;
    await announced(2);
    await expect.poll(states).toEqual(['done', 'done']);
  });

  it('never takes a person for there who was removed a moment ago', async ({ open, cleanup }) => {
    const office = await officeBehindProxy(open, cleanup, 1);
    const processes = [office.bot, office.replica];
    for (const one of processes) await one?.directory.refresh();
    await office.openForm();
    // Reread the list now: rereads are throttled, so the submission can't trigger another one.
    for (const one of processes) await one?.directory.lookAgain();
    await office.service.operator.removeUser(jane);
    await office.ines.submitAndAgree();
    await office.announced(2);
  });
});
