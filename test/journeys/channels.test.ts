import { expect, it } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import type { Person } from '../driver/person.ts';
import { inWhole } from '../faults/trials.ts';
import { channels, manifest, type Office, openOffice, ourService } from './office.ts';

const cleanup = useCleanup();

const clock = testClock({ speed: 30 });

async function addJane({ ines }: Office, email = 'jane@acme.example') {
  await ines.command(`/newhire Jane Doe ${email} 2999-01-01`);
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('New hire added');
  await ines.closeAll();
}

async function offboardSofia({ marcus }: Office) {
  await marcus.command('/offboard', { channel: channels.general });
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
  await marcus.submitAndAgree();
  await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
}

function homeOf(person: Person): string {
  return person.home()?.texts.join('\n') ?? '';
}

function toldOf(office: Office, person: string, words: string) {
  return JSON.stringify(office.sandbox.messages(person)).split(words).length - 1;
}

it('keeps the news for a channel that Frontdesk is not in, tells HR once what to do, and posts it when it is invited', async () => {
  const secret = { id: 'C0SECRET', name: 'hires-quietly', isPrivate: true, members: ['U0INES'] };
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    env: { FRONTDESK_CHANNELS: `${channels.hires},C0SECRET` },
    workspace: { channels: [...demoWorkspace.channels, secret] },
    clock,
  });
  const { ines, sandbox } = office;
  await addJane(office);
  await addJane(office, 'jane.the.second@acme.example');
  await ines.untilMessage('/invite @Frontdesk', channels.private);
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(2);
  await ines.openHome();
  await ines.until(() => homeOf(ines).includes('/invite @Frontdesk'));
  expect(homeOf(ines)).toContain('<#C0SECRET>');
  sandbox.changeChannel('C0SECRET', { hasApp: true });
  await expect.poll(() => sandbox.messages('C0SECRET')).toHaveLength(2);
  await ines.until(() => !homeOf(ines).includes('/invite @Frontdesk'));
  expect(toldOf(office, channels.private, '/invite @Frontdesk')).toBe(1);
  expect(sandbox.messages(channels.hires)).toHaveLength(2);
});

it('tells HR’s people directly, and what to do, when it is the private channel that Frontdesk cannot write in', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup), clock });
  const { ines, sandbox } = office;
  sandbox.changeChannel(channels.private, { hasApp: false });
  await offboardSofia(office);
  for (const person of [ines, sandbox.person('U0GRACE')]) {
    await person.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await person.untilMessage('/invite @Frontdesk');
  }
  sandbox.changeChannel(channels.private, { hasApp: true });
  await addJane(office);
  await ines.openHome();
  await ines.until(() => homeOf(ines).includes('Settings'));
  expect(toldOf(office, 'D0INES', '/invite @Frontdesk')).toBe(1);
  expect(sandbox.messages(channels.private)).toEqual([]);
});

it('tells the admins of the workspace when nobody is HR by name', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    env: { FRONTDESK_HR: '', FRONTDESK_MANAGERS: '' },
    clock,
  });
  office.sandbox.changeChannel(channels.hires, { isArchived: true });
  office.sandbox.changeChannel(channels.private, { hasApp: false });
  await addJane(office);
  await office.ines.untilMessage('/invite @Frontdesk');
  await office.ines.untilMessage('The channel is archived');
  office.sandbox.changeChannel(channels.hires, { isArchived: false });
  await expect.poll(() => office.sandbox.messages(channels.hires)).toHaveLength(1);
});

inWhole('gives up after a week, when nobody needs the news any more', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, { service, clock });
  office.sandbox.changeChannel(channels.hires, { isArchived: true });
  await addJane(office);
  await office.ines.untilMessage('The channel is archived', channels.private);
  const { db } = openDatabase<LedgerTables>(office.environment.DATABASE_URL);
  cleanup.later(() => db.destroy());
  const purpose = `headline:${channels.hires}`;
  const message = db.selectFrom('messages').select('state').where('purpose', '=', purpose);
  await expect.poll(() => message.execute()).toEqual([{ state: 'pending' }]);
  const weekAgo = new Date(clock.now().getTime() - 7 * 86_400_000).toISOString();
  await db.updateTable('messages').set({ created_at: weekAgo }).where('purpose', '=', purpose).execute();
  await expect.poll(() => message.execute()).toEqual([{ state: 'dropped' }]);
  office.sandbox.changeChannel(channels.hires, { isArchived: false });
  expect(office.sandbox.messages(channels.hires)).toEqual([]);
});

/** Manifest of an app that was installed without these scopes. */
function without(...scopes: string[]): string {
  return scopes.reduce((text, scope) => text.replace(`      - ${scope}\n`, ''), manifest);
}

const lost = { target: 'chat.postMessage', kind: 'not json', when: 'after' } as const;

it('joins a public channel before it posts there, and finds its message when the answer is lost', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup), clock });
  const { sandbox } = office;
  sandbox.changeChannel(channels.hires, { hasApp: false });
  sandbox.addFault({ ...lost, times: 3 });
  await addJane(office);
  await office.ines.untilMessage('Jane Doe has been added.');
  await office.sofia.untilMessage('Jane Doe joins', channels.hires);
  await sent(office);
  expect(sandbox.messages(channels.hires)).toHaveLength(1);
  expect(office.ines.directMessages()).toHaveLength(1);
  const isAbout = (args: Record<string, unknown>) => args.channel === channels.hires;
  const asked = sandbox.calls().filter(({ args }) => isAbout(args));
  const [joined, posted] = ['conversations.join', 'chat.postMessage'].map((name) =>
    asked.findIndex(({ method }) => method === name),
  );
  expect(joined).toBeGreaterThanOrEqual(0);
  expect(posted).toBeGreaterThan(joined ?? Infinity);
});

it('asks to be invited where it may not join, and posts nothing before', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    manifest: without('channels:join'),
    clock,
  });
  const { ines, sandbox } = office;
  sandbox.changeChannel(channels.hires, { hasApp: false });
  await addJane(office);
  await ines.untilMessage('/invite @Frontdesk', channels.private);
  expect(sandbox.messages(channels.hires)).toEqual([]);
  sandbox.changeChannel(channels.hires, { hasApp: true });
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
});

inWhole('does not post twice where it cannot look, and tells HR where to look', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    manifest: without('channels:history', 'im:history'),
    env: { FRONTDESK_CHANNELS: channels.hires },
    clock,
  });
  const { ines, sandbox } = office;
  sandbox.addFault({ ...lost, times: 2 });
  await addJane(office);
  await ines.untilMessage('Slack didn’t confirm a message', channels.private);
  await expect.poll(() => toldOf(office, channels.private, 'didn’t confirm')).toBeGreaterThanOrEqual(2);
  await ines.openHome();
  await ines.until(() => homeOf(ines).includes('didn’t confirm'));
  expect(sandbox.messages(channels.hires)).toHaveLength(1);
  expect(ines.directMessages()).toHaveLength(1);
});

async function sent({ environment }: Office) {
  const { db } = openDatabase<LedgerTables>(environment.DATABASE_URL);
  cleanup.later(() => db.destroy());
  const open = db
    .selectFrom('messages')
    .select('id')
    .where('planned', '=', 0)
    .where('state', 'in', ['pending', 'sending']);
  await expect.poll(() => open.execute()).toEqual([]);
}
