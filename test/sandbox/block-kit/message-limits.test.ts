import { describe, expect, it } from 'vitest';
import * as kit from '../stage/blocks.ts';
import { stage } from '../stage/stage.ts';

const { actions, button, input, long, many, mrkdwn, plain, richText, section } = kit;
const { alice, bob, call, errorOf, post, refusal, sandbox } = await stage();

describe('the blocks of a message are refused when', () => {
  it.each<[string, string, string, unknown[]]>([
    ['there are 51', 'no more than 50 items allowed', '', many(51, () => section())],
    ['a block is for modals', 'unsupported type: alert', '/0/type', [{ type: 'alert', text: plain('a') }]],
    ['Slack is still rolling a block out', 'unsupported type: card', '/0/type', [{ type: 'card' }]],
    [
      'an action_id comes twice',
      '`action_id` "go" already exists',
      '/0/elements/1/action_id',
      [actions(button(), button())],
    ],
    ['there is a file input', 'unsupported type: file_input', '/0/element/type', [input('F', 'file_input')]],
    [
      'rich text has an unknown part',
      'unsupported type: smile',
      '/0/elements/0/elements/0/type',
      [richText({ type: 'smile' })],
    ],
    [
      'a list of rich text has something else than sections',
      'unsupported type: smile',
      '/0/elements/0/elements/0/type',
      [
        {
          type: 'rich_text',
          elements: [
            { type: 'rich_text_list', style: 'bullet', elements: [{ type: 'smile', elements: [] }] },
          ],
        },
      ],
    ],
    [
      'the emoji flag is text',
      'must be a boolean',
      '/0/text/emoji',
      [{ type: 'section', text: { ...plain('a'), emoji: 'yes' } }],
    ],
    [
      'mrkdwn has an emoji flag',
      'invalid additional property: emoji',
      '/0/text',
      [{ type: 'section', text: { ...mrkdwn('a'), emoji: true } }],
    ],
  ])('%s', async (_what, sentence, pointer, blocks) => {
    const before = sandbox.messages('C1').length;
    const complaint = `${sentence} [json-pointer:/blocks${pointer}]`;
    expect(await refusal('chat.postMessage', { channel: 'C1', text: 't', blocks })).toMatchObject({
      error: 'invalid_blocks',
      errors: expect.arrayContaining([complaint]),
      response_metadata: { messages: expect.arrayContaining([`[ERROR] ${complaint}`]) },
    });
    expect(sandbox.messages('C1')).toHaveLength(before);
  });
});

describe('chat methods refuse', () => {
  const missing = { channel: 'C1', ts: '1.2', text: 't' };
  const whisper = { channel: 'C1', user: 'U1', text: 't' };
  const posted = (more: object) => ({ channel: 'C1', text: 't', ...more });
  it.each<[string, string, object, method?: string]>([
    ['a blank message', 'no_text', posted({ text: '  ' })],
    ['a message without content', 'no_text', { channel: 'C1' }],
    ['a message without a channel', 'invalid_arguments', { text: 't' }],
    ['a message that is too long', 'msg_too_long', posted({ text: long(40_001) })],
    ['blocks that are not a list', 'invalid_blocks_format', posted({ blocks: { type: 'divider' } })],
    ['blocks that are not JSON', 'invalid_blocks_format', posted({ blocks: '[' })],
    ['an unknown channel', 'channel_not_found', posted({ channel: 'C404' })],
    ['a private channel without the app', 'channel_not_found', posted({ channel: 'C3' })],
    ['a channel without the app', 'not_in_channel', posted({ channel: 'C2' })],
    ['the name of a channel without the app', 'not_in_channel', posted({ channel: '#random' })],
    ['a deactivated person', 'channel_not_found', posted({ channel: 'U3' })],
    ['an archived channel', 'is_archived', posted({ channel: 'C4' })],
    ['metadata without a type', 'invalid_metadata_format', posted({ metadata: { event_payload: {} } })],
    ['attachments', 'invalid_attachments', posted({ attachments: [] })],
    ['whispers to people elsewhere', 'user_not_in_channel', { ...whisper, user: 'U3' }, 'chat.postEphemeral'],
    ['whispers without the app', 'not_in_channel', { ...whisper, channel: 'C2' }, 'chat.postEphemeral'],
    ['to update a missing message', 'message_not_found', missing, 'chat.update'],
    ['to update by a person’s id', 'channel_not_found', { ...missing, channel: 'U1' }, 'chat.update'],
    ['replies to a missing message', 'thread_not_found', posted({ thread_ts: '1.000001' })],
    ['the replies to a missing message', 'thread_not_found', missing, 'conversations.replies'],
    ['to delete a missing message', 'message_not_found', missing, 'chat.delete'],
  ])('%s: %s', async (_what, error, args, method = 'chat.postMessage') => {
    expect(await errorOf(method, args)).toBe(error);
  });

  it('updates of more than 4,000 characters, although a message may have more', async () => {
    const text = long(4001);
    const ts = await post({ text });
    expect(await errorOf('chat.update', { channel: 'C1', ts, text })).toBe('msg_too_long');
  });

  it('to change or delete a person’s message, and to change an ephemeral one', async () => {
    await alice.postMessage('general', 'Mine.');
    const message = { channel: 'C1', ts: sandbox.messages('C1').at(-1)?.ts };
    expect(await errorOf('chat.update', { ...message, text: 't' })).toBe('cant_update_message');
    expect(await errorOf('chat.delete', message)).toBe('cant_delete_message');
    const { message_ts: ts } = await call('chat.postEphemeral', { channel: 'C1', user: 'U1', text: 'psst' });
    expect(await errorOf('chat.update', { channel: 'C1', ts, text: 't' })).toBe('message_not_found');
  });
});

