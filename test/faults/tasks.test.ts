import { expect } from 'vitest';
import { additions } from '../../src/contract/paths.ts';
import { testClock } from '../clock.ts';
import { kit, taskService, tasksOf } from '../journeys/task-office.ts';
import { inWhole } from '../journeys/world.ts';
import { deadlocksIn, onEachDatabase } from '../postgres.ts';
import { type Child, startChild } from '../service/child.ts';
import { workspaceFor } from './process.ts';
import { startProxy } from './proxy.ts';
import { inLedger } from './tally.ts';
import { patience, until } from './trials.ts';

const task = 'Task: Order a laptop (Jane Doe)';
/** Time in which a dead process's lease expires and due work is found, in milliseconds. */
const aLook = 40_000;

onEachDatabase((fresh) => {
  inWhole.for(['before', 'after'] as const)(
    'kill -9 %s Slack and the service have done what was asked: a task is sent once, done once, and shown as done',
    { timeout: patience },
    async (when, { cleanup }) => {
      const { url: databaseUrl } = await fresh();
      const clock = testClock({ start: '2031-03-13T12:00:00.000Z' });
      const service = await taskService(cleanup, clock);
      const proxy = await startProxy(cleanup, service.url);
      const behind = { url: proxy.url, token: service.token };
      const { sandbox, env } = await workspaceFor(cleanup, behind, databaseUrl);
      const given = JSON.stringify({ ...env, SLACK_APP_TOKEN: sandbox.appToken });
      const start = () => startChild('../bench/bot-process.ts', given, clock.now().toISOString());
      let child: Child = await start();
      cleanup.later(() => child.kill());
      const marcus = sandbox.person('U0MARCUS');
      const copies = () => marcus.directMessages().filter(({ text }) => text === task);
      /** Kills the process, starts another one, and lets time pass until it has made good. */
      async function killUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
        await child.kill();
        sandbox.clearFaults();
        child = await start();
        const pass = async () => {
          clock.moveBy(aLook);
          await child.moveTo(clock.now());
          return isSo();
        };
        await until(pass, () => marcus.directMessages());
      }

      const sequences = (await service.ask('/api/frontdesk/sequences/')) as { id: number; name: string }[];
      await service.ask('/api/users/', {
        ...{ first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example', role: 0 },
        ...{ manager: 3, start_day: '2031-03-17', timezone: 'Europe/London' },
        sequences: sequences.filter(({ name }) => name === kit).map(({ id }) => id),
      });
      sandbox.addFault({ target: 'chat.postMessage', kind: 'hang', when, times: 9 });
      clock.moveToDay('2031-03-14', '09:05');
      await child.moveTo(clock.now());
      await until(
        () => sandbox.calls('chat.postMessage').length > 0,
        () => sandbox.calls(),
      );
      const due = () =>
        inLedger(databaseUrl, (db) => {
          const open = db.selectFrom('messages').select('id').where('state', 'in', ['pending', 'sending']);
          return open.where('due_at', '<=', clock.now().toISOString()).execute();
        });
      await killUntil(async () => copies().length > 0 && (await due()).length === 0);
      expect(copies()).toHaveLength(1);

      const version = async () => (await tasksOf(service, 'Order a laptop'))[0]?.version ?? 0;
      const before = await version();
      proxy.next(additions.task, { when, answer: 'nothing' });
      const pressed = marcus.press('Done');
      const isThere = () =>
        proxy.passed.some(
          ({ path, status }) => path === additions.task && (status === 200) === (when === 'after'),
        );
      await until(isThere, () => proxy.passed);
      const isShown = () => copies().at(-1)?.buttons.join() === 'Undo';
      await killUntil(() => when === 'before' || isShown());
      await pressed;
      if (when === 'before') {
        await marcus.press('Done');
        await until(isShown, copies);
      }
      expect(await version()).toBe(before + 1);
      expect(copies()).toHaveLength(1);
      expect(await deadlocksIn(databaseUrl)).toBe(0);
    },
  );
});
