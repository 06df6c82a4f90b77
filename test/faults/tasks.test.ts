import { expect } from 'vitest';
import { addDays, isWeekend } from '../../src/time/dates.ts';
import { testClock } from '../clock.ts';
import { taskService } from '../journeys/task-office.ts';
import { inWhole } from '../journeys/world.ts';
import { deadlocksIn, onEachDatabase } from '../postgres.ts';
import { movedChildren } from './moved-children.ts';
import { workspaceFor } from './process.ts';
import { startProxy } from './proxy.ts';
import { addStarters, postedIds } from './tasks-stage.ts';
import { createTasksTrial, type Press } from './tasks-trial.ts';
import { chance, oneOf, patience } from './trials.ts';

/** Working days from a Monday on. */
const begin = '2031-03-03T12:00:00.000Z';
const weekdays = (count: number) =>
  Array.from({ length: count }, (_, index) => addDays('2031-03-04', index)).filter((day) => !isWeekend(day));
const presses: Press[] = ['Not yet', 'Done', 'Not mine', 'Done', 'Not yet'];
const moments = ['before', 'after'] as const;
const days = weekdays(9);
const starts = days.slice(0, 4).map((day) => addDays(day, 4));

onEachDatabase((fresh) => {
  inWhole(
    'kill -9 while messages about tasks are sent and answers to them arrive: each is sent once, done once, and shown correctly',
    async ({ cleanup }) => {
      const { url: databaseUrl } = await fresh();
      const random = chance(11);
      const clock = testClock({ start: begin });
      const service = await taskService(cleanup, clock);
      const proxy = await startProxy(cleanup, service.url);
      const { sandbox, env } = await workspaceFor(
        cleanup,
        { url: proxy.url, token: service.token },
        databaseUrl,
      );
      const processes = movedChildren(cleanup, { ...env, SLACK_APP_TOKEN: sandbox.appToken }, clock);
      const count = databaseUrl.startsWith('postgres') ? 2 : 1;
      await processes.start(count);
      await addStarters(service, starts);
      const trial = createTasksTrial({ sandbox, processes, count, service, proxy, random });
      for (const [index, day] of days.entries()) {
        const isKilled = index % 3 === 0;
        await trial.morning(day, isKilled);
        await trial.expectSo();
        await trial.press(
          presses[index % presses.length] ?? 'Done',
          isKilled ? undefined : oneOf(moments, random),
        );
        await trial.expectSo();
      }
      const posted = postedIds(sandbox);
      expect(posted.length).toBe(new Set(posted).size);
      expect(posted.length).toBeGreaterThan(starts.length);
      expect(await deadlocksIn(databaseUrl)).toBe(0);
    },
    patience,
  );
});
