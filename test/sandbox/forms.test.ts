import { describe, expect, it } from 'vitest';
import * as kit from './stage/blocks.ts';
import { dig } from './stage/call.ts';
import { stage } from './stage/stage.ts';

const { actions, input, inMessage, long, modal, plain, section } = kit;
const { alice, app, bob, call, open, post, unanswered } = await stage();

/** Like Slack's answer, with the default of `emoji` written out. */
const option = (text: string) => ({ text: { ...plain(text), emoji: true }, value: text.toLowerCase() });
const [red, green, blue] = [option('Red'), option('Green'), option('Blue')];
const options = [red, green, blue];
const required = 'Please complete this required field.';

const sentValues = () => dig(app.last('view_submission').body, 'view', 'state', 'values');

describe('a submission', () => {
  const rich = {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'Hello' }] }],
  };
  /** Types of elements: the value as a person sees it, and as the app gets it. */
  const everyKind: [type: string, value: string | string[], sent: object][] = [
    ['plain_text_input', 'Jane', { value: 'Jane' }],
    ['email_text_input', 'jane@acme.com', { value: 'jane@acme.com' }],
    ['url_text_input', 'https://acme.com', { value: 'https://acme.com' }],
    ['number_input', '42', { value: '42' }],
    ['datepicker', '2026-12-01', { selected_date: '2026-12-01' }],
    ['timepicker', '09:30', { selected_time: '09:30' }],
    ['radio_buttons', 'Green', { selected_option: green }],
    ['checkboxes', ['Red', 'Blue'], { selected_options: [red, blue] }],
    ['static_select', 'Blue', { selected_option: blue }],
    ['multi_static_select', ['Green', 'Red'], { selected_options: [green, red] }],
    ['users_select', 'Bob Byrne', { selected_user: 'U2' }],
    ['multi_users_select', ['Alice Ames', 'Bob Byrne'], { selected_users: ['U1', 'U2'] }],
    ['conversations_select', 'general', { selected_conversation: 'C1' }],
    ['multi_channels_select', ['general', 'random'], { selected_channels: ['C1', 'C2'] }],
    ['rich_text_input', 'Hello', { rich_text_value: rich }],
    ['datetimepicker', '1925111700', { selected_date_time: 1_925_111_700 }],
    ['channels_select', 'random', { selected_channel: 'C2' }],
    ['multi_conversations_select', ['general', 'secret'], { selected_conversations: ['C1', 'C3'] }],
    ['external_select', 'Green', { selected_option: green }],
    ['multi_external_select', ['Red', 'Green'], { selected_options: [red, green] }],
  ];
  const withOptions = ['radio_buttons', 'checkboxes', 'static_select', 'multi_static_select'];
  const everything = modal(
    everyKind.map(([type]) => {
      const more = {
        ...(withOptions.includes(type) && { options }),
        ...(type === 'number_input' && { is_decimal_allowed: false }),
      };
      return input(type, { type, ...more }, { optional: true });
    }),
  );

  it('carries every kind of value in Slack’s shape', async () => {
    await open(everything);
    app.on('block_suggestion', { json: { options } });
    await alice.fill(Object.fromEntries(everyKind.map(([type, value]) => [type, value])));
    expect(await alice.submit()).toEqual({ outcome: 'closed' });
    expect(sentValues()).toEqual(
      Object.fromEntries(everyKind.map(([type, , sent]) => [type, { [type]: { type, ...sent } }])),
    );
  });

  it('carries null for untouched fields', async () => {
    await open(everything);
    await alice.submit();
    expect(sentValues()).toMatchObject({
      plain_text_input: { plain_text_input: { type: 'plain_text_input', value: null } },
      datepicker: { datepicker: { type: 'datepicker', selected_date: null } },
      static_select: { static_select: { type: 'static_select', selected_option: null } },
      checkboxes: { checkboxes: { type: 'checkboxes', selected_options: [] } },
      users_select: { users_select: { type: 'users_select', selected_user: null } },
    });
  });

  it('carries null for a text that was typed and deleted again', async () => {
    await open(modal([input('Text', 'plain_text_input', { optional: true })]));
    await alice.fill({ Text: 'x' });
    await alice.fill({ Text: '' });
    await alice.submit();
    expect(sentValues()).toEqual({ text: { text: { type: 'plain_text_input', value: null } } });
  });

  it('carries the initial values', async () => {
    await open(
      modal([
        input('Text', { type: 'plain_text_input', initial_value: 'Jane' }),
        input('One', { type: 'static_select', options, initial_option: green }),
        input('People', { type: 'multi_users_select', initial_users: ['U2'] }),
        input('Day', { type: 'datepicker', initial_date: '2026-12-01' }),
      ]),
    );
    expect(alice.view().fields).toMatchObject({
      Text: { value: 'Jane' },
      One: { value: 'Green' },
      People: { value: ['Bob Byrne'] },
    });
    await alice.submit();
    expect(sentValues()).toMatchObject({
      one: { one: { selected_option: green } },
      day: { day: { selected_date: '2026-12-01' } },
    });
  });
});

