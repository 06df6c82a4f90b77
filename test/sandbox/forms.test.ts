import { describe, expect, it } from 'vitest';
import { call } from './stage/call.ts';
import { dig } from './stage/dig.ts';
import { input, modal, plain, section, stage } from './stage/stage.ts';

const set = stage();
/** Like Slack's answer, with the default of `emoji` written out. */
const option = (text: string) => ({ text: { ...plain(text), emoji: true }, value: text.toLowerCase() });
const options = [option('Red'), option('Green'), option('Blue')];

const everything = modal(
  [
    input('Text', { type: 'plain_text_input' }),
    input('Email', { type: 'email_text_input' }),
    input('Link', { type: 'url_text_input' }),
    input('Number', { type: 'number_input', is_decimal_allowed: false }),
    input('Day', { type: 'datepicker' }),
    input('Time', { type: 'timepicker' }),
    input('Radio', { type: 'radio_buttons', options }),
    input('Boxes', { type: 'checkboxes', options }),
    input('One', { type: 'static_select', options }),
    input('Many', { type: 'multi_static_select', options }),
    input('Person', { type: 'users_select' }),
    input('People', { type: 'multi_users_select' }),
    input('Channel', { type: 'conversations_select' }),
    input('Channels', { type: 'multi_channels_select' }),
    input('Rich', { type: 'rich_text_input' }),
    input('Moment', { type: 'datetimepicker' }),
    input('Place', { type: 'channels_select' }),
    input('Places', { type: 'multi_conversations_select' }),
    input('Found', { type: 'external_select' }),
    input('All found', { type: 'multi_external_select' }),
  ].map((block) => ({ ...block, optional: true })),
);

function sentValues(): unknown {
  return dig(set.app.last('view_submission').body, 'view', 'state', 'values');
}

describe('a submission', () => {
  it('carries every kind of value in Slack’s shape', async () => {
    await set.open(everything);
    set.app.on('block_suggestion', { json: { options } });
    await set.alice.fill({
      Text: 'Jane',
      Email: 'jane@acme.com',
      Link: 'https://acme.com',
      Number: '42',
      Day: '2026-12-01',
      Time: '09:30',
      Radio: 'Green',
      Boxes: ['Red', 'Blue'],
      One: 'Blue',
      Many: ['Green', 'Red'],
      Person: 'Bob Byrne',
      People: ['Alice Ames', 'Bob Byrne'],
      Channel: 'general',
      Channels: ['general', 'random'],
      Rich: 'Hello',
      Moment: '1925111700',
      Place: 'random',
      Places: ['general', 'secret'],
      Found: 'Green',
      'All found': ['Red', 'Green'],
    });
    expect(await set.alice.submit()).toEqual({ outcome: 'closed' });
    expect(sentValues()).toEqual({
      text: { text: { type: 'plain_text_input', value: 'Jane' } },
      email: { email: { type: 'email_text_input', value: 'jane@acme.com' } },
      link: { link: { type: 'url_text_input', value: 'https://acme.com' } },
      number: { number: { type: 'number_input', value: '42' } },
      day: { day: { type: 'datepicker', selected_date: '2026-12-01' } },
      time: { time: { type: 'timepicker', selected_time: '09:30' } },
      radio: { radio: { type: 'radio_buttons', selected_option: option('Green') } },
      boxes: { boxes: { type: 'checkboxes', selected_options: [option('Red'), option('Blue')] } },
      one: { one: { type: 'static_select', selected_option: option('Blue') } },
      many: { many: { type: 'multi_static_select', selected_options: [option('Green'), option('Red')] } },
      person: { person: { type: 'users_select', selected_user: 'U2' } },
      people: { people: { type: 'multi_users_select', selected_users: ['U1', 'U2'] } },
      channel: { channel: { type: 'conversations_select', selected_conversation: 'C1' } },
      channels: { channels: { type: 'multi_channels_select', selected_channels: ['C1', 'C2'] } },
      moment: { moment: { type: 'datetimepicker', selected_date_time: 1_925_111_700 } },
      place: { place: { type: 'channels_select', selected_channel: 'C2' } },
      places: { places: { type: 'multi_conversations_select', selected_conversations: ['C1', 'C3'] } },
      found: { found: { type: 'external_select', selected_option: option('Green') } },
      all_found: {
        all_found: { type: 'multi_external_select', selected_options: [option('Red'), option('Green')] },
      },
      rich: {
        rich: {
          type: 'rich_text_input',
          rich_text_value: {
            type: 'rich_text',
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'Hello' }] }],
          },
        },
      },
    });
  });

  it('carries null for what nobody touched', async () => {
    await set.open(everything);
    await set.alice.submit();
    expect(sentValues()).toMatchObject({
      text: { text: { type: 'plain_text_input', value: null } },
      day: { day: { type: 'datepicker', selected_date: null } },
      one: { one: { type: 'static_select', selected_option: null } },
      boxes: { boxes: { type: 'checkboxes', selected_options: [] } },
      person: { person: { type: 'users_select', selected_user: null } },
    });
  });

  it('carries null for a text that was typed and taken away again', async () => {
    await set.open(modal([input('Text', { type: 'plain_text_input' }, { optional: true })]));
    await set.alice.fill({ Text: 'x' });
    await set.alice.fill({ Text: '' });
    await set.alice.submit();
    expect(sentValues()).toEqual({ text: { text: { type: 'plain_text_input', value: null } } });
  });

  it('carries the initial values', async () => {
    await set.open(
      modal([
        input('Text', { type: 'plain_text_input', initial_value: 'Jane' }),
        input('One', { type: 'static_select', options, initial_option: options[1] }),
        input('People', { type: 'multi_users_select', initial_users: ['U2'] }),
        input('Day', { type: 'datepicker', initial_date: '2026-12-01' }),
      ]),
    );
    expect(set.alice.view().fields).toMatchObject({
      Text: { value: 'Jane' },
      One: { value: 'Green' },
      People: { value: ['Bob Byrne'] },
    });
    await set.alice.submit();
    expect(sentValues()).toMatchObject({
      one: { one: { selected_option: option('Green') } },
      day: { day: { selected_date: '2026-12-01' } },
    });
  });
});

