import { expect } from 'vitest';
import { demoPeople } from '../../src/service/demo/demo-people.ts';
import { useCleanup } from '../cleanup.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { openOffice } from '../journeys/office.ts';
import { onEachDatabase } from '../postgres.ts';
import { fastClock } from './fast-clock.ts';
import { hire, recordSubmission, submit } from './front-door.ts';
import { stillOpen, whatIsWrong } from './tally.ts';
import { inWhole, patience, until } from './trials.ts';

const cleanup = useCleanup();

const requests = 30;
/** Seconds in which the seven days pass. */
const weekTakes = 16;
const week = 7 * 86_400;

onEachDatabase((fresh) => {
  inWhole(
    `an API that breaks every connection for a simulated week, with ${requests} requests: all are made afterwards, oldest first, and nothing hammered it`,
    async () => {
      const database = await fresh();
      cleanup.later(database.remove);
      const token = 'b'.repeat(40);
      let away = false;
      const faultFor = () => (away ? 'drop' : null);
      const options = { token, employees: demoPeople, sequences: someSequences, faultFor };
      const deployment = await startReleasedDeployment(options);
      cleanup.later(deployment.stop);
      const clock = fastClock(10);
      const office = await openOffice(cleanup, {
        mode: 'http',
        service: { url: deployment.url, token },
        env: { DATABASE_URL: database.url },
        clock,
      });
      const { sandbox } = office;
      const recorded = await recordSubmission(sandbox);
      const door = { url: () => office.bot.url, signingSecret: sandbox.signingSecret };
      const hires = Array.from({ length: requests }, (_, number) => hire(number));

      away = true;
      const since = { at: clock.now().getTime(), asked: deployment.requests.length };
      for (const who of hires)
        expect(await submit(recorded, who, door)).toEqual({
          acknowledged: true,
          shows: 'Request saved',
        });
      clock.runAt(week / weekTakes);
      await until(
        () => clock.now().getTime() - since.at > week * 1000,
        () => clock.now(),
      );
      clock.runAt(10);
      const asked = deployment.requests.length - since.asked;
      away = false;
      await until(
        async () => (await stillOpen(database.url)).requests.length === 0,
        () => stillOpen(database.url),
      );
      await until(
        async () => (await stillOpen(database.url)).messages.length === 0,
        () => stillOpen(database.url),
      );

      const employees = deployment.employees();
      expect(await whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees })).toEqual([]);
      const made = employees.map(({ email }) => email).filter((email) => /^trial\.\d/.test(email));
      // Two are sent concurrently, so only neighbours may overtake each other.
      const moved = hires.map(({ email }, place) => Math.abs(made.indexOf(email) - place));
      expect(Math.max(...moved)).toBeLessThanOrEqual(2);
      // Less than one request per minute.
      expect(asked).toBeLessThan(7 * 24 * 60);
    },
    patience,
  );
});
