import { afterEach, beforeEach, expect } from 'vitest';
import { demoPeople } from '../../src/service/demo/demo-people.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import type { Fault } from '../contract/released-faults.ts';
import { type Cleanup, createCleanup, openOffice } from '../journeys/office.ts';
import { onEachDatabase } from '../postgres.ts';
import { fastClock } from './fast-clock.ts';
import { handIn, hire, recordSubmission } from './front-door.ts';
import { stillOpen, whatIsWrong } from './tally.ts';
import { chance, eachOf, inWhole, oneOf, patience, until } from './trials.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const requests = 500;
const faults: readonly Fault[] = [
  'error',
  'error-after',
  'drop',
  'drop-after',
  'bad-gateway',
  'gateway-timeout',
  'gateway-timeout-after',
  'unavailable',
  'too-many',
  'garbage',
  'hang',
  'late',
  'redirect',
  'page',
];

/** A deployment that fails at every other request, in any way, and delays the rest. */
function unreliableDeployment(random: () => number) {
  const struck = new Map<Fault, number>();
  const token = 'b'.repeat(40);
  const options = { token, employees: demoPeople, sequences: someSequences, latency: 2 };
  let calm = true;
  const faultFor = (method: string) => {
    if (calm || method === 'OPTIONS' || random() > 0.4) return null;
    const fault = oneOf(faults, random);
    struck.set(fault, (struck.get(fault) ?? 0) + 1);
    return fault;
  };
  return {
    struck,
    token,
    start: () => startReleasedDeployment({ ...options, faultFor }),
    beUnreliable: (yes: boolean) => {
      calm = !yes;
    },
  };
}

onEachDatabase((fresh) => {
  inWhole(
    `${requests} hires, with an API that fails at two of five requests in ${faults.length} ways: each is made once`,
    async () => {
      const database = await fresh();
      cleanup.later(database.remove);
      const unreliable = unreliableDeployment(chance(5));
      const deployment = await unreliable.start();
      cleanup.later(deployment.stop);
      const office = await openOffice(cleanup, {
        mode: 'http',
        service: { url: deployment.url, token: unreliable.token },
        env: { DATABASE_URL: database.url },
        clock: fastClock(40),
        limits: { readTimeout: 250, writeTimeout: 250 },
      });
      const recorded = await recordSubmission(office.sandbox);
      const hires = Array.from({ length: requests }, (_, number) => hire(number));
      const door = { url: () => office.bot.url, signingSecret: office.sandbox.signingSecret };
      unreliable.beUnreliable(true);
      await eachOf(requests, 4, async (number) => {
        await handIn(recorded, hire(number), door);
      });
      await until(
        async () => {
          const open = await stillOpen(database.url);
          return open.requests.length === 0 && open.messages.length === 0;
        },
        () => stillOpen(database.url),
      );
      const employees = deployment.employees();
      const { sandbox } = office;
      expect(await whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees })).toEqual([]);
      expect([...unreliable.struck.keys()].toSorted()).toEqual([...faults].toSorted());
    },
    patience,
  );
});