describe('Slack itself keeps the form open when', () => {
  const text = { type: 'plain_text_input' };
  it.each<[string, object, string | null, string]>([
    ['a required text is empty', text, null, 'Please complete this required field.'],
    [
      'a required choice is missing',
      { type: 'static_select', options },
      null,
      'Please complete this required field.',
    ],
    ['nothing is ticked', { type: 'checkboxes', options }, null, 'Please complete this required field.'],
    ['an address is none', { type: 'email_text_input' }, 'jane@acme', 'Please enter a valid email address.'],
    ['a link is none', { type: 'url_text_input' }, 'acme', 'Please enter a valid URL.'],
    [
      'a number is none',
      { type: 'number_input', is_decimal_allowed: true },
      '1,5',
      'Please enter a valid number.',
    ],
    [
      'a number has decimals',
      { type: 'number_input', is_decimal_allowed: false },
      '1.5',
      'Please enter a valid number.',
    ],
    [
      'a number is too small',
      { type: 'number_input', is_decimal_allowed: false, min_value: '2' },
      '1',
      'Please enter a number of at least 2.',
    ],
    [
      'a number is too great',
      { type: 'number_input', is_decimal_allowed: false, max_value: '2' },
      '3',
      'Please enter a number of at most 2.',
    ],
    [
      'a text is too short',
      { ...text, min_length: 3 },
      'ab',
      'Please lengthen this text to 3 characters or more.',
    ],
    [
      'a text is too long',
      { ...text, max_length: 3 },
      'abcd',
      'Please shorten this text to 3 characters or less.',
    ],
  ])('%s', async (_what, element, value, error) => {
    await set.open(modal([input('Field', element)]));
    const before = set.app.heard.length;
    if (value !== null) await set.alice.fill({ Field: value });
    expect(await set.alice.submit()).toEqual({ outcome: 'errors', errors: { field: error } });
    expect(set.alice.view().errors).toEqual({ Field: error });
    expect(set.app.heard).toHaveLength(before);
  });

  it('takes the error away when the person types again', async () => {
    await set.open(modal([input('Field', text)]));
    await set.alice.submit();
    await set.alice.fill({ Field: 'x' });
    expect(set.alice.view().errors).toEqual({});
  });

  it.each([
    ['an option that the menu does not show', 'One', 'Purple'],
    ['a day that is none', 'Day', '2026-13-01'],
    ['a person who is not there', 'Person', 'Nobody'],
    ['more than may be selected', 'Many', ['Red', 'Green']],
  ])('lets nobody choose %s', async (_what, label, value) => {
    await set.open(
      modal([
        input('One', { type: 'static_select', options }),
        input('Day', { type: 'datepicker' }),
        input('Person', { type: 'users_select' }),
        input('Many', { type: 'multi_static_select', options, max_selected_items: 1 }),
      ]),
    );
    await expect(set.alice.fill({ [label]: value })).rejects.toThrow();
    expect(set.alice.view().fields[label]?.value ?? []).toEqual([]);
  });
});