describe('Slack itself', () => {
  const text = { type: 'plain_text_input' };
  const whole = { type: 'number_input', is_decimal_allowed: false };

  it.each<[string, string, string | null, object]>([
    ['a required text is empty', required, null, text],
    ['a required choice is missing', required, null, { type: 'static_select', options }],
    ['nothing is ticked', required, null, { type: 'checkboxes', options }],
    [
      'an email address is invalid',
      'Please enter a valid email address.',
      'a@acme',
      { type: 'email_text_input' },
    ],
    ['a link is invalid', 'Please enter a valid URL.', 'acme', { type: 'url_text_input' }],
    ['a number is invalid', 'Please enter a valid number.', '1,5', { ...whole, is_decimal_allowed: true }],
    ['a number has decimals', 'Please enter a valid number.', '1.5', whole],
    ['a number is too small', 'Please enter a number of at least 2.', '1', { ...whole, min_value: '2' }],
    ['a number is too great', 'Please enter a number of at most 2.', '3', { ...whole, max_value: '2' }],
    [
      'a text is too short',
      'Please lengthen this text to 3 characters or more.',
      'ab',
      { ...text, min_length: 3 },
    ],
    [
      'a text is too long',
      'Please shorten this text to 3 characters or less.',
      'abcd',
      { ...text, max_length: 3 },
    ],
  ])('keeps the form open when %s: %s', async (_what, error, value, element) => {
    await open(modal([input('Field', element)]));
    const before = app.heard.length;
    if (value !== null) await alice.fill({ Field: value });
    expect(await alice.submit()).toEqual({ outcome: 'errors', errors: { field: error } });
    expect(alice.view().errors).toEqual({ Field: error });
    expect(app.heard).toHaveLength(before);
  });

  it('removes the error when the person types again', async () => {
    await open(modal([input('Field', text)]));
    await alice.submit();
    await alice.fill({ Field: 'x' });
    expect(alice.view().errors).toEqual({});
  });

  it.each<[string, string | string[], object]>([
    ['an option that the menu does not show', 'Purple', { type: 'static_select', options }],
    ['an invalid day', '2026-13-01', { type: 'datepicker' }],
    ['an unknown person', 'Nobody', { type: 'users_select' }],
    ['too many options', ['Red', 'Green'], { type: 'multi_static_select', options, max_selected_items: 1 }],
  ])('refuses %s in a field', async (_what, value, element) => {
    await open(modal([input('Field', element)]));
    await expect(alice.fill({ Field: value })).rejects.toThrow();
    expect(alice.view().fields.Field?.value ?? []).toEqual([]);
  });
});

