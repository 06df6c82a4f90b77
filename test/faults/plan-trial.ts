import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { type PlanRules, rulesOf } from '../../src/bot/plan/plan.ts';
import { usualReminders } from '../../src/bot/storage/reminders.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import type { ReleasedDeployment } from '../contract/released-deployment.ts';
import type { Person } from '../driver/person.ts';
import { channels } from '../journeys/office.ts';
import { call } from '../sandbox/stage/call.ts';
import { zonesApart as zones } from '../zones-apart.ts';
import type { MovedChildren } from './moved-children.ts';
import { createPlanModel, type PlannedHire } from './plan-model.ts';
import { addDeparture, addHire, announce, asInModel, emailOf, nameOf, type Stored } from './plan-stage.ts';
import { oneOf, until } from './trials.ts';

interface Trial {
  sandbox: Sandbox;
  service: Pick<ReleasedDeployment, 'add' | 'remove'>;
  processes: MovedChildren;
  /** How many run at most. */
  count: number;
  stored: Stored;
  random: () => number;
}

const aDay = 86_400_000;
const anHour = 3_600_000;
/** Hours begin at one of them everywhere. */
const aQuarter = 900_000;
/** As long as it takes until somebody looks once more whether those who hold something are alive, in milliseconds. */
const aLook = 2_600;

/** By then the list of employees was read again, in milliseconds. */
const untilListed = 6 * 60_000;

export type PlanTrial = ReturnType<typeof createPlanTrial>;