describe('the answer to a submission', () => {
  const form = modal([input('Name', { type: 'plain_text_input' }), section()], { external_id: 'form' });
  async function submitted(json: unknown) {
    set.app.on('view_submission', { json });
    await set.open(form);
    await set.alice.fill({ Name: 'Jane' });
    const outcome = await set.alice.submit();
    set.app.on('view_submission');
    return outcome;
  }

  it('update shows the new view in the old one’s place', async () => {
    expect(await submitted({ response_action: 'update', view: modal([section('Done')]) })).toEqual({
      outcome: 'updated',
    });
    expect(set.alice.views().map(({ texts }) => texts)).toEqual([['Done']]);
  });

  it('push puts a view on top, which gives way to the old one with all that was typed', async () => {
    expect(await submitted({ response_action: 'push', view: modal([section('More')]) })).toEqual({
      outcome: 'pushed',
    });
    expect(set.alice.views()).toHaveLength(2);
    await set.alice.close();
    expect(set.alice.view().fields).toMatchObject({ Name: { value: 'Jane' } });
  });

  it('clear closes every view', async () => {
    expect(await submitted({ response_action: 'clear' })).toEqual({ outcome: 'closed' });
    expect(set.alice.screen().views).toEqual([]);
  });

  it('errors shows them at their fields and keeps what was typed', async () => {
    expect(await submitted({ response_action: 'errors', errors: { name: 'No.' } })).toEqual({
      outcome: 'errors',
      errors: { name: 'No.' },
    });
    expect(set.alice.view()).toMatchObject({ errors: { Name: 'No.' }, fields: { Name: { value: 'Jane' } } });
  });

  it.each<[string, unknown]>([
    ['errors at a block that is no input', { response_action: 'errors', errors: { elsewhere: 'No.' } }],
    ['no errors at all', { response_action: 'errors', errors: {} }],
    ['an empty error', { response_action: 'errors', errors: { name: '' } }],
    [
      'a view that Slack does not take',
      { response_action: 'update', view: modal([section('x'.repeat(3001))]) },
    ],
    [
      'a view with an external id that is taken',
      { response_action: 'push', view: modal([section()], { external_id: 'form' }) },
    ],
    ['an unknown action', { response_action: 'close' }],
    ['something else', { text: 'Thanks' }],
  ])('leaves the form open with a complaint when it has %s', async (_what, json) => {
    expect(await submitted(json)).toMatchObject({ outcome: 'no response' });
    expect(set.alice.view().problem).toContain('We had some trouble connecting');
    expect(set.alice.view().fields).toMatchObject({ Name: { value: 'Jane' } });
  });

  it('that is empty closes what the app has pushed in the meantime, and shows the form again', async () => {
    set.app.on('view_submission', 'nothing');
    await set.open(form);
    await set.alice.fill({ Name: 'Jane' });
    const heard = set.app.next('view_submission');
    const submission = set.alice.submit();
    const { trigger_id } = (await heard).body;
    await call(set.sandbox, 'views.push', { trigger_id, view: modal([section('Success')]) });
    expect(set.alice.views()).toHaveLength(2);
    set.app.release();
    expect(await submission).toEqual({ outcome: 'closed' });
    set.app.on('view_submission');
    expect(set.alice.views()).toMatchObject([{ fields: { Name: { value: 'Jane' } } }]);
  });

  it('with another status than 200 leaves the form open with a complaint', async () => {
    set.app.on('view_submission', { status: 500 });
    await set.open(form);
    await set.alice.fill({ Name: 'Jane' });
    expect(await set.alice.submit()).toMatchObject({ outcome: 'no response' });
    set.app.on('view_submission');
    expect(await set.alice.submit()).toEqual({ outcome: 'closed' });
  });

  it('that does not come within three seconds is no answer, and the form stays open with everything in it', async () => {
    set.app.on('view_submission', 'nothing');
    await set.open(form);
    await set.alice.fill({ Name: 'Jane' });
    const submission = set.alice.submit();
    expect(set.alice.screen().views[0]?.isBusy).toBe(true);
    expect(await set.alice.submit()).toMatchObject({ outcome: 'refused' });
    set.clock.advance(3000);
    expect(await submission).toMatchObject({ outcome: 'no response' });
    set.app.on('view_submission');
    expect(set.alice.view()).toMatchObject({
      problem: expect.stringContaining('did not respond'),
      fields: { Name: { value: 'Jane' } },
    });
    expect(set.alice.screen().views[0]?.isBusy).toBe(false);
  });
});

