import { expect } from 'vitest';
import { demoPeople } from '../../src/service/demo.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { inWhole } from '../journeys/world.ts';
import { onEachDatabase } from '../postgres.ts';
import { hires, submit } from './front-door.ts';
import { openStage } from './stage.ts';
import { patience, until } from './trials.ts';

const requests = 30;
const weekTakes = 16;
const week = 7 * 86_400;

onEachDatabase((fresh) => {
  inWhole(
    `an API that breaks every connection for a simulated week, with ${requests} requests: all are made afterwards, oldest first, at less than one request a minute meanwhile`,
    async ({ cleanup }) => {
      const token = 'b'.repeat(40);
      let away = false;
      const faultFor = () => (away ? 'drop' : null);
      const options = { token, employees: demoPeople, sequences: someSequences, faultFor };
      const deployment = await startReleasedDeployment(options);
      cleanup.later(deployment.stop);
      const service = { ...deployment, token };
      const { clock, recorded, door, expectEachOnce } = await openStage(cleanup, fresh, {
        service,
        speed: 10,
      });
      away = true;
      const since = { at: clock.now().getTime(), asked: deployment.requests.length };
      for (const who of hires(requests))
        expect(await submit(recorded, who, door)).toEqual({ acknowledged: true, shows: 'Request saved' });
      clock.runAt(week / weekTakes);
      await until(
        () => clock.now().getTime() - since.at > week * 1000,
        () => clock.now(),
      );
      clock.runAt(10);
      const asked = deployment.requests.length - since.asked;
      away = false;
      await expectEachOnce(requests);
      const made = deployment.employees().map(({ email }) => email);
      const trialsMade = made.filter((email) => /^trial\.\d/.test(email));
      // Two are sent concurrently, so only neighbours may overtake each other.
      const moved = hires(requests).map(({ email }, place) => Math.abs(trialsMade.indexOf(email) - place));
      expect(Math.max(...moved)).toBeLessThanOrEqual(2);
      expect(asked).toBeLessThan(7 * 24 * 60);
    },
    patience,
  );
});
