import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { testClock } from '../clock.ts';
import { manifest, type Office } from './office.ts';
import { channels, inWhole, it } from './world.ts';

const options = { clock: testClock({ speed: 30 }) };
const invite = '/invite @Frontdesk';

async function addJane({ ines }: Office, email = 'jane@acme.example') {
  await ines.open(`/newhire Jane Doe ${email} 2999-01-01`);
  await ines.send('New hire added');
  await ines.closeAll();
}

function count({ sandbox }: Office, conversation: string, words: string): number {
  return JSON.stringify(sandbox.messages(conversation)).split(words).length - 1;
}

it('keeps messages for a channel without Frontdesk until HR invites it', async ({ open }) => {
  const secret = { id: 'C0SECRET', name: 'hires-quietly', isPrivate: true, members: ['U0INES'] };
  const office = await open({
    ...options,
    env: { FRONTDESK_CHANNELS: `${channels.hires},C0SECRET` },
    workspace: { channels: [...demoWorkspace.channels, secret] },
  });
  const { ines, sandbox } = office;
  await addJane(office);
  await addJane(office, 'jane.the.second@acme.example');
  await ines.untilMessage(invite, channels.private);
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(2);
  await ines.visitHome(invite);
  expect(ines.homeText()).toContain('<#C0SECRET>');
  sandbox.changeChannel('C0SECRET', { hasApp: true });
  await expect.poll(() => sandbox.messages('C0SECRET')).toHaveLength(2);
  await ines.until(() => !ines.homeText().includes(invite));
  expect(count(office, channels.private, invite)).toBe(1);
  expect(sandbox.messages(channels.hires)).toHaveLength(2);
});

it('writes to HR’s people directly when Frontdesk isn’t in the private channel', async ({ open }) => {
  const office = await open(options);
  const { ines, grace, sandbox } = office;
  sandbox.changeChannel(channels.private, { hasApp: false });
  await office.offboard();
  for (const person of [ines, grace]) {
    await person.untilMessage('Sofia Lindqvist’s offboarding has started.');
    await person.untilMessage(invite);
  }
  sandbox.changeChannel(channels.private, { hasApp: true });
  await addJane(office);
  await ines.visitHome('Jane Doe');
  expect(count(office, 'D0INES', invite)).toBe(1);
  expect(sandbox.messages(channels.private)).toEqual([]);
});

it('writes to the admins of the workspace when nobody is HR by name', async ({ open }) => {
  const office = await open({ ...options, env: { FRONTDESK_HR: '', FRONTDESK_MANAGERS: '' } });
  const { ines, sandbox } = office;
  sandbox.changeChannel(channels.hires, { isArchived: true });
  sandbox.changeChannel(channels.private, { hasApp: false });
  await addJane(office);
  await ines.untilMessage(invite);
  await ines.untilMessage('Unarchive it');
  sandbox.changeChannel(channels.hires, { isArchived: false });
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
});

inWhole('gives up after a week, when nobody needs the message any more', async ({ open }) => {
  const office = await open(options);
  const { ines, sandbox, clock, inDatabase, rows } = office;
  sandbox.changeChannel(channels.hires, { isArchived: true });
  await addJane(office);
  await ines.untilMessage('Unarchive it', channels.private);
  const purpose = `headline:${channels.hires}`;
  const states = async () =>
    (await rows('messages')).filter((row) => row.purpose === purpose).map(({ state }) => state);
  await expect.poll(states).toEqual(['pending']);
  const created_at = new Date(clock.now().getTime() - 7 * 86_400_000).toISOString();
  await inDatabase((db) =>
    db.updateTable('messages').set({ created_at }).where('purpose', '=', purpose).execute(),
  );
  await expect.poll(states).toEqual(['dropped']);
  sandbox.changeChannel(channels.hires, { isArchived: false });
  expect(sandbox.messages(channels.hires)).toEqual([]);
});

/** Manifest of an app that was installed without these scopes. */
function without(...scopes: string[]): string {
  return scopes.reduce((text, scope) => text.replace(`      - ${scope}\n`, ''), manifest);
}

const lost = { target: 'chat.postMessage', kind: 'not json', when: 'after' } as const;

it('joins a public channel before posting, and posts once over lost answers', async ({ open }) => {
  const office = await open(options);
  const { ines, sofia, sandbox } = office;
  sandbox.changeChannel(channels.hires, { hasApp: false });
  sandbox.addFault({ ...lost, times: 3 });
  await addJane(office);
  await sofia.untilMessage('Jane Doe joins', channels.hires);
  await office.allSent();
  expect(sandbox.messages(channels.hires)).toHaveLength(1);
  expect(ines.directMessages()).toEqual([]);
  const calls = sandbox.calls().filter(({ args }) => args.channel === channels.hires);
  const [joined = -1, posted = -1] = ['conversations.join', 'chat.postMessage'].map((name) =>
    calls.findIndex(({ method }) => method === name),
  );
  expect(joined).toBeGreaterThanOrEqual(0);
  expect(posted).toBeGreaterThan(joined);
});

it('asks for an invitation where it may not join, and posts nothing until then', async ({ open }) => {
  const office = await open({ ...options, manifest: without('channels:join') });
  const { ines, sandbox } = office;
  sandbox.changeChannel(channels.hires, { hasApp: false });
  await addJane(office);
  await ines.untilMessage(invite, channels.private);
  expect(sandbox.messages(channels.hires)).toEqual([]);
  sandbox.changeChannel(channels.hires, { hasApp: true });
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
});

inWhole('doesn’t post twice where it can’t look, and tells HR where to look', async ({ open }) => {
  const office = await open({ ...options, manifest: without('channels:history', 'im:history') });
  const { ines, sandbox } = office;
  sandbox.addFault({ ...lost, times: 1 });
  await addJane(office);
  await ines.untilMessage('may not have arrived', channels.private);
  await ines.visitHome('may not have arrived');
  expect(sandbox.messages(channels.hires)).toHaveLength(1);
  expect(ines.directMessages().filter(({ text }) => text.includes('may not have'))).toEqual([]);
});