/** What can happen to what is planned, to processes and to the clock; and what has to have come of it. */
export function createPlanTrial({ sandbox, service, processes, count, stored, random }: Trial) {
  const rulesNow = (): PlanRules => rulesOf(stored.settings.current());
  const model = createPlanModel(rulesNow());
  const { now } = processes;
  /** Those who were deleted in the service, with what brings them back. */
  const deleted = new Map<PlannedHire, () => void>();
  let found = 0;
  const soon = (most: number) => addDays(dayIn('UTC', now()), 1 + Math.floor(random() * most));
  const posts = () => sandbox.calls('chat.postMessage').length;

  /** A minute after a quarter begins, so that no hour is over before what is late by then has been sent. */
  function later(days: number): Date {
    const instant = now().getTime() + random() * days * aDay;
    return new Date(Math.floor(instant / aQuarter) * aQuarter + 60_000);
  }

  /** The next moment for which something is planned, unless that is days away. */
  const next = () => new Date(Math.min(model.next(now()), later(3).getTime()));

  const stand = async () => {
    const missing = model.hires.flatMap((one) => (one.missing ? one.id : []));
    return asInModel(await stored.messages(), missing, now());
  };

  async function isSo(): Promise<boolean> {
    model.pass(now());
    return isDeepStrictEqual(await stand(), model.all());
  }

  /** Lets minutes pass in which the service's list is read and compared, until it is so. */
  async function untilSeen(isSeen: () => Promise<boolean> | boolean) {
    const look = async () => {
      await processes.moveTo(new Date(now().getTime() + untilListed));
      model.pass(now());
      return isSeen();
    };
    await until(look, stand);
  }

  const asksHr = (words: string) =>
    sandbox.messages(channels.private).filter(({ text }) => text.includes(words));

  async function beAwayUntil(instant: Date, meanwhile = async () => {}) {
    await (random() < 0.5 ? processes.stop() : processes.kill());
    await meanwhile();
    await processes.moveTo(instant);
    await processes.start(count);
  }

  async function amend(id: string, day: string | null) {
    expect(await processes.amend({ id, day, seen: await stored.amendments(id) })).toBe('amended');
  }

  async function lose() {
    const today = dayIn('UTC', now());
    const number = model.hires.findIndex(
      (one) => !one.departure && !deleted.has(one) && (one.day ?? '') > today,
    );
    const one = model.hires[number];
    if (!one) return;
    const question = `${nameOf(number)} is no longer in the onboarding service. Cancel the start?`;
    const before = asksHr(question).length;
    deleted.set(one, service.remove(emailOf(number)));
    await untilSeen(() => asksHr(question).length > before);
    one.missing = true;
  }

  async function find(one: PlannedHire, by: Person) {
    found += 1;
    const how = (['Cancel start', 'Keep start', 'back'] as const)[found % 3] ?? 'back';
    const isSaid = async () => (await stored.missing()).length === 0;
    if (how === 'back') {
      deleted.get(one)?.();
      deleted.delete(one);
      await untilSeen(isSaid);
    } else {
      await by.press(how, { confirm: true });
      // A later hour would begin with what waits before the answer is stored.
      await until(isSaid, stand);
    }
    // By then what waited was looked at again.
    await processes.moveTo(new Date(now().getTime() + 2 * untilListed));
    one.missing = false;
    if (how === 'Cancel start') one.day = null;
    model.plan(one, now());
  }

  return {
    model,

    async addHires(hires: number, by: Person) {
      for (let number = 0; number < hires; number += 1) {
        const [zone, day] = [oneOf(zones, random), soon(50)];
        await addHire(by, number, { day, zone });
        const one = { ...(await stored.newest()), day, zone, coming: new Map() };
        model.hires.push(one);
        model.plan(one, now());
      }
    },

    /** Of every second one: the last day is before, on and after the start day, in turn. */
    async addDepartures(by: Person) {
      await processes.moveTo(new Date(now().getTime() + untilListed));
      for (const [number, one] of model.hires.entries()) {
        if (number % 2 === 1 || one.day === null) continue;
        const lastDay = addDays(one.day, ((number / 2) % 3) - 1);
        await addDeparture(by, number, lastDay);
        one.departure = { ...(await stored.newest()), lastDay };
        model.plan(one, now());
      }
    },

    /** Added in the service, offboarded, then announced: the last day is over by then, or around the start day. */
    async addElsewhere(by: Person) {
      for (const away of [null, -1, 0, 1]) {
        const number = model.hires.length;
        const [zone, day] = [oneOf(zones, random), addDays(soon(40), 9)];
        service.add({ first_name: 'Jane', last_name: nameOf(number).slice(5), email: emailOf(number) });
        await untilSeen(() => asksHr(`${nameOf(number)} was added`).length > 0);
        const lastDay = away === null ? dayIn('UTC', now()) : addDays(day, away);
        await addDeparture(by, number, lastDay);
        const departure = { ...(await stored.newest()), lastDay };
        if (away === null) await processes.moveTo(new Date(now().getTime() + 2 * aDay));
        model.pass(now());
        await announce(by, { day, zone });
        const one = { ...(await stored.newest()), day, zone, coming: new Map() };
        model.hires.push(away === null ? one : { ...one, departure });
        for (const hire of model.hires.slice(-1)) model.plan(hire, now());
      }
    },

    /** What a dead one held is taken over after a while: the clock goes on as long as nothing happens. */
    async expectSo() {
      let seen = '';
      await until(
        async () => {
          if (await isSo()) return true;
          const messages = JSON.stringify(await stored.messages());
          if (messages === seen) await processes.moveTo(new Date(now().getTime() + aLook));
          seen = messages;
          return false;
        },
        async () => ({ is: await stand(), should: model.all(), at: now() }),
      );
    },

    moveOn: () => processes.moveTo(next()),

    async sayAnotherDay() {
      const one = oneOf(model.hires, random);
      const day = random() < 0.25 && one.day !== null ? null : soon(40);
      if (day === one.day) return;
      await amend(one.id, day);
      // Whoever says that they start has answered whether they do.
      if (one.day === null || day === null) one.missing = false;
      one.day = day;
      model.plan(one, now());
    },

    /** Before, on or after the start day; or the departure is called off. */
    async sayAnotherLastDay() {
      const one = oneOf(
        model.hires.filter(({ departure }) => departure),
        random,
      );
      const by = oneOf([null, -1, 0, 1], random);
      const lastDay = by === null ? null : addDays(one.day ?? soon(40), by);
      if (!one.departure || lastDay === one.departure.lastDay) return;
      await amend(one.departure.id, lastDay);
      one.departure.lastDay = lastDay;
      model.plan(one, now());
    },

    async setOtherwise() {
      const hour = 8 + Math.floor(random() * 9);
      const reminders = { ...usualReminders, hour, daysBefore: [1 + Math.floor(random() * 7)] };
      await beAwayUntil(now(), async () => {
        await stored.settings.save({ reminders }, 'U0INES', now());
        model.follow(rulesNow(), now());
      });
    },

    beAway: (days: number) => beAwayUntil(later(days)),

    /** Somebody deletes the announcement of one who starts in any case, and the start moves. */
    async deleteAnnouncement() {
      const number = model.hires.findIndex(({ departure }) => !departure);
      const one = model.hires[number];
      const announced = sandbox
        .messages(channels.hires)
        .find(({ text }) => text.includes(`${nameOf(number)} joins`));
      if (!one || !announced) throw new Error('Nobody is announced.');
      await call(sandbox, 'chat.delete', { channel: channels.hires, ts: announced.ts });
      one.day = addDays(one.day ?? soon(40), 1);
      await amend(one.id, one.day);
      model.plan(one, now());
      await until(async () => (await stored.withGone()).length > 0, stored.withGone);
    },

    /** Somebody who starts disappears from the service; of who has, HR says whether they start, or they are back. */
    async loseOrFind(by: Person) {
      while (!model.isCalm(now(), new Date(now().getTime() + anHour))) {
        await this.moveOn();
        await this.expectSo();
      }
      const lost = model.hires.find(({ missing }) => missing);
      return lost ? find(lost, by) : lose();
    },

    /** At the moment at which messages are due: any time after it, or when Slack has one and its answer is lost. */
    async killWhileSending() {
      const when = oneOf(['before', 'after'] as const, random);
      const isHeld = random() < 0.6;
      const before = posts();
      if (isHeld) sandbox.addFault({ target: 'chat.postMessage', kind: 'hang', when, times: 9 });
      await processes.moveTo(next());
      const hasBegun = async () => posts() > before || (await isSo());
      if (isHeld) await until(hasBegun, model.all);
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      // Whoever gets no answer waits for it: where there is none, all of them are killed.
      await processes.kill(() => isHeld || random() < 0.6);
      sandbox.clearFaults();
      if (processes.count() === 0 || random() < 0.5) await processes.start(count);
    },
  };
}
