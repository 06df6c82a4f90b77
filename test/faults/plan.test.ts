import { expect } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import type { Person } from '../driver/person.ts';
import { movedClock } from '../journeys/moved-clock.ts';
import { releasedService } from '../journeys/office.ts';
import { deadlocksIn, onEachDatabase } from '../postgres.ts';
import { movedChildren } from './moved-children.ts';
import { openStored, postedIds } from './plan-stage.ts';
import { createPlanTrial, type PlanTrial } from './plan-trial.ts';
import { workspaceFor } from './process.ts';
import { chance, inWhole, patience } from './trials.ts';

const cleanup = useCleanup();

const hires = 12;
const actions = 240;
/** Before the clocks change in New York, in Amsterdam, and in Auckland, where that ends the summer; and after it. */
const begin = '2031-02-24T12:00:00.000Z';
const end = new Date('2031-04-08T00:00:00.000Z');

/** One process on SQLite, three on PostgreSQL, with Slack and what is stored. */
async function openTrial(url: string, random: () => number) {
  const service = await releasedService(cleanup);
  const { sandbox, env } = await workspaceFor(cleanup, service, url);
  const processes = movedChildren(cleanup, { ...env, SLACK_APP_TOKEN: sandbox.appToken }, movedClock(begin));
  // A form's windows are known to the process that showed them: it is filled in while there is one.
  await processes.start(1);
  const stored = openStored(cleanup, url);
  const count = url.startsWith('postgres') ? 3 : 1;
  const trial = createPlanTrial({ sandbox, service, processes, count, stored, random });
  await trial.addHires(hires, sandbox.person('U0INES'));
  await trial.addDepartures(sandbox.person('U0INES'));
  await trial.addElsewhere(sandbox.person('U0INES'));
  await processes.start(count);
  return { sandbox, processes, stored, trial };
}

async function happens(action: number, trial: PlanTrial, by: Person, random: () => number): Promise<void> {
  if (action === 2) return trial.deleteAnnouncement();
  if ([3, 11].includes(action % 12)) return trial.loseOrFind(by);
  if (action % 16 === 5) return trial.killWhileSending();
  if (action % 48 === 10) return trial.beAway(9);
  if (action % 48 === 26) return trial.setOtherwise();
  if (action % 7 === 3) return trial.sayAnotherLastDay();
  return random() < 0.2 ? trial.sayAnotherDay() : trial.moveOn();
}

onEachDatabase((fresh) => {
  inWhole(
    `${hires} hires, half of whom are offboarded, four who are announced after their offboarding, and ${actions} times a later hour, another first or last day, another setting, somebody who disappears from the service or is back, days of downtime, or kill -9 while messages are sent: what was shown is sent, once, and nothing else`,
    async () => {
      const database = await fresh();
      cleanup.later(database.remove);
      const random = chance(7);
      const { sandbox, processes, stored, trial } = await openTrial(database.url, random);
      await trial.expectSo();
      for (let action = 0; action < actions; action += 1) {
        await happens(action, trial, sandbox.person('U0INES'), random);
        await trial.expectSo();
      }
      const messages = await stored.messages();
      const idsOf = (some: typeof messages) => some.map((one) => one.metadata_id).toSorted();
      const sent = messages.filter(({ state }) => state === 'sent');
      const posted = postedIds(sandbox);
      const isPlanned = new Set(idsOf(messages));
      expect(posted.filter((id) => isPlanned.has(id)).toSorted()).toEqual(idsOf(sent));
      // Whatever else was told is there once, too.
      expect(posted.length).toBe(new Set(posted).size);
      expect(sent.length).toBeGreaterThan(hires);
      const refused = sandbox
        .calls('chat.update')
        .filter(({ answer }) => answer?.error === 'message_not_found');
      expect([refused.length, (await stored.withGone()).length]).toEqual([1, 1]);
      expect(processes.now() > end).toBe(true);
      expect(await deadlocksIn(database.url)).toBe(0);
    },
    patience,
  );
});
