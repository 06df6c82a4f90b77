import { expect, it } from 'vitest';
import { call } from '../stage/call.ts';
import { input, modal, stage } from '../stage/stage.ts';

const set = stage();

async function offered(type: string, filter?: object) {
  await set.open(modal([input('Where', { type, ...(filter && { filter }) })]));
  return (await set.alice.options('Where')).options;
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
  set.sandbox.changeChannel('C3', { isExtShared: true });
  expect(await offered('conversations_select', filter)).toEqual([]);
  set.sandbox.changeChannel('C3', { isExtShared: false });
  expect(await offered('conversations_select', filter)).toEqual(['secret']);
});

it('lets nobody choose what the menu does not offer them', async () => {
  const { id } = await set.open(modal([input('Where', { type: 'channels_select' })]));
  const place = { in: 'view', viewId: id } as const;
  const where = { blockId: 'where', actionId: 'where' };
  const choice = await set.alice.do({ verb: 'input', place, ...where, value: 'C3' });
  expect(choice).toMatchObject({ outcome: 'refused' });
});

it('lets the app into a channel with /invite, so that it can write there', async () => {
  const post = () => call(set.sandbox, 'chat.postMessage', { channel: 'C3', text: 'Here.' });
  expect(await post()).toMatchObject({ ok: false });
  expect(await set.alice.command('/invite @bare', { channel: 'C3' })).toEqual({ outcome: 'done' });
  expect(await post()).toMatchObject({ ok: true });
  expect(set.alice.messages('C3').map(({ text }) => text)).toEqual([
    'was added to #secret by Alice Ames.',
    'Here.',
  ]);
});

it('lets a person in with /invite, once', async () => {
  for (const name of ['@bob', 'bob']) await set.alice.command(`/invite ${name}`, { channel: 'C2' });
  expect(set.bob.messages('C2').map(({ text }) => text)).toEqual(['was added to #random by Alice Ames.']);
});

it.each([
  ['/invite', 'C1', 'Add a name'],
  ['/invite @nobody', 'C1', 'Nobody here is called “@nobody”'],
  ['/invite @gone', 'C1', 'Nobody here is called “@gone”'],
  ['/invite @bob', 'C4', 'archived'],
  ['/invite @bob', 'D1', 'direct message'],
])('refuses %s in %s', async (text, channel, sentence) => {
  const outcome = await set.alice.command(text, { channel });
  expect(outcome).toMatchObject({ outcome: 'refused', text: expect.stringContaining(sentence) });
});