describe('the answer to a submission', () => {
  const form = modal([input('Name'), section()]);
  const typed = { fields: { Name: { value: 'Jane' } } };

  async function filledIn(): Promise<void> {
    await open(form);
    await alice.fill({ Name: 'Jane' });
  }

  async function submitted(json: unknown) {
    app.on('view_submission', { json });
    await filledIn();
    return alice.submit();
  }

  it('update shows the new view in the old one’s place', async () => {
    const update = { response_action: 'update', view: modal([section('Done')]) };
    expect(await submitted(update)).toEqual({ outcome: 'updated' });
    expect(alice.views().map(({ texts }) => texts)).toEqual([['Done']]);
  });

  it('push puts a view on top, and closing it shows the old one with all that was typed', async () => {
    const push = { response_action: 'push', view: modal([section('More')]) };
    expect(await submitted(push)).toEqual({ outcome: 'pushed' });
    expect(alice.views()).toHaveLength(2);
    await alice.close();
    expect(alice.view()).toMatchObject(typed);
  });

  it('clear closes every view', async () => {
    expect(await submitted({ response_action: 'clear' })).toEqual({ outcome: 'closed' });
    expect(alice.screen().views).toEqual([]);
  });

  it('errors shows them at their fields and keeps what was typed', async () => {
    const errors = { name: 'No.' };
    expect(await submitted({ response_action: 'errors', errors })).toEqual({ outcome: 'errors', errors });
    expect(alice.view()).toMatchObject({ errors: { Name: 'No.' }, ...typed });
  });

  it.each<[string, object]>([
    ['errors at a block that is no input', { response_action: 'errors', errors: { elsewhere: 'No.' } }],
    ['no errors at all', { response_action: 'errors', errors: {} }],
    ['an empty error', { response_action: 'errors', errors: { name: '' } }],
    ['a view that Slack refuses', { response_action: 'update', view: modal([section(long(3001))]) }],
    ['an unknown action', { response_action: 'close' }],
    ['something else', { text: 'Thanks' }],
  ])('leaves the form open with a complaint when it has %s', async (_what, json) => {
    expect(await submitted(json)).toMatchObject({ outcome: 'no response' });
    expect(alice.view()).toMatchObject({
      problem: expect.stringContaining('We had some trouble connecting'),
      ...typed,
    });
  });

  it('that is empty closes what the app has pushed in the meantime, and shows the form again', async () => {
    app.on('view_submission', 'nothing');
    await filledIn();
    const heard = app.next('view_submission');
    const submission = alice.submit();
    const { trigger_id } = (await heard).body;
    await call('views.push', { trigger_id, view: modal([section('Success')]) });
    expect(alice.views()).toHaveLength(2);
    app.release();
    expect(await submission).toEqual({ outcome: 'closed' });
    expect(alice.views()).toMatchObject([typed]);
  });

  it('with another status than 200 leaves the form open with a complaint', async () => {
    app.on('view_submission', { status: 500 }, { status: 200 });
    await filledIn();
    expect(await alice.submit()).toMatchObject({ outcome: 'no response' });
    expect(await alice.submit()).toEqual({ outcome: 'closed' });
  });

  it('that takes longer than three seconds is no answer: the form stays open with everything in it', async () => {
    app.on('view_submission', 'nothing');
    await filledIn();
    const submission = alice.submit();
    expect(alice.screen().views[0]?.isBusy).toBe(true);
    expect(await alice.submit()).toMatchObject({ outcome: 'refused' });
    expect(await unanswered(submission)).toMatchObject({ outcome: 'no response' });
    expect(alice.view()).toMatchObject({ problem: expect.stringContaining('did not respond'), ...typed });
    expect(alice.screen().views[0]?.isBusy).toBe(false);
  });
});

describe('closing', () => {
  const form = (more: object = {}) => modal([input('Name')], { notify_on_close: true, ...more });
  /** Opens a form, and a second one on it. */
  async function openTwo(more: object = {}) {
    const { id } = await open(form());
    app.on('view_submission', { json: { response_action: 'push', view: form(more) } });
    await alice.fill({ Name: 'x' });
    await alice.submit();
    return { below: id, above: alice.view().id };
  }

  it('tells the app nothing of what was typed', async () => {
    const { id } = await open(form());
    await alice.fill({ Name: 'Secret' });
    await alice.close();
    const { raw, body } = app.last('view_closed');
    expect(body).toMatchObject({ is_cleared: false, view: { id, state: { values: {} } } });
    expect(raw).not.toContain('Secret');
  });

  it('by the X tells of the root view, as cleared', async () => {
    const { below: id } = await openTwo();
    await alice.closeAll();
    expect(app.last('view_closed').body).toMatchObject({ is_cleared: true, view: { id } });
    expect(alice.screen().views).toEqual([]);
  });

  it('of an upper view tells of that one, as not cleared, and leaves those below', async () => {
    const { below, above: id } = await openTwo();
    await alice.close();
    const view = { id, root_view_id: below, previous_view_id: below };
    expect(app.last('view_closed').body).toMatchObject({ is_cleared: false, view });
    expect(alice.view().id).toBe(below);
  });

  it('closes the whole stack where the view says clear_on_close', async () => {
    await openTwo({ clear_on_close: true });
    await alice.close();
    expect(alice.screen().views).toEqual([]);
  });

  it('is not told unless the view asks for it', async () => {
    const before = app.all('view_closed').length;
    await open(modal([section()]));
    await alice.close();
    expect(app.all('view_closed')).toHaveLength(before);
  });
});

it('elements of a message keep their state and send it along, for their readers alone', async () => {
  const select = { type: 'static_select', action_id: 's', options, placeholder: plain('Colour') };
  const ts = await post({ channel: 'U1', blocks: [actions(select, kit.button())] });
  await alice.do({ verb: 'input', ...inMessage('D1', ts, 'a', 's'), value: 'green' });
  const state = { values: { a: { s: { selected_option: green } } } };
  expect(app.last('block_actions').body).toMatchObject({
    actions: [{ type: 'static_select', action_id: 's', block_id: 'a', selected_option: green }],
    container: { type: 'message', message_ts: ts, channel_id: 'D1', is_ephemeral: false },
    message: { ts, text: 't' },
    state,
  });
  await alice.press('Go');
  expect(app.last('block_actions').body).toMatchObject({ actions: [{ type: 'button' }], state });
  const press = { verb: 'press', ...inMessage('D1', ts, 'a', 'go') } as const;
  expect(await bob.do(press)).toMatchObject({ outcome: 'refused' });
});
