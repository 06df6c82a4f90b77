import { expect, vi } from 'vitest';
import { additions } from '../../src/contract/paths.ts';
import { testClock } from '../clock.ts';
import type { Person } from '../driver/person.ts';
import { type Cleanup, ourService } from './office.ts';
import { behindProxy, channels, type Open, onPostgres, type World } from './world.ts';

vi.setConfig({ testTimeout: 90_000 });

const group = { id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0LEILA'] };
const minute = 60_000;
const refusal = /don’t have access|Slack isn’t answering|only for full members/;

async function getsIn(person: Person): Promise<boolean> {
  const refusals = () => person.messages(channels.general).filter(({ text }) => refusal.test(text));
  const before = refusals().length;
  await person.command('/offboard', { channel: channels.general });
  await person.until(() => person.views().length > 0 || refusals().length > before);
  const isIn = person.views().length > 0;
  await person.closeAll();
  return isIn;
}

/** Opens two replicas on one PostgreSQL; Slack talks to the one chosen with `turnTo`. */
async function twoReplicas(open: Open, postgres: string) {
  const office = await open({
    mode: 'http',
    service: (cleanup: Cleanup) => behindProxy(cleanup, ourService),
    env: { DATABASE_URL: postgres, FRONTDESK_HR: 'U0INES,S0HR', FRONTDESK_MANAGERS: 'U0MARCUS' },
    workspace: { userGroups: [group] },
    // Slow enough for a busy machine to ask more than once within a minute.
    clock: testClock({ speed: 10 }),
  });
  const { sandbox, bot: first } = office;
  const second = await office.start();
  const turnTo = (replica: typeof first) => sandbox.setRequestUrl(`${replica.url}/slack/events`);
  return { ...office, first, second, turnTo };
}

async function untilShutOut(clock: { now(): Date }, person: Person): Promise<number> {
  const start = clock.now().getTime();
  while (await getsIn(person)) expect(clock.now().getTime() - start).toBeLessThan(5 * minute);
  return clock.now().getTime() - start;
}

const leaveGroup = ({ sandbox }: Pick<World, 'sandbox'>) =>
  sandbox.changeUserGroup('S0HR', { users: ['U0SOFIA'] });
const becomeGuest = ({ sandbox }: Pick<World, 'sandbox'>) =>
  sandbox.changePerson('U0MARCUS', { isGuest: true });

onPostgres.for([
  ['left a user group', 'leila', leaveGroup],
  ['is a guest now', 'marcus', becomeGuest],
] as const)(
  'shuts out who %s within a minute at a replica that Slack did not tell',
  async ([, who, change], { open, postgres }) => {
    const office = await twoReplicas(open, postgres);
    const { first, second, turnTo, sandbox, clock, [who]: person } = office;
    for (const replica of [first, second]) {
      turnTo(replica);
      expect(await getsIn(person)).toBe(true);
    }
    turnTo(first);
    change(office);
    await sandbox.settled();
    expect(await getsIn(person)).toBe(false);
    turnTo(second);
    expect(await untilShutOut(clock, person)).toBeLessThan(minute);
    expect(await getsIn(office.sofia)).toBe(change === leaveGroup);
  },
);

onPostgres(
  'believes a group known to have changed for less than a minute when Slack cannot be asked',
  async ({ open, postgres }) => {
    const { first, turnTo, sandbox, leila, clock } = await twoReplicas(open, postgres);
    turnTo(first);
    expect(await getsIn(leila)).toBe(true);
    sandbox.addFault({ target: 'usergroups.users.list', kind: 'error', times: 1_000 });
    sandbox.changeUserGroup('S0HR', { users: [] });
    await sandbox.settled();
    expect(await untilShutOut(clock, leila)).toBeLessThan(minute);
  },
);

onPostgres(
  'believes what is only old for an hour when Slack cannot be asked, and no longer',
  async ({ open, postgres }) => {
    const { first, turnTo, sandbox, leila, clock } = await twoReplicas(open, postgres);
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
  },
);

onPostgres.for([
  ['left the group', 'leila', leaveGroup, 'Need access?'],
  ['became a guest', 'marcus', becomeGuest, 'only for full members'],
] as const)(
  'replaces App Home of who %s though another replica published it',
  async ([, who, change, words], { open, postgres }) => {
    const office = await twoReplicas(open, postgres);
    const { first, second, turnTo, [who]: person } = office;
    turnTo(first);
    await person.visitHome('This week and next');
    turnTo(second);
    await first.stop();
    const answer = office.service.proxy.hold(additions.tasks);
    change(office);
    if (person === office.leila) await person.untilHome('Looking up tasks…');
    answer();
    await person.untilHome(words);
    expect(person.home()?.buttons).toEqual([]);
  },
);

onPostgres(
  'tells Slack’s events about people who may nothing to no other process',
  async ({ open, postgres }) => {
    const { sandbox, first, turnTo, rows } = await twoReplicas(open, postgres);
    const changed = async () => (await rows('access_changes')).map(({ subject }) => subject);
    turnTo(first);
    sandbox.changePerson('U0SOFIA', { isGuest: true });
    sandbox.changePerson('U0LEILA', { realName: 'Leila H.' });
    await sandbox.settled();
    expect(await changed()).toEqual([]);
    sandbox.changePerson('U0LEILA', { isGuest: true });
    await expect.poll(changed).toEqual(['U0LEILA']);
  },
);
