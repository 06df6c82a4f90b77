import { describe, expect, it } from 'vitest';
import { call, refusal } from '../stage/call.ts';
import { input, plain, section, stage } from '../stage/stage.ts';

const set = stage();
const long = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const table = (rows: unknown) => ({ type: 'table', rows });
const cell = (text: string) => ({ type: 'raw_text', text });

describe('the blocks of a message are refused when', () => {
  it.each<[string, unknown[], string]>([
    ['there are 51', many(51, () => section()), 'no more than 50 items allowed [json-pointer:/blocks]'],
    [
      'a section is too long',
      [section(long(3001))],
      'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    ],
    ['a type is unknown', [{ type: 'sektion' }], 'unsupported type: sektion [json-pointer:/blocks/0/type]'],
    [
      'an alert stands outside a modal',
      [{ type: 'alert', text: plain('a') }],
      'unsupported type: alert [json-pointer:/blocks/0/type]',
    ],
    [
      'a block is one that Slack is still rolling out',
      [{ type: 'card', title: plain('a') }],
      'unsupported type: card [json-pointer:/blocks/0/type]',
    ],
    [
      'an action_id comes twice',
      [{ type: 'actions', elements: many(2, () => ({ type: 'button', action_id: 'a', text: plain('x') })) }],
      '`action_id` "a" already exists [json-pointer:/blocks/0/elements/1/action_id]',
    ],
    [
      'a block_id comes twice',
      many(2, () => ({ type: 'divider', block_id: 'a' })),
      '`block_id` "a" already exists [json-pointer:/blocks/1/block_id]',
    ],
    [
      'a file input stands in a message',
      [input('F', { type: 'file_input' })],
      'unsupported type: file_input [json-pointer:/blocks/0/element/type]',
    ],
    [
      'markdown is too long',
      [{ type: 'markdown', text: long(12_001) }],
      'must be less than 12001 characters [json-pointer:/blocks/0/text]',
    ],
    [
      'markdown is too long in sum',
      many(2, () => ({ type: 'markdown', text: long(6001) })),
      'must be less than 12001 characters [json-pointer:/blocks]',
    ],
    [
      'a table has 101 rows',
      [table(many(101, () => [cell('a')]))],
      'no more than 100 items allowed [json-pointer:/blocks/0/rows]',
    ],
    [
      'a row has 21 cells',
      [table([many(21, () => cell('a'))])],
      'no more than 20 items allowed [json-pointer:/blocks/0/rows/0]',
    ],
    [
      'a table is too long',
      [table(many(11, () => [cell(long(1000))]))],
      'must be less than 10001 characters [json-pointer:/blocks]',
    ],
    ['a table has no rows', [table([])], 'must provide at least 1 items [json-pointer:/blocks/0/rows]'],
    ['a row has no cells', [table([[]])], 'must provide at least 1 items [json-pointer:/blocks/0/rows/0]'],
    [
      'a cell is empty',
      [table([[cell('')]])],
      'must be more than 0 characters [json-pointer:/blocks/0/rows/0/0/text]',
    ],
    [
      'a number is shown as nothing',
      [table([[{ type: 'raw_number', value: 1, text: '' }]])],
      'must be more than 0 characters [json-pointer:/blocks/0/rows/0/0/text]',
    ],
    [
      'a number is text',
      [table([[{ type: 'raw_number', value: '1', text: '1' }]])],
      'must provide a number [json-pointer:/blocks/0/rows/0/0/value]',
    ],
    [
      'markdown is empty',
      [{ type: 'markdown', text: '' }],
      'must be more than 0 characters [json-pointer:/blocks/0/text]',
    ],
    [
      'there are 21 column settings',
      [{ ...table([[cell('a')]]), column_settings: many(21, () => ({})) }],
      'no more than 20 items allowed [json-pointer:/blocks/0/column_settings]',
    ],
    [
      'there are two tables',
      many(2, () => table([[cell('a')]])),
      'only one `table` block is allowed [json-pointer:/blocks]',
    ],
    [
      'rich text has an odd part',
      [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'smile' }] }] }],
      'unsupported type: smile [json-pointer:/blocks/0/elements/0/elements/0/type]',
    ],
    [
      'a list of rich text has something else than sections',
      [
        {
          type: 'rich_text',
          elements: [
            { type: 'rich_text_list', style: 'bullet', elements: [{ type: 'smile', elements: [] }] },
          ],
        },
      ],
      'unsupported type: smile [json-pointer:/blocks/0/elements/0/elements/0/type]',
    ],
    [
      'an emoji code is no boolean',
      [{ type: 'section', text: { ...plain('a'), emoji: 'yes' } }],
      'must be a boolean [json-pointer:/blocks/0/text/emoji]',
    ],
    [
      'mrkdwn has an emoji field',
      [{ type: 'section', text: { type: 'mrkdwn', text: 'a', emoji: true } }],
      'invalid additional property: emoji [json-pointer:/blocks/0/text]',
    ],
  ])('%s', async (_what, blocks, message) => {
    const before = set.sandbox.messages('C1').length;
    const answer = await call(set.sandbox, 'chat.postMessage', { channel: 'C1', text: 't', blocks });
    expect(answer).toMatchObject({ ok: false, error: 'invalid_blocks' });
    expect(answer.errors).toContain(message);
    expect(answer.response_metadata).toMatchObject({
      messages: expect.arrayContaining([`[ERROR] ${message}`]),
    });
    expect(set.sandbox.messages('C1')).toHaveLength(before);
  });

  it('writes above a text that is too long what Slack writes there', async () => {
    const refused = await refusal(set.sandbox, 'chat.postMessage', {
      channel: 'C1',
      blocks: [section(long(3001))],
    });
    expect(refused).toEqual({
      error: 'invalid_blocks',
      messages: [
        '[ERROR] failed to match all allowed schemas [json-pointer:/blocks/0/text]',
        '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
      ],
    });
  });
});