describe('closing', () => {
  const noticed = (more: object = {}) =>
    modal([input('Name', { type: 'plain_text_input' })], { notify_on_close: true, ...more });
  const heardClosings = () => set.app.heard.filter(({ name }) => name === 'view_closed').length;

  it('tells the app nothing of what was typed', async () => {
    const { id } = await set.open(noticed());
    await set.alice.fill({ Name: 'Secret' });
    await set.alice.close();
    const { raw, body } = set.app.last('view_closed');
    expect(body).toMatchObject({ is_cleared: false, view: { id, state: { values: {} } } });
    expect(raw).not.toContain('Secret');
  });

  it('by the X tells of the root view, as cleared', async () => {
    const { id } = await set.open(noticed());
    set.app.on('view_submission', { json: { response_action: 'push', view: noticed() } });
    await set.alice.fill({ Name: 'x' });
    await set.alice.submit();
    set.app.on('view_submission');
    await set.alice.closeAll();
    expect(set.app.last('view_closed').body).toMatchObject({ is_cleared: true, view: { id } });
    expect(set.alice.screen().views).toEqual([]);
  });

  it('of an upper view tells of that one, as not cleared, and leaves those below', async () => {
    const { id: below } = await set.open(noticed());
    set.app.on('view_submission', { json: { response_action: 'push', view: noticed() } });
    await set.alice.fill({ Name: 'x' });
    await set.alice.submit();
    set.app.on('view_submission');
    const { id } = set.alice.view();
    await set.alice.close();
    const heard = { is_cleared: false, view: { id, root_view_id: below, previous_view_id: below } };
    expect(set.app.last('view_closed').body).toMatchObject(heard);
    expect(set.alice.view().id).toBe(below);
  });

  it('goes down the whole stack where the view says clear_on_close', async () => {
    await set.open(noticed());
    set.app.on('view_submission', {
      json: { response_action: 'push', view: noticed({ clear_on_close: true }) },
    });
    await set.alice.fill({ Name: 'x' });
    await set.alice.submit();
    set.app.on('view_submission');
    await set.alice.close();
    expect(set.alice.screen().views).toEqual([]);
  });

  it('is not told unless the view asks for it', async () => {
    const before = heardClosings();
    await set.open(modal([section()]));
    await set.alice.close();
    expect(heardClosings()).toBe(before);
  });
});

describe('Home and messages', () => {
  it('keep their own elements’ state and send it along', async () => {
    const blocks = [
      {
        type: 'actions',
        block_id: 'a',
        elements: [
          { type: 'static_select', action_id: 's', options, placeholder: plain('Colour') },
          { type: 'button', action_id: 'b', text: plain('Press me') },
        ],
      },
    ];
    await call(set.sandbox, 'chat.postMessage', { channel: 'U1', text: 't', blocks });
    const ts = set.alice.directMessages().at(-1)?.ts ?? '';
    const place = { in: 'message' as const, channel: 'D1', ts };
    await set.alice.do({ verb: 'input', place, blockId: 'a', actionId: 's', value: 'green' });
    expect(set.app.last('block_actions').body).toMatchObject({
      actions: [{ type: 'static_select', action_id: 's', block_id: 'a', selected_option: option('Green') }],
      container: { type: 'message', message_ts: ts, channel_id: 'D1', is_ephemeral: false },
      message: { ts, text: 't' },
      state: { values: { a: { s: { selected_option: option('Green') } } } },
    });
    await set.alice.press('Press me');
    expect(set.app.last('block_actions').body).toMatchObject({
      actions: [{ type: 'button' }],
      state: { values: { a: { s: { selected_option: option('Green') } } } },
    });
    expect(await set.bob.do({ verb: 'press', place, blockId: 'a', actionId: 'b' })).toMatchObject({
      outcome: 'refused',
    });
  });
});
