import { describe, expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { useCleanup } from '../cleanup.ts';
import type { Person } from '../driver/person.ts';
import { inWhole } from '../faults/trials.ts';
import { type Cleanup, channels, openOffice, ourService } from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

const unset = { FRONTDESK_HR: 'U0INES,U0GRACE', FRONTDESK_CHANNELS: '', FRONTDESK_PRIVATE_CHANNEL: '' };

const many = Array.from({ length: 100 }, (_, index) => ({
  id: `C0MANY${index}`,
  name: `many-${index}`,
  members: ['U0INES', 'U0GRACE'],
}));

async function openForm(person: Person, form: string) {
  await person.openFromHome(form);
}

function texts(person: Person): string {
  return person.view().texts.join('\n');
}

function untilText(person: Person, sentence: string) {
  return person.until(() => texts(person).includes(sentence));
}

describe.each(['socket', 'http'] as const)('in %s mode', (mode) => {
  async function open(own: Cleanup, env: Record<string, string>) {
    const workspace = { channels: [...demoWorkspace.channels, ...many] };
    const office = await openOffice(own, { mode, service: await ourService(own), env, workspace });
    return { ...office, grace: office.sandbox.person('U0GRACE') };
  }

  const shared = sharedOffice(async (own) => open(own, unset));

  async function withoutChannels() {
    const { ines } = shared();
    await openForm(ines, 'Channels');
    await ines.fill({ 'New hire channels': [], 'Private HR channel': null });
    expect((await ines.submit()).outcome).toBe('updated');
    await ines.closeAll();
    return shared();
  }

  it('says below the fields what each choice does, as soon as it is made, and after saving what is so', async () => {
    const { ines } = await withoutChannels();
    await openForm(ines, 'Channels');
    expect(texts(ines)).toContain('No channel is chosen, so new hires aren’t announced.');
    expect(texts(ines)).toContain('so HR gets offboardings and problems as direct messages.');
    await ines.fill({ 'New hire channels': ['new-hires'] });
    await untilText(ines, 'New hires will be announced in 1 channel.');
    await ines.fill({ 'New hire channels': ['new-hires', 'many-1', 'many-2'] });
    await untilText(ines, 'New hires will be announced in 3 channels.');
    await ines.fill({ 'Private HR channel': 'people-ops' });
    await untilText(ines, `Offboardings and problems go to <#${channels.private}>.`);
    expect(ines.view().fields['New hire channels']?.value).toHaveLength(3);
    expect((await ines.submit()).outcome).toBe('updated');
    expect(texts(ines)).toContain('Saved.');
    expect(texts(ines)).toContain(
      `announced in 3 channels: <#${channels.hires}>, <#C0MANY1>, <#C0MANY2>.\nOffboardings and problems go to <#${channels.private}>.`,
    );
    await openForm(ines, 'Channels');
    await ines.fill({ 'New hire channels': [] });
    await untilText(ines, 'No channel is chosen');
    await ines.submit();
    expect(texts(ines)).toContain('Saved. This is what applies now.\nNo channel is chosen');
  });

  it('saves a hundred channels, and names as many as there is room for', async () => {
    const { ines } = await withoutChannels();
    await openForm(ines, 'Channels');
    await ines.fill({ 'New hire channels': many.map(({ name }) => name) });
    await untilText(ines, 'announced in 100 channels.');
    expect((await ines.submit()).outcome).toBe('updated');
    expect(texts(ines)).toMatch(/announced in 100 channels: .*<#C0MANY49>, and 50 more\./);
  });

  it('keeps what somebody else saved meanwhile in a field that was left alone, and shows it', async () => {
    const { ines, grace } = await withoutChannels();
    for (const person of [ines, grace]) await openForm(person, 'Channels');
    await ines.fill({ 'New hire channels': ['new-hires'] });
    await grace.fill({ 'Private HR channel': 'people-ops' });
    const both = await Promise.all([ines.submit(), grace.submit()]);
    expect(both.map(({ outcome }) => outcome)).toEqual(['updated', 'updated']);
    await openForm(ines, 'Channels');
    expect(texts(ines)).toContain('New hires will be announced in 1 channel.');
    expect(texts(ines)).toContain(`Offboardings and problems go to <#${channels.private}>.`);
  });

  it('does not follow or save for somebody whose right was taken away meanwhile, nor undo who took it', async () => {
    const { ines, grace } = await open(cleanup, { ...unset, FRONTDESK_HR: '', FRONTDESK_MANAGERS: '' });
    await openForm(ines, 'Access');
    await ines.submit({ 'HR: people': ['Ines Duarte', 'Grace Muthoni'] });
    expect(texts(ines)).toContain('HR: <@U0INES>, <@U0GRACE>\nManagers: nobody');
    await openForm(grace, 'Channels');
    await openForm(ines, 'Access');
    await ines.submit({ 'HR: people': ['Ines Duarte'] });
    await grace.fill({ 'New hire channels': ['new-hires'] });
    await grace.untilView('No access');
    await grace.close();
    await grace.send('No access');
    await openForm(ines, 'Channels');
    expect(ines.view().fields['New hire channels']?.value).toEqual([]);
  });

  it('refuses a channel that was archived meanwhile, also among those that were left alone', async () => {
    const { ines, sandbox } = await withoutChannels();
    await openForm(ines, 'Channels');
    await ines.submit({ 'New hire channels': ['new-hires', 'many-1'] });
    await openForm(ines, 'Channels');
    sandbox.changeChannel('C0MANY1', { isArchived: true });
    cleanup.later(() => sandbox.changeChannel('C0MANY1', { isArchived: false }));
    await ines.fill({ 'Private HR channel': 'people-ops' });
    expect((await ines.submit()).outcome).toBe('errors');
    expect(ines.view().errors['New hire channels']).toContain('#many-1 is archived');
  });

  inWhole('answers in time, and saves nothing, when Slack does not tell about the channels', async () => {
    const { ines, sandbox } = await withoutChannels();
    await openForm(ines, 'Channels');
    await ines.fill({ 'New hire channels': ['new-hires'] });
    await untilText(ines, 'in 1 channel.');
    sandbox.addFault({ target: 'conversations.info', kind: 'hang', times: 5 });
    expect((await ines.submit()).outcome).toBe('errors');
    expect(ines.view().errors['New hire channels']).toContain('Slack isn’t telling');
    sandbox.clearFaults();
    await openForm(ines, 'Channels');
    expect(texts(ines)).toContain('No channel is chosen');
  });

  it('counts what the environment sets too', async () => {
    const { ines } = await open(cleanup, { FRONTDESK_PRIVATE_CHANNEL: '' });
    await openForm(ines, 'Channels');
    expect(texts(ines)).toContain('Set by your administrator (FRONTDESK_CHANNELS)');
    expect(texts(ines)).toContain('New hires will be announced in 1 channel.');
    await ines.fill({ 'Private HR channel': 'people-ops' });
    await untilText(ines, `Offboardings and problems go to <#${channels.private}>.`);
    expect(texts(ines)).toContain('New hires will be announced in 1 channel.');
    await ines.submit();
    expect(texts(ines)).toContain(`announced in 1 channel: <#${channels.hires}>.`);
  });

  it('says after saving which zone and profile address are used', async () => {
    const { ines } = shared();
    await openForm(ines, 'Organization');
    await ines.submit({
      'Time zone': 'Asia/Tokyo (UTC+09:00)',
      'Profile address': 'https://x.example/{id}/',
    });
    expect(texts(ines)).toContain(
      'Time zone: Asia/Tokyo (UTC+09:00)\nProfile address: https://x.example/{id}/',
    );
  });
});