it.each([
  [
    'markdown',
    (length: number) => [6000, length - 6000].map((part) => ({ type: 'markdown', text: long(part) })),
    12_000,
  ],
  ['a table', (length: number) => [table([5000, length - 5000].map((part) => [cell(long(part))]))], 10_000],
])('%s may be exactly as long as it may be', async (_what, blocks, longest) => {
  const post = (length: number) =>
    call(set.sandbox, 'chat.postMessage', { channel: 'C1', blocks: blocks(length) });
  expect(await post(longest)).toMatchObject({ ok: true });
  expect(await post(longest + 1)).toMatchObject({ error: 'invalid_blocks' });
});

describe('chat methods refuse', () => {
  it.each<[string, string, Record<string, unknown>, string]>([
    ['a message without content', 'chat.postMessage', { channel: 'C1' }, 'no_text'],
    ['a blank message', 'chat.postMessage', { channel: 'C1', text: '  ' }, 'no_text'],
    ['a message that is too long', 'chat.postMessage', { channel: 'C1', text: long(40_001) }, 'msg_too_long'],
    [
      'blocks that are no list',
      'chat.postMessage',
      { channel: 'C1', text: 't', blocks: '{"type":"divider"}' },
      'invalid_blocks_format',
    ],
    ['an unknown channel', 'chat.postMessage', { channel: 'C404', text: 't' }, 'channel_not_found'],
    [
      'a private channel without the app',
      'chat.postMessage',
      { channel: 'C3', text: 't' },
      'channel_not_found',
    ],
    ['a channel without the app', 'chat.postMessage', { channel: 'C2', text: 't' }, 'not_in_channel'],
    ['a deactivated person', 'chat.postMessage', { channel: 'U3', text: 't' }, 'channel_not_found'],
    [
      'a channel without the app, by name',
      'chat.postMessage',
      { channel: '#random', text: 't' },
      'not_in_channel',
    ],
    ['an archived channel', 'chat.postMessage', { channel: 'C4', text: 't' }, 'is_archived'],
    [
      'metadata without a type',
      'chat.postMessage',
      { channel: 'C1', text: 't', metadata: { event_payload: {} } },
      'invalid_metadata_format',
    ],
    ['attachments', 'chat.postMessage', { channel: 'C1', text: 't', attachments: [] }, 'invalid_attachments'],
    [
      'an ephemeral message to somebody elsewhere',
      'chat.postEphemeral',
      { channel: 'C1', user: 'U3', text: 't' },
      'user_not_in_channel',
    ],
    [
      'an ephemeral message where the app is not',
      'chat.postEphemeral',
      { channel: 'C2', user: 'U1', text: 't' },
      'not_in_channel',
    ],
    [
      'an update of a message that is not there',
      'chat.update',
      { channel: 'C1', ts: '1.2', text: 't' },
      'message_not_found',
    ],
    [
      'an update by a person’s id',
      'chat.update',
      { channel: 'U1', ts: '1.2', text: 't' },
      'channel_not_found',
    ],
    [
      'to delete a message that is not there',
      'chat.delete',
      { channel: 'C1', ts: '1.2' },
      'message_not_found',
    ],
    [
      'a permalink of a message that is not there',
      'chat.getPermalink',
      { channel: 'C1', message_ts: '1.2' },
      'message_not_found',
    ],
    ['a call without a channel', 'chat.postMessage', { text: 't' }, 'invalid_arguments'],
  ])('%s', async (_what, method, args, error) => {
    expect(await refusal(set.sandbox, method, args)).toMatchObject({ error });
  });

  it('updates that are longer than 4,000 characters, though a message may be', async () => {
    const { ts } = await call(set.sandbox, 'chat.postMessage', { channel: 'C1', text: long(4001) });
    expect(await refusal(set.sandbox, 'chat.update', { channel: 'C1', ts, text: long(4001) })).toMatchObject({
      error: 'msg_too_long',
    });
  });

  it('to change or delete what others wrote, and what only one person sees', async () => {
    await set.alice.postMessage('general', 'Mine.');
    const mine = set.sandbox.messages('C1').at(-1)?.ts;
    expect(await refusal(set.sandbox, 'chat.update', { channel: 'C1', ts: mine, text: 't' })).toMatchObject({
      error: 'cant_update_message',
    });
    expect(await refusal(set.sandbox, 'chat.delete', { channel: 'C1', ts: mine })).toMatchObject({
      error: 'cant_delete_message',
    });
    const { message_ts } = await call(set.sandbox, 'chat.postEphemeral', {
      channel: 'C1',
      user: 'U1',
      text: 'psst',
    });
    expect(
      await refusal(set.sandbox, 'chat.update', { channel: 'C1', ts: message_ts, text: 't' }),
    ).toMatchObject({ error: 'message_not_found' });
  });
});

