import { expect, it } from 'vitest';
import { input, inView, modal } from '../stage/blocks.ts';
import { stage } from '../stage/stage.ts';

const { alice, bob, errorOf, open, post, sandbox } = await stage();

async function offered(type: string, filter?: object) {
  await open(modal([input('Where', { type, ...(filter && { filter }) })]));
  return (await alice.options('Where')).options;
}

it.each([
  ['channels_select', undefined, ['general', 'random']],
  ['conversations_select', undefined, ['general', 'random', 'secret', 'directmessage']],
  ['conversations_select', { include: ['private'] }, ['secret']],
  ['multi_conversations_select', { include: ['public', 'private'] }, ['general', 'random', 'secret']],
  ['conversations_select', { exclude_bot_users: true }, ['general', 'random', 'secret']],
])('offers in a %s with the filter %j what this person can open', async (type, filter, names) => {
  expect(await offered(type, filter)).toEqual(names);
});

it('leaves out what is shared with another company where the filter says so', async () => {
  const filter = { include: ['private'], exclude_external_shared_channels: true };
  sandbox.changeChannel('C3', { isExtShared: true });
  expect(await offered('conversations_select', filter)).toEqual([]);
  sandbox.changeChannel('C3', { isExtShared: false });
  expect(await offered('conversations_select', filter)).toEqual(['secret']);
});

it('refuses a choice that the menu does not offer', async () => {
  const { id } = await open(modal([input('Where', 'channels_select')]));
  const choice = await alice.do({ verb: 'input', ...inView(id, 'where'), value: 'C3' });
  expect(choice).toMatchObject({ outcome: 'refused' });
});

it('lets the app into a channel with /invite, so that it can write there', async () => {
  expect(await errorOf('chat.postMessage', { channel: 'C3', text: 'Here.' })).toBe('channel_not_found');
  expect(await alice.command('/invite @bare', { channel: 'C3' })).toEqual({ outcome: 'done' });
  await post({ channel: 'C3', text: 'Here.' });
  expect(alice.messages('C3').map(({ text }) => text)).toEqual([
    'was added to #secret by Alice Ames.',
    'Here.',
  ]);
});

it('lets a person in with /invite, once', async () => {
  for (const name of ['@bob', 'bob']) await alice.command(`/invite ${name}`, { channel: 'C2' });
  expect(bob.messages('C2').map(({ text }) => text)).toEqual(['was added to #random by Alice Ames.']);
});

it.each([
  ['/invite', 'C1', 'Add a name'],
  ['/invite @nobody', 'C1', 'Nobody here is called “@nobody”'],
  ['/invite @gone', 'C1', 'Nobody here is called “@gone”'],
  ['/invite @bob', 'C4', 'archived'],
  ['/invite @bob', 'D1', 'direct message'],
])('refuses %s in %s', async (text, channel, sentence) => {
  const outcome = await alice.command(text, { channel });
  expect(outcome).toMatchObject({ outcome: 'refused', text: expect.stringContaining(sentence) });
});
