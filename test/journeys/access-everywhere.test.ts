import { describe, expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import type { Person } from '../driver/person.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { channels, openOffice, ourService } from './office.ts';

const cleanup = useCleanup();

const group = { id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0LEILA'] };
const minute = 60_000;
const refusal = /don’t have access|can’t check your access|only for full members/;

async function getsIn(person: Person): Promise<boolean> {
  const refusals = () => person.messages(channels.general).filter(({ text }) => refusal.test(text));
  const before = refusals().length;
  await person.command('/offboard', { channel: channels.general });
  await person.until(() => person.views().length > 0 || refusals().length > before);
  const isIn = person.views().length > 0;
  await person.closeAll();
  return isIn;
}

async function changesIn(url: string): Promise<string[]> {
  const { db, close } = openDatabase<BotTables>(url);
  const rows = await db.selectFrom('access_changes').select('subject').execute().finally(close);
  return rows.map(({ subject }) => subject);
}

function homeText(person: Person): string {
  return person.home()?.texts.join('\n') ?? '';
}

const describeReplicas = postgresUrl ? describe : describe.skip;

describeReplicas('two replicas on one PostgreSQL', { timeout: 90_000 }, () => {
  /** Opens two replicas on one database; Slack talks to the one chosen with `turnTo`. */
  async function twoReplicas() {
    const database = await freshPostgres();
    cleanup.later(database.remove);
    // Slow enough for a busy machine to ask more than once within a minute.
    const clock = testClock({ speed: 10 });
    const office = await openOffice(cleanup, {
      mode: 'http',
      service: await ourService(cleanup),
      env: { DATABASE_URL: database.url, FRONTDESK_HR: 'U0INES,S0HR', FRONTDESK_MANAGERS: 'U0MARCUS' },
      workspace: { userGroups: [group] },
      clock,
    });
    const { sandbox, bot: first } = office;
    const second = await office.start();
    const turnTo = (replica: typeof first) => sandbox.setRequestUrl(`${replica.url}/slack/events`);
    return { ...office, first, second, turnTo, clock, leila: sandbox.person('U0LEILA') };
  }

  async function untilShutOut(clock: { now(): Date }, person: Person): Promise<number> {
    const start = clock.now().getTime();
    while (await getsIn(person)) expect(clock.now().getTime() - start).toBeLessThan(5 * minute);
    return clock.now().getTime() - start;
  }

  it('shuts out who left a user group within a minute at a replica that Slack did not tell', async () => {
    const { first, second, turnTo, sandbox, leila, clock } = await twoReplicas();
    for (const replica of [first, second]) {
      turnTo(replica);
      expect(await getsIn(leila)).toBe(true);
    }
    turnTo(first);
    sandbox.changeUserGroup('S0HR', { users: ['U0SOFIA'] });
    await sandbox.settled();
    expect(await getsIn(leila)).toBe(false);
    turnTo(second);
    expect(await untilShutOut(clock, leila)).toBeLessThan(minute);
    expect(await getsIn(sandbox.person('U0SOFIA'))).toBe(true);
  });

  it('shuts out who is a guest now within a minute at a replica that Slack did not tell', async () => {
    const { first, second, turnTo, sandbox, marcus, clock } = await twoReplicas();
    for (const replica of [first, second]) {
      turnTo(replica);
      expect(await getsIn(marcus)).toBe(true);
    }
    turnTo(first);
    sandbox.changePerson('U0MARCUS', { isGuest: true });
    await sandbox.settled();
    expect(await getsIn(marcus)).toBe(false);
    turnTo(second);
    expect(await untilShutOut(clock, marcus)).toBeLessThan(minute);
  });

  it('believes a group known to have changed for less than a minute when Slack cannot be asked', async () => {
    const { first, turnTo, sandbox, leila, clock } = await twoReplicas();
    turnTo(first);
    expect(await getsIn(leila)).toBe(true);
    sandbox.addFault({ target: 'usergroups.users.list', kind: 'error', times: 1_000 });
    sandbox.changeUserGroup('S0HR', { users: [] });
    await sandbox.settled();
    expect(await untilShutOut(clock, leila)).toBeLessThan(minute);
  });

  it('believes what is only old for an hour when Slack cannot be asked, and no longer', async () => {
    const { first, turnTo, sandbox, leila, clock } = await twoReplicas();
    turnTo(first);
    expect(await getsIn(leila)).toBe(true);
    for (const target of ['usergroups.users.list', 'users.info'])
      sandbox.addFault({ target, kind: 'error', times: 100_000 });
    const asked = () => sandbox.calls('users.info').filter(({ args }) => args.user === 'U0LEILA').length;
    const before = asked();
    clock.runAt(2_500);
    const start = clock.now().getTime();
    const at = (minutes: number) =>
      expect.poll(() => clock.now().getTime()).toBeGreaterThan(start + minutes * minute);
    await at(15);
    clock.runAt(10);
    expect(await getsIn(leila)).toBe(true);
    expect(asked()).toBeGreaterThan(before);
    clock.runAt(2_500);
    await at(61);
    clock.runAt(10);
    expect(await getsIn(leila)).toBe(false);
    sandbox.clearFaults();
    expect(await getsIn(leila)).toBe(true);
  });

  it('replaces App Home of who left the group though another replica published it', async () => {
    const { first, second, turnTo, sandbox, leila } = await twoReplicas();
    turnTo(first);
    await leila.openHome();
    await leila.until(() => leila.home()?.buttons.includes('Settings'));
    turnTo(second);
    await first.stop();
    sandbox.changeUserGroup('S0HR', { users: [] });
    await leila.until(() => homeText(leila).includes('Need access?'));
    expect(leila.home()?.buttons).toEqual([]);
  });

  it('replaces App Home of who became a guest, wherever it was published', async () => {
    const { first, second, turnTo, sandbox, marcus } = await twoReplicas();
    turnTo(first);
    await marcus.openHome();
    await marcus.until(() => homeText(marcus).includes('This week and next'));
    turnTo(second);
    sandbox.changePerson('U0MARCUS', { isGuest: true });
    await marcus.until(() => homeText(marcus).includes('only for full members'));
  });

  it('tells Slack’s events about people who may nothing to no other process', async () => {
    const { sandbox, first, turnTo, environment } = await twoReplicas();
    turnTo(first);
    sandbox.changePerson('U0SOFIA', { isGuest: true });
    sandbox.changePerson('U0LEILA', { realName: 'Leila H.' });
    await sandbox.settled();
    expect(await changesIn(environment.DATABASE_URL)).toEqual([]);
    sandbox.changePerson('U0LEILA', { isGuest: true });
    await expect.poll(() => changesIn(environment.DATABASE_URL)).toEqual(['U0LEILA']);
  });
});