describe('messages', () => {
  it('go to a person by their id, and tell the channel', async () => {
    const answer = await call(set.sandbox, 'chat.postMessage', { channel: 'U2', text: 'Hello.' });
    expect(answer).toMatchObject({
      ok: true,
      channel: 'D2',
      message: { text: 'Hello.', bot_id: 'B0SANDBOX' },
    });
    expect(set.bob.directMessages().at(-1)).toMatchObject({ text: 'Hello.', from: 'Bare' });
    expect(set.alice.directMessages().map(({ text }) => text)).not.toContain('Hello.');
  });

  it('lose their blocks when they are updated with a text alone', async () => {
    const { ts } = await call(set.sandbox, 'chat.postMessage', {
      channel: 'C1',
      text: 'old',
      blocks: [section('old')],
    });
    await call(set.sandbox, 'chat.update', { channel: 'C1', ts, text: 'new' });
    expect(set.alice.messages('general').at(-1)).toMatchObject({ text: 'new', texts: [], isEdited: true });
  });

  it('are gone once they are deleted', async () => {
    const { ts } = await call(set.sandbox, 'chat.postMessage', { channel: 'C1', text: 'Too soon.' });
    expect(await call(set.sandbox, 'chat.delete', { channel: 'C1', ts })).toEqual({
      ok: true,
      channel: 'C1',
      ts,
    });
    expect(set.alice.messages('general').map(({ text }) => text)).not.toContain('Too soon.');
  });

  it('have an address', async () => {
    const { ts } = await call(set.sandbox, 'chat.postMessage', { channel: 'C1', text: 'Here.' });
    expect(await call(set.sandbox, 'chat.getPermalink', { channel: 'C1', message_ts: ts })).toEqual({
      ok: true,
      channel: 'C1',
      permalink: `https://sandbox.slack.com/archives/C1/p${String(ts).replace('.', '')}`,
    });
  });

  it('are read back, the newest first', async () => {
    for (const text of ['First.', 'Second.'])
      await call(set.sandbox, 'chat.postMessage', { channel: 'C1', text });
    const answer = await call(set.sandbox, 'conversations.history', { channel: 'C1', limit: 2 });
    expect(answer).toMatchObject({ messages: [{ text: 'Second.' }, { text: 'First.' }], has_more: true });
  });

  it('show markdown and tables', async () => {
    const blocks = [{ type: 'markdown', text: '**Bold**' }, table([[cell('One'), cell('Two')]])];
    await call(set.sandbox, 'chat.postMessage', { channel: 'C1', text: 't', blocks });
    expect(set.alice.messages('general').at(-1)).toMatchObject({ texts: ['**Bold**', 'One', 'Two'] });
  });

  it('that are ephemeral are seen by one person and not in the history', async () => {
    await call(set.sandbox, 'chat.postEphemeral', { channel: 'C1', user: 'U1', text: 'For Alice.' });
    expect(set.alice.messages('general').at(-1)).toMatchObject({ text: 'For Alice.', isEphemeral: true });
    expect(set.bob.messages('general').map(({ text }) => text)).not.toContain('For Alice.');
    const { messages } = await call(set.sandbox, 'conversations.history', { channel: 'C1' });
    expect(JSON.stringify(messages)).not.toContain('For Alice.');
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a broadcast in the text', { text: 'Hi <!channel>' }, ['channel']],
    ['a person and a group in the text', { text: '<@U1> <!subteam^S1>' }, ['U1', 'S1']],
    [
      'mrkdwn in blocks',
      { text: 't', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '<!here|here> <@U2|bob>' } }] },
      ['here', 'U2'],
    ],
    [
      'rich text',
      {
        text: 't',
        blocks: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [
                  { type: 'broadcast', range: 'everyone' },
                  { type: 'user', user_id: 'U1' },
                ],
              },
            ],
          },
        ],
      },
      ['everyone', 'U1'],
    ],
    ['plain text, which calls nobody', { text: 't', blocks: [section('<!channel> <@U1>')] }, []],
    ['a text without mrkdwn, which calls nobody', { text: '<!channel>', mrkdwn: false }, []],
    ['escaped brackets, which call nobody', { text: '&lt;!channel&gt; @channel' }, []],
  ])('know whom they call: %s', async (_what, content, mentions) => {
    await call(set.sandbox, 'chat.postMessage', { channel: 'C1', ...content });
    expect(set.sandbox.messages('C1').at(-1)?.mentions).toEqual(mentions);
  });
});
