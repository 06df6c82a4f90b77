import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { type PlanRules, rulesOf } from '../../src/bot/plan/plan.ts';
import { usualReminders } from '../../src/bot/storage/reminders.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import type { Person } from '../driver/person.ts';
import { channels } from '../journeys/office.ts';
import { call } from '../sandbox/stage/call.ts';
import { zonesApart as zones } from '../zones-apart.ts';
import type { MovedChildren } from './moved-children.ts';
import { createPlanModel } from './plan-model.ts';
import { addDeparture, addHire, asInModel, nameOf, type Stored } from './plan-stage.ts';
import { oneOf, until } from './trials.ts';

interface Trial {
  sandbox: Sandbox;
  processes: MovedChildren;
  /** How many run at most. */
  count: number;
  stored: Stored;
  random: () => number;
}

const aDay = 86_400_000;
/** Hours begin at one of them everywhere. */
const aQuarter = 900_000;
/** As long as it takes until somebody looks once more whether those who hold something are alive, in milliseconds. */
const aLook = 2_600;

/** By then the list of employees was read again, in milliseconds. */
const untilListed = 6 * 60_000;

export type PlanTrial = ReturnType<typeof createPlanTrial>;

/** What can happen to what is planned, to processes and to the clock; and what has to have come of it. */
export function createPlanTrial({ sandbox, processes, count, stored, random }: Trial) {
  const rulesNow = (): PlanRules => rulesOf(stored.settings.current());
  const model = createPlanModel(rulesNow());
  const { now } = processes;
  const soon = (most: number) => addDays(dayIn('UTC', now()), 1 + Math.floor(random() * most));
  const posts = () => sandbox.calls('chat.postMessage').length;

  /** A minute after a quarter begins, so that no hour is over before what is late by then has been sent. */
  function later(days: number): Date {
    const instant = now().getTime() + random() * days * aDay;
    return new Date(Math.floor(instant / aQuarter) * aQuarter + 60_000);
  }

  /** The next moment for which something is planned, unless that is days away. */
  const next = () => new Date(Math.min(model.next(), later(3).getTime()));

  async function isSo(): Promise<boolean> {
    model.pass(now());
    return isDeepStrictEqual(asInModel(await stored.messages()), model.all());
  }

  async function beAwayUntil(instant: Date, meanwhile = async () => {}) {
    await (random() < 0.5 ? processes.stop() : processes.kill());
    await meanwhile();
    await processes.moveTo(instant);
    await processes.start(count);
  }

  async function amend(id: string, day: string | null) {
    expect(await processes.amend({ id, day, seen: await stored.amendments(id) })).toBe('amended');
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
        async () => ({ is: asInModel(await stored.messages()), should: model.all(), at: now() }),
      );
    },

    moveOn: () => processes.moveTo(next()),

    async sayAnotherDay() {
      const one = oneOf(model.hires, random);
      const day = random() < 0.25 && one.day !== null ? null : soon(40);
      if (day === one.day) return;
      await amend(one.id, day);
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
