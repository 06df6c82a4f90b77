import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrivenSandbox, patientSlack } from '../driver/sandbox.ts';
import { bareApp, startSample } from './stage/bare-app.ts';

describe.each(['socket', 'http'] as const)('a bare Bolt app over %s', (mode) => {
  let sandbox: DrivenSandbox;
  let bare: ReturnType<typeof bareApp>;

  beforeAll(async () => {
    sandbox = await startSample({ patience: patientSlack });
    bare = bareApp(sandbox, mode);
    if (mode === 'socket') await bare.app.start();
    else {
      const server = (await bare.app.start(0)) as Server;
      const address = server.address();
      if (address && typeof address === 'object')
        sandbox.setRequestUrl(`http://127.0.0.1:${address.port}/slack/events`);
    }
  });
  afterAll(async () => {
    await bare.app.stop();
    await sandbox.stop();
  });

  it('gets commands with people, channels and addresses escaped, and opens a modal', async () => {
    const alice = sandbox.person('U1');
    const outcome = await alice.command('/bare @bob in #general bob@acme.com', { channel: 'general' });
    expect(outcome).toEqual({ outcome: 'done' });
    const view = await alice.untilView('A form');
    expect(Object.keys(view.fields)).toEqual(['Name', 'Fruit']);
    await expect
      .poll(() => bare.heard)
      .toContain('command <@U2|bob> in <#C1|general> <mailto:bob@acme.com|bob@acme.com>');
    expect(sandbox.deliveries().at(-1)).toMatchObject({ via: mode, name: 'slash_commands' });
  });

  it('loads options, gets what was typed by a button, shows errors at fields and the result', async () => {
    const alice = sandbox.person('U1');
    expect(await alice.options('Fruit')).toMatchObject({
      options: [],
      note: expect.stringContaining('at least 1'),
    });
    expect(await alice.options('Fruit', 'AP')).toMatchObject({ options: ['Apple', 'Apricot'], note: null });
    await alice.fill({ Name: 'nobody', Fruit: 'Apricot' });
    expect(await alice.press('Save draft')).toEqual({ outcome: 'done' });
    await expect.poll(() => bare.heard).toContain('saved nobody');
    expect(await alice.submit()).toEqual({ outcome: 'errors', errors: { name: 'Not nobody.' } });
    expect(alice.view().errors).toEqual({ Name: 'Not nobody.' });
    await alice.fill({ Name: 'Jane' });
    expect(await alice.submit()).toEqual({ outcome: 'updated' });
    expect(alice.view()).toMatchObject({ title: 'Done', texts: ['All is well.'] });
    expect((await alice.untilMessage('Got')).text).toBe('Got Jane, apricot');
    expect(await alice.close()).toEqual({ outcome: 'closed' });
  });

  it('hears that a form was closed, without what was typed', async () => {
    const alice = sandbox.person('U1');
    await alice.shortcut('global_shortcut');
    await alice.untilView('A form');
    await alice.fill({ Name: 'Secret' });
    expect(await alice.closeAll()).toEqual({ outcome: 'closed' });
    await expect.poll(() => bare.heard).toContain('closed {} true');
  });

  it('answers commands to the person, and to the channel by the response URL', async () => {
    const bob = sandbox.person('U2');
    await bob.command('/raw <b> & @alice', { channel: 'general' });
    await bob.untilMessage('Everybody, look.', 'general');
    expect(bob.messages('general').map(({ text, isEphemeral }) => [text, isEphemeral])).toContainEqual([
      'You said: <b> & @alice',
      true,
    ]);
    const seen = sandbox.person('U1').messages('general');
    expect(seen.map(({ text }) => text)).toContain('Everybody, look.');
    expect(seen.map(({ text }) => text)).not.toContain('You said: <b> & @alice');
  });

  it('publishes Home when it is opened, and hears of its buttons', async () => {
    const bob = sandbox.person('U2');
    expect(bob.home()).toBeNull();
    await bob.openHome();
    await bob.until(({ home }) => home);
    expect(bob.home()).toMatchObject({ texts: ['Hello.'], buttons: ['Go'] });
    expect(await bob.press('Go')).toEqual({ outcome: 'done' });
    await bob.untilMessage('Gone.');
  });

  it('hears of a person’s new name', async () => {
    sandbox.changePerson('U2', { realName: 'Bob B. Byrne' });
    await expect.poll(() => bare.heard).toContain('person U2: Bob B. Byrne');
    const told = sandbox.deliveries().filter(({ name }) => name === 'user_change');
    expect(told).toMatchObject([{ via: mode, body: { event: { user: { id: 'U2', deleted: false } } } }]);
    sandbox.changePerson('U2', { realName: 'Bob Byrne' });
  });

  it('hears of a new person, who can write to it', async () => {
    const id = mode === 'socket' ? 'U7SOCKET' : 'U7HTTP';
    const person = { id, name: 'nina', realName: 'Nina New', email: 'nina@acme.example', timezone: 'UTC' };
    sandbox.addPerson(person);
    await expect.poll(() => bare.heard).toContain(`new ${id}: Nina New`);
    expect(() => sandbox.addPerson(person)).toThrow('already');
    await sandbox.person(id).openHome();
    await sandbox.person(id).until(({ home }) => home);
  });

  it('hears of a user group’s new and former members, and its new name', async () => {
    sandbox.changeUserGroup('S1', { users: ['U2'] });
    await expect.poll(() => bare.heard).toContain('members of S1: +U2 -U1');
    expect(bare.heard).toContain('group S1: @hr, U2');
    sandbox.changeUserGroup('S1', { handle: 'people' });
    await expect.poll(() => bare.heard).toContain('group S1: @people, U2');
    expect(bare.heard.filter((line) => line.startsWith('members of'))).toHaveLength(1);
    const told = sandbox.deliveries().filter(({ name }) => name === 'subteam_members_changed');
    expect(told).toMatchObject([{ via: mode, body: { type: 'event_callback', team_id: 'T0SANDBOX' } }]);
    expect(told[0]?.body.event).not.toHaveProperty('user');
  });

  it('gets messages and shortcuts upon them', async () => {
    const alice = sandbox.person('U1');
    await alice.postMessage('general', 'Jane <jane@acme.com> & @bob');
    const stored = 'Jane &lt;jane@acme.com&gt; &amp; <@U2>';
    await expect.poll(() => bare.heard).toContain(`text ${stored}`);
    const message = alice.messages('general').find(({ text }) => text === stored);
    expect(message?.mentions).toEqual(['U2']);
    await alice.messageShortcut('message_shortcut', { channel: 'general', ts: message?.ts ?? '' });
    await alice.untilView('A form');
    await expect.poll(() => bare.heard).toContain(`message ${stored}`);
    await alice.closeAll();
  });
});
