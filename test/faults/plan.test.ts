import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PlanRules, rulesOf } from '../../src/bot/plan/plan.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { usualReminders } from '../../src/bot/storage/reminders.ts';
import { createSettingsStore } from '../../src/bot/storage/settings.ts';
import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import { type MovedClock, movedClock } from '../journeys/moved-clock.ts';
import { type Cleanup, channels, createCleanup, openOffice, releasedService } from '../journeys/office.ts';
import { onEachDatabase } from '../postgres.ts';
import { zonesApart as zones } from '../zones-apart.ts';
import { createPlanModel } from './plan-model.ts';
import { chance, oneOf, patience, trials } from './trials.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const hires = trials(24, 6);
const actions = trials(240, 50);
/** Before the clocks change in New York, in Amsterdam, and in Auckland. */
const begin = '2031-02-24T12:00:00.000Z';
const aDay = 86_400_000;

/** One process on SQLite, three on PostgreSQL, which are stopped and started as one. */
async function openOffices(url: string, clock: MovedClock) {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service, clock, env: { DATABASE_URL: url } });
  const config = readBotConfig(office.environment, () => '');
  const start = () => startFromConfig(config, silentLog(), clock);
  const count = url.startsWith('postgres') ? 3 : 1;
  const running = [office.bot];
  cleanup.later(() => Promise.all(running.map((bot) => bot.stop())));
  return {
    ...office,
    ledger: () => running[0]?.ledger ?? office.bot.ledger,
    /** All of them are stopped, and as many as there can be are started. */
    async beAwayUntil(instant: Date, meanwhile = async () => {}) {
      await Promise.all(running.splice(0).map((bot) => bot.stop()));
      await meanwhile();
      clock.moveTo(instant);
      while (running.length < count) running.push(await start());
      await Promise.all(running.map((bot) => bot.connected));
    },
  };
}
type Offices = Awaited<ReturnType<typeof openOffices>>;

/** What the tables say of messages in a state. */
function createReader(url: string) {
  const stored = openDatabase<BotTables>(url);
  cleanup.later(stored.close);
  const settings = createSettingsStore(stored.db, { channels: [channels.hires] });
  const rows = (state: string) =>
    stored.db
      .selectFrom('messages')
      .select(['request_id', 'purpose', 'due_at'])
      .where('planned', '=', 1)
      .where('request_id', 'is not', null)
      .where('purpose', 'not like', 'plan:headline%')
      .where('state', '=', state)
      .execute();
  return {
    settings,
    in: async (state: string) =>
      (await rows(state)).map((row) => `${row.request_id} ${row.purpose}`).toSorted(),
    coming: async () =>
      (await rows('pending')).map((row) => `${row.request_id} ${row.purpose} ${row.due_at}`).toSorted(),
  };
}

/** HR adds somebody who starts on a day, somewhere. @returns the request */
async function hire({ ines, ledger }: Offices, number: number, day: string, zone: string) {
  const name = `Jane ${String.fromCharCode(65 + number)}oe`;
  await ines.command(`/newhire ${name} jane.${number}@acme.example ${day}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.press('More fields');
  await ines.until(() => ines.view().fields['Time zone']?.value?.includes('London'));
  const shown = zone.replaceAll('_', ' ');
  await ines.fill({ 'Time zone': zone });
  await ines.until(() => ines.view().fields['Time zone']?.value?.includes(shown));
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.closeAll();
  const [request] = await ledger().list(1);
  if (!request) throw new Error('The hire is not in the ledger.');
  return request;
}

onEachDatabase((fresh) => {
  it(
    `${hires} hires, and ${actions} times another day, another setting, a later hour or days of downtime: what was shown is sent, once, and nothing else`,
    async () => {
      const database = await fresh();
      cleanup.later(database.remove);
      const clock = movedClock(begin);
      const offices = await openOffices(database.url, clock);
      const stored = createReader(database.url);
      const rulesNow = (): PlanRules => rulesOf(stored.settings.current());
      const model = createPlanModel(rulesNow());
      const random = chance(7);
      const soon = (most: number) => addDays(dayIn('UTC', clock.now()), 1 + Math.floor(random() * most));

      async function expectSo() {
        model.pass(clock.now());
        await expect.poll(() => stored.in('sent')).toEqual(model.sent());
        await expect.poll(() => stored.in('dropped')).toEqual(model.dropped());
        await expect.poll(stored.coming).toEqual(model.coming());
      }

      async function sayAnotherDay() {
        const one = oneOf(model.hires, random);
        const day = random() < 0.25 && one.day !== null ? null : soon(40);
        if (day === one.day) return;
        const amended = await offices.ledger().amend(one.id, { day, seen: one.amendments }, 'U0INES');
        expect(amended.kind).toBe('amended');
        Object.assign(one, { day, amendments: one.amendments + 1 });
        model.plan(one, clock.now());
      }

      async function setOtherwise() {
        const hour = 8 + Math.floor(random() * 9);
        const reminders = { ...usualReminders, hour, daysBefore: [1 + Math.floor(random() * 7)] };
        await offices.beAwayUntil(clock.now(), async () => {
          await stored.settings.save({ reminders }, 'U0INES', clock.now());
          model.follow(rulesNow(), clock.now());
        });
      }

      for (let number = 0; number < hires; number += 1) {
        const zone = oneOf(zones, random);
        const { id, day } = await hire(offices, number, soon(50), zone);
        const one = { id, day, zone, amendments: 0, coming: new Map() };
        model.hires.push(one);
        model.plan(one, clock.now());
      }
      await expectSo();
      await offices.beAwayUntil(clock.now());
      for (let action = 0; action < actions; action += 1) {
        const dice = random();
        const inDays = (most: number) => new Date(clock.now().getTime() + random() * most * aDay);
        if (dice < 0.75) clock.moveTo(new Date(Math.min(model.next(), inDays(3).getTime())));
        else if (dice < 0.85) await sayAnotherDay();
        else if (dice < 0.92) await setOtherwise();
        else await offices.beAwayUntil(inDays(9));
        await expectSo();
      }
      expect(model.sent().length).toBeGreaterThan(hires);
      const posted = offices.sandbox
        .calls('chat.postMessage')
        .map(({ args }) => JSON.stringify(args.metadata));
      expect(posted.length).toBe(new Set(posted).size);
    },
    patience,
  );
});
