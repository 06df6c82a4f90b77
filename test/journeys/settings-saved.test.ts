import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import type { Values } from '../driver/person.ts';
import { isWhole } from '../faults/trials.ts';
import { channels, inOneOffice, it, modes } from './world.ts';

const many = Array.from({ length: 100 }, (_, index) => ({
  id: `C0MANY${index}`,
  name: `many-${index}`,
  members: ['U0INES', 'U0GRACE'],
}));
const workspace = { channels: [...demoWorkspace.channels, ...many] };
const unset = { FRONTDESK_HR: 'U0INES,U0GRACE', FRONTDESK_CHANNELS: '', FRONTDESK_PRIVATE_CHANNEL: '' };
const toHr = `Offboardings and problems go to <#${channels.private}>.`;

for (const mode of ['socket', 'http'] as const) {
  const inOne = inOneOffice({ mode, env: unset, workspace }).extend<{ noChannels: undefined }>({
    noChannels: [
      async ({ office: { ines } }, use) => {
        await ines.openFromHome('Channels');
        const nothing: Values = { 'New hire channels': [], 'Private HR channel': null };
        expect((await ines.submit(nothing)).outcome).toBe('updated');
        await use(undefined);
      },
      { auto: true },
    ],
  });

  inOne(
    `says what each choice does, also after saving, and saves a hundred, naming those that fit (${mode})`,
    async ({ office: { ines } }) => {
      await ines.openFromHome('Channels');
      expect(ines.pageText()).toContain('New hires aren’t announced.');
      expect(ines.pageText()).toContain('HR gets offboardings and problems as direct messages.');
      await ines.fill({ 'New hire channels': ['new-hires'] });
      await ines.untilPage('New hires are announced in 1 channel.');
      await ines.fill({ 'New hire channels': ['new-hires', 'many-1', 'many-2'] });
      await ines.untilPage('New hires are announced in 3 channels.');
      await ines.fill({ 'Private HR channel': 'people-ops' });
      await ines.untilPage(toHr);
      expect(ines.values()['New hire channels']).toHaveLength(3);
      expect((await ines.submit()).outcome).toBe('updated');
      expect(ines.pageText()).toContain(`Saved.\nNew hires are announced in 3 channels.\n${toHr}`);
      await ines.openSettings(`New hires: <#${channels.hires}>, <#C0MANY1>, <#C0MANY2>`);
      await ines.openFromHome('Channels');
      await ines.fill({ 'New hire channels': [] });
      await ines.untilPage('New hires aren’t announced');
      await ines.submit();
      expect(ines.pageText()).toContain('Saved.\nNew hires aren’t announced');

      await ines.openFromHome('Channels');
      await ines.fill({ 'New hire channels': many.map(({ name }) => name) });
      await ines.untilPage('announced in 100 channels.');
      expect((await ines.submit()).outcome).toBe('updated');
      await ines.openSettings('<#C0MANY49>, and 50 more');
    },
  );

  inOne(
    `keeps what somebody else saved meanwhile in a field left alone, unless it was archived (${mode})`,
    async ({ office: { ines, grace, sandbox }, cleanup }) => {
      for (const person of [ines, grace]) await person.openFromHome('Channels');
      await ines.fill({ 'New hire channels': ['new-hires'] });
      await grace.fill({ 'Private HR channel': 'people-ops' });
      const both = await Promise.all([ines.submit(), grace.submit()]);
      expect(both.map(({ outcome }) => outcome)).toEqual(['updated', 'updated']);
      await ines.openFromHome('Channels');
      expect(ines.pageText()).toContain('New hires are announced in 1 channel.');
      expect(ines.pageText()).toContain(toHr);

      await ines.openFromHome('Channels');
      await ines.submit({ 'New hire channels': ['new-hires', 'many-1'] });
      await ines.openFromHome('Channels');
      sandbox.changeChannel('C0MANY1', { isArchived: true });
      cleanup.later(() => sandbox.changeChannel('C0MANY1', { isArchived: false }));
      expect((await ines.submit({ 'Private HR channel': null })).outcome).toBe('errors');
      expect(ines.view().errors['New hire channels']).toContain('#many-1 is archived');
    },
  );

  inOne.runIf(isWhole)(
    `saves nothing when Slack does not tell about the channels (${mode})`,
    async ({ office: { ines, sandbox } }) => {
      await ines.openFromHome('Channels');
      await ines.fill({ 'New hire channels': ['new-hires'] });
      await ines.untilPage('in 1 channel.');
      sandbox.addFault({ target: 'conversations.info', kind: 'hang', times: 5 });
      expect((await ines.submit()).outcome).toBe('errors');
      expect(ines.view().errors['New hire channels']).toContain('Slack couldn’t look up this channel');
      sandbox.clearFaults();
      await ines.openFromHome('Channels');
      expect(ines.pageText()).toContain('New hires aren’t announced');
    },
  );
}

it.for(modes)(
  'neither follows nor saves for somebody whose right was taken away, nor undoes that (%s)',
  async (mode, { open }) => {
    const env = { ...unset, FRONTDESK_HR: '', FRONTDESK_MANAGERS: '' };
    const { ines, grace } = await open({ mode, workspace, env });
    await ines.openFromHome('Access');
    await ines.submit({ 'HR: people': ['Ines Duarte', 'Grace Muthoni'] });
    await ines.openSettings('HR: <@U0INES>, <@U0GRACE>\nManagers: nobody');
    await grace.openFromHome('Channels');
    await ines.openFromHome('Access');
    await ines.submit({ 'HR: people': ['Ines Duarte'] });
    await grace.fill({ 'New hire channels': ['new-hires'] });
    await grace.untilView('No access');
    await grace.close();
    await grace.send('No access');
    await ines.openFromHome('Channels');
    expect(ines.values()['New hire channels']).toEqual([]);
  },
);

it.for(modes)(
  'finds a zone by its former name, and keeps a stored one that isn’t in the list (%s mode)',
  async (mode, { open }) => {
    const { bot, ines, start, inDatabase, rows } = await open({ mode, at: '2030-12-01T12:00:00Z' });
    await bot.stop();
    // As an earlier version could store it, whose form accepted any text.
    const set = { set_by: 'U0INES', set_at: '2026-01-01T00:00:00.000Z' };
    const value = JSON.stringify('Etc/GMT-2');
    await inDatabase((db) =>
      db
        .insertInto('settings')
        .values({ name: 'timezone', value, ...set })
        .execute(),
    );
    await start();
    async function change(label: string, text: string) {
      await ines.submit({ [label]: text });
      await ines.closeAll();
      const stored = (await rows('settings')).filter(({ name }) => name === 'timezone');
      await ines.openFromHome('Organization');
      return stored.map((row) => JSON.parse(String(row.value)));
    }
    await ines.openFromHome('Organization');
    expect(ines.values()['Time zone']).toBe('Etc/GMT-2 (UTC+02:00)');
    expect((await ines.options('Time zone', 'Etc/GMT-2')).options).toEqual(['Etc/GMT-2 (UTC+02:00)']);
    expect((await ines.options('Time zone', 'Kiev')).options).toEqual(['Europe/Kyiv (UTC+02:00)']);
    expect((await ines.options('Time zone')).options).toHaveLength(100);
    expect(await change('Profile address', 'https://x.example/{id}/')).toEqual(['Etc/GMT-2']);
    expect(await change('Time zone', 'Europe/Berlin (UTC+01:00)')).toEqual(['Europe/Berlin']);
    expect((await ines.options('Time zone', 'Etc/GMT-2')).options).toEqual([]);
  },
);
