import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { testClock } from '../clock.ts';
import { some } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Office, releasedService } from './office.ts';
import { crowd } from './people-office.ts';
import { channels, inWhole, it } from './world.ts';

const refusedToken = 'admin token';
const shared = 'Another company could read who is leaving';
const started = 'Sofia Lindqvist’s offboarding has started.';
const group = { id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0GRACE', 'U0INES', 'U0ROBIN'] };

function count({ sandbox }: Office, conversation: string, words: string): number {
  return sandbox.messages(conversation).filter((message) => JSON.stringify(message).includes(words)).length;
}

onEachDatabase((fresh) => {
  it('tells HR’s people and groups once of a refused token', async ({ open }) => {
    const database = await fresh();
    const office = await open({
      service: releasedService,
      env: { FRONTDESK_PRIVATE_CHANNEL: '', FRONTDESK_HR: 'U0INES,S0HR', DATABASE_URL: database.url },
      workspace: { userGroups: [group] },
      clock: testClock({ speed: 30 }),
    });
    const { ines, grace, sandbox, service } = office;
    if (database.url.startsWith('postgres')) await office.start();
    service.spoilToken(service.token, 'removed');
    await office.hire({ fields: {}, page: 'Request saved' });
    await ines.untilMessage(refusedToken);
    await grace.untilMessage(refusedToken);
    await office.allSent();
    expect(count(office, 'D0INES', refusedToken)).toBe(1);
    expect(count(office, 'D0GRACE', refusedToken)).toBe(1);
    // Robin is a guest in the group.
    expect(sandbox.messages('D0ROBIN')).toEqual([]);
  });
});

const flags = ['isExtShared', 'isPendingExtShared'] as const;
it.for(some(flags, 1))('posts no leaver in a channel that becomes shared (%s)', async (flag, { open }) => {
  const { ines, sandbox, offboard, allSent } = await open();
  sandbox.changeChannel(channels.private, { [flag]: true });
  await offboard();
  await ines.untilMessage(shared);
  await allSent();
  expect(sandbox.messages(channels.private)).toEqual([]);
  await ines.visitHome(shared);
});

it('warns at start, once, and in App Home of a private channel that is shared', async ({ open }) => {
  const channelsOfDemo = demoWorkspace.channels.map((channel) =>
    channel.id === channels.private ? { ...channel, isExtShared: true } : channel,
  );
  const office = await open({ workspace: { channels: channelsOfDemo } });
  await office.ines.untilMessage(shared);
  await office.bot.stop();
  await office.start();
  await office.ines.visitHome(shared);
  await office.allSent();
  expect(count(office, 'D0INES', shared)).toBe(1);
});

it('uses a private channel that workspaces of the same company share', async ({ open }) => {
  const { ines, sandbox, offboard } = await open();
  sandbox.changeChannel(channels.private, { isOrgShared: true });
  await offboard();
  await ines.untilMessage(started, channels.private);
  expect(sandbox.messages('D0INES')).toEqual([]);
});

it('tells nothing of a leaver to a requester who has become a guest', async ({ open }) => {
  const office = await open({ service: releasedService, clock: testClock({ speed: 30 }) });
  const { ines, sandbox, service } = office;
  service.spoilToken(service.token, 'removed');
  await office.offboard({ page: 'Request saved' });
  await ines.untilMessage(refusedToken, channels.private);
  sandbox.changePerson('U0MARCUS', { isGuest: true });
  service.allowToken(service.token);
  await office.bot.ledger.resume();
  await ines.untilMessage(started, channels.private);
  await office.allSent();
  expect(sandbox.messages('D0MARCUS')).toEqual([]);
});

inWhole('tells the first twenty people of a large group', async ({ open }) => {
  const many = crowd(30);
  const { sandbox, offboard, allSent } = await open({
    env: { FRONTDESK_PRIVATE_CHANNEL: '', FRONTDESK_HR: 'S0HR' },
    workspace: {
      people: [...demoWorkspace.people, ...many],
      userGroups: [{ ...group, users: many.map(({ id }) => id) }],
    },
  });
  await offboard();
  await allSent();
  const readers = many.filter(({ id }) => sandbox.messages(`D${id.slice(1)}`).length > 0);
  expect(readers).toHaveLength(20);
});