describe('messages', () => {
  const textsFor = (person: typeof alice) => person.messages('general').map(({ text }) => text);

  it('go to a person by their id, and tell the channel', async () => {
    const answer = await call('chat.postMessage', { channel: 'U2', text: 'Hello.' });
    expect(answer).toMatchObject({ channel: 'D2', message: { text: 'Hello.', bot_id: 'B0SANDBOX' } });
    expect(bob.directMessages().at(-1)).toMatchObject({ text: 'Hello.', from: 'Bare' });
    expect(alice.directMessages().map(({ text }) => text)).not.toContain('Hello.');
  });

  it('lose their blocks when they are updated with a text alone', async () => {
    const ts = await post({ text: 'old', blocks: [section('old')] });
    await call('chat.update', { channel: 'C1', ts, text: 'new' });
    expect(alice.messages('general').at(-1)).toMatchObject({ text: 'new', texts: [], isEdited: true });
  });

  it('are gone once they are deleted', async () => {
    const ts = await post({ text: 'Too soon.' });
    expect(await call('chat.delete', { channel: 'C1', ts })).toEqual({ ok: true, channel: 'C1', ts });
    expect(textsFor(alice)).not.toContain('Too soon.');
  });

  it('are read back, the newest first', async () => {
    for (const text of ['First.', 'Second.']) await post({ text });
    const answer = await call('conversations.history', { channel: 'C1', limit: 2 });
    expect(answer).toMatchObject({ messages: [{ text: 'Second.' }, { text: 'First.' }], has_more: true });
  });

  it('in a thread are read with it, and in the history only if they are broadcast', async () => {
    const ts = await post({ text: 'Root.' });
    await post({ text: 'Quiet.', thread_ts: ts });
    await post({ text: 'Shown.', thread_ts: ts, reply_broadcast: true });
    const thread = await call('conversations.replies', { channel: 'C1', ts });
    expect(thread).toMatchObject({ messages: [{ text: 'Root.' }, { text: 'Quiet.' }, { text: 'Shown.' }] });
    const history = await call('conversations.history', { channel: 'C1', limit: 2 });
    expect(history).toMatchObject({
      messages: [{ text: 'Shown.', subtype: 'thread_broadcast' }, { text: 'Root.' }],
    });
  });

  it('that are ephemeral are seen by one person and not in the history', async () => {
    await call('chat.postEphemeral', { channel: 'C1', user: 'U1', text: 'For Alice.' });
    expect(alice.messages('general').at(-1)).toMatchObject({ text: 'For Alice.', isEphemeral: true });
    expect(textsFor(bob)).not.toContain('For Alice.');
    const history = await call('conversations.history', { channel: 'C1' });
    expect(JSON.stringify(history)).not.toContain('For Alice.');
  });

  it.each<[string, string[], object]>([
    ['a broadcast in the text', ['channel'], { text: 'Hi <!channel>' }],
    ['a person and a group in the text', ['U1', 'S1'], { text: '<@U1> <!subteam^S1>' }],
    [
      'mrkdwn in blocks',
      ['here', 'U2'],
      { blocks: [{ type: 'section', text: mrkdwn('<!here|here> <@U2|bob>') }] },
    ],
    [
      'rich text',
      ['everyone', 'U1'],
      { blocks: [richText({ type: 'broadcast', range: 'everyone' }, { type: 'user', user_id: 'U1' })] },
    ],
    ['nobody in plain text', [], { blocks: [section('<!channel> <@U1>')] }],
    ['nobody in a text without mrkdwn', [], { text: '<!channel>', mrkdwn: false }],
    ['nobody in escaped brackets', [], { text: '&lt;!channel&gt; @channel' }],
  ])('know whom they call: %s', async (_what, mentions, content) => {
    await post(content);
    expect(sandbox.messages('C1').at(-1)?.mentions).toEqual(mentions);
  });
});
