import { expect, it } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { channels, type Office, openOffice, ourService, releasedService } from './office.ts';

const cleanup = useCleanup();

const refusedToken = 'admin token';

async function offboard({ marcus }: Office) {
  await marcus.command('/offboard', { channel: channels.general });
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
  await marcus.submitAndAgree();
  await marcus.untilMessage('has started.');
}

function messagesWith({ sandbox }: Pick<Office, 'sandbox'>, conversation: string, words: string): number {
  return sandbox.messages(conversation).filter((message) => JSON.stringify(message).includes(words)).length;
}

async function allSent({ environment }: Office) {
  const { db } = openDatabase<LedgerTables>(environment.DATABASE_URL);
  cleanup.later(() => db.destroy());
  const open = db
    .selectFrom('messages')
    .select('id')
    .where('planned', '=', 0)
    .where('state', 'in', ['pending', 'sending']);
  await expect.poll(() => open.execute()).toEqual([]);
}

const group = { id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0GRACE', 'U0INES', 'U0ROBIN'] };

onEachDatabase((fresh) => {
  it('a refused token is told directly, once, to the people and the group members of HR where there is no private channel', async () => {
    const database = await fresh();
    cleanup.later(database.remove);
    const service = await releasedService(cleanup);
    const env = { FRONTDESK_PRIVATE_CHANNEL: '', FRONTDESK_HR: 'U0INES,S0HR', DATABASE_URL: database.url };
    const workspace = { userGroups: [group] };
    const office = await openOffice(cleanup, { service, env, workspace, clock: testClock({ speed: 30 }) });
    const { ines, sandbox } = office;
    if (database.url.startsWith('postgres')) await office.start();
    service.spoilToken(service.token, 'removed');
    await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.untilView('New hire');
    await ines.submit();
    await ines.untilMessage(refusedToken);
    await sandbox.person('U0GRACE').untilMessage(refusedToken);
    await allSent(office);
    expect(messagesWith(office, 'D0INES', refusedToken)).toBe(1);
    expect(messagesWith(office, 'D0GRACE', refusedToken)).toBe(1);
    // Robin is a guest in the group.
    expect(sandbox.messages('D0ROBIN')).toEqual([]);
  });
});

it('an offboarding goes to HR’s people directly, not to the one who leaves, nor twice to the one who asked', async () => {
  const hr = 'U0INES,U0GRACE,U0SOFIA';
  const env = { FRONTDESK_PRIVATE_CHANNEL: '', FRONTDESK_HR: hr, FRONTDESK_MANAGERS: 'U0MARCUS' };
  const office = await openOffice(cleanup, { service: await ourService(cleanup), env });
  await offboard(office);
  await office.ines.untilMessage('The offboarding of Sofia Lindqvist has started.');
  await office.sandbox.person('U0GRACE').untilMessage('The offboarding of Sofia Lindqvist has started.');
  await allSent(office);
  expect(office.sandbox.messages('D0SOFIA')).toEqual([]);
  expect(messagesWith(office, 'D0MARCUS', 'has started.')).toBe(1);
});

it.each([
  ['isExtShared', 'is shared with another company'],
  ['isPendingExtShared', 'is shared with another company'],
] as const)(
  'a private channel that becomes shared (%s) gets nothing of a leaver; HR gets it directly, and what to do',
  async (flag, sentence) => {
    const office = await openOffice(cleanup, { service: await ourService(cleanup) });
    const { ines, sandbox } = office;
    sandbox.changeChannel(channels.private, { [flag]: true });
    await offboard(office);
    await ines.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await ines.untilMessage(sentence);
    await allSent(office);
    expect(sandbox.messages(channels.private)).toEqual([]);
    await ines.openHome();
    await ines.until(() => ines.home()?.texts.join().includes(sentence));
  },
);

it('a private channel of the environment that is shared is told of at start, once, and in App Home', async () => {
  const shared = demoWorkspace.channels.map((channel) =>
    channel.id === channels.private ? { ...channel, isExtShared: true } : channel,
  );
  const workspace = { channels: shared };
  const office = await openOffice(cleanup, { service: await ourService(cleanup), workspace });
  await office.ines.untilMessage('is shared with another company');
  await office.bot.stop();
  await office.start();
  await office.ines.openHome();
  await office.ines.until(() => office.ines.home()?.texts.join().includes('is shared with another company'));
  await allSent(office);
  expect(messagesWith(office, 'D0INES', 'is shared with another company')).toBe(1);
});

it('a private channel that workspaces of the same company share is fine', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  office.sandbox.changeChannel(channels.private, { isOrgShared: true });
  await offboard(office);
  await office.ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
  expect(office.sandbox.messages('D0INES')).toEqual([]);
});

it('nothing of a leaver goes to a requester who is a guest by then', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service, clock: testClock({ speed: 30 }) });
  const { marcus, sandbox, ines } = office;
  service.spoilToken(service.token, 'removed');
  await marcus.command('/offboard', { channel: channels.general });
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
  await marcus.submitAndAgree();
  await ines.untilMessage(refusedToken, channels.private);
  sandbox.changePerson('U0MARCUS', { isGuest: true });
  service.allowToken(service.token);
  await office.bot.ledger.resume();
  await ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
  await allSent(office);
  expect(sandbox.messages('D0MARCUS')).toEqual([]);
});

inWhole('of a large group the first twenty are told', async () => {
  const crowd = Array.from({ length: 30 }, (_, index) => ({
    id: `U0CROWD${index}`,
    name: `crowd.${index}`,
    realName: `Crowd ${index}`,
    email: `crowd.${index}@acme.example`,
    timezone: 'UTC',
  }));
  const workspace = {
    people: [...demoWorkspace.people, ...crowd],
    userGroups: [{ ...group, users: crowd.map(({ id }) => id) }],
  };
  const env = { FRONTDESK_PRIVATE_CHANNEL: '', FRONTDESK_HR: 'S0HR' };
  const office = await openOffice(cleanup, { service: await ourService(cleanup), env, workspace });
  await offboard(office);
  await allSent(office);
  const told = crowd.filter(({ id }) => office.sandbox.messages(`D${id.slice(1)}`).length > 0);
  expect(told).toHaveLength(20);
});
