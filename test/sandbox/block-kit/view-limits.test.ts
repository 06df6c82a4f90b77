import { describe, expect, it } from 'vitest';
import { call, refusal } from '../stage/call.ts';
import { input, modal, plain, section, stage } from '../stage/stage.ts';

const set = stage();
const long = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const option = (index: number) => ({ text: plain(`Option ${index}`), value: `v${index}` });
const button = (more: object = {}) => ({ type: 'button', text: plain('Go'), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const inView = (block: object) => modal([block]);
const select = (more: object) => input('S', { type: 'static_select', ...more });

describe('a modal is refused with Slack’s words when', () => {
  it.each<[string, unknown, string]>([
    [
      'its title is too long',
      modal([section()], { title: plain(long(25)) }),
      'must be less than 25 characters [json-pointer:/view/title/text]',
    ],
    [
      'its title is empty',
      modal([section()], { title: plain('') }),
      'must be more than 0 characters [json-pointer:/view/title/text]',
    ],
    [
      'its title is missing',
      { type: 'modal', blocks: [] },
      'missing required field: title [json-pointer:/view]',
    ],
    [
      'its title is mrkdwn',
      modal([], { title: { type: 'mrkdwn', text: 'T' } }),
      'unsupported type: mrkdwn [json-pointer:/view/title/type]',
    ],
    [
      'its submit is too long',
      modal([section()], { submit: plain(long(25)) }),
      'must be less than 25 characters [json-pointer:/view/submit/text]',
    ],
    [
      'its submit is a string',
      modal([section()], { submit: 'Send' }),
      'must provide an object [json-pointer:/view/submit]',
    ],
    [
      'its close is too long',
      modal([section()], { close: plain(long(25)) }),
      'must be less than 25 characters [json-pointer:/view/close/text]',
    ],
    [
      'its callback_id is too long',
      modal([], { callback_id: long(256) }),
      'must be less than 256 characters [json-pointer:/view/callback_id]',
    ],
    [
      'its external_id is too long',
      modal([], { external_id: long(256) }),
      'must be less than 256 characters [json-pointer:/view/external_id]',
    ],
    [
      'its private_metadata is too long',
      modal([], { private_metadata: long(3001) }),
      'must be less than 3001 characters [json-pointer:/view/private_metadata]',
    ],
    [
      'it has a field that no view has',
      modal([], { colour: 'red' }),
      'invalid additional property: colour [json-pointer:/view]',
    ],
    ['it is a Home tab', { type: 'home', blocks: [] }, 'unsupported type: home [json-pointer:/view/type]'],
    [
      'it has no type',
      { title: plain('T'), blocks: [] },
      'missing required field: type [json-pointer:/view]',
    ],
    [
      'it has no blocks',
      { type: 'modal', title: plain('T') },
      'missing required field: blocks [json-pointer:/view]',
    ],
    [
      'it has 101 blocks',
      modal(many(101, () => section())),
      'no more than 100 items allowed [json-pointer:/view/blocks]',
    ],
    [
      'it has inputs and no submit',
      { type: 'modal', title: plain('T'), blocks: [section(), input('A', { type: 'plain_text_input' })] },
      'must define `submit` to use an `input` block in modals [json-pointer:/view/blocks/1/input]',
    ],
    [
      'a block is of no known type',
      inView({ type: 'sektion' }),
      'unsupported type: sektion [json-pointer:/view/blocks/0/type]',
    ],
    [
      'a block is one of messages',
      inView({ type: 'markdown', text: 'x' }),
      'unsupported type: markdown [json-pointer:/view/blocks/0/type]',
    ],
    [
      'a block_id is too long',
      inView({ ...section(), block_id: long(256) }),
      'must be less than 256 characters [json-pointer:/view/blocks/0/block_id]',
    ],
    [
      'a block_id comes twice',
      modal([
        { ...section(), block_id: 'a' },
        { ...section(), block_id: 'a' },
      ]),
      '`block_id` "a" already exists [json-pointer:/view/blocks/1/block_id]',
    ],
    [
      'an action_id comes twice in a block',
      inView(actions(button({ action_id: 'a' }), button({ action_id: 'a' }))),
      '`action_id` "a" already exists [json-pointer:/view/blocks/0/elements/1/action_id]',
    ],
    [
      'an action_id is too long',
      inView(actions(button({ action_id: long(256) }))),
      'must be less than 256 characters [json-pointer:/view/blocks/0/elements/0/action_id]',
    ],
    [
      'a section is too long',
      inView(section(long(3001))),
      'must be less than 3001 characters [json-pointer:/view/blocks/0/text/text]',
    ],
    [
      'a section says nothing',
      inView({ type: 'section' }),
      'missing required field: text [json-pointer:/view/blocks/0]',
    ],
    [
      'a section has 11 fields',
      inView({ type: 'section', fields: many(11, () => plain('f')) }),
      'no more than 10 items allowed [json-pointer:/view/blocks/0/fields]',
    ],
    [
      'a field is too long',
      inView({ type: 'section', fields: [plain(long(2001))] }),
      'must be less than 2001 characters [json-pointer:/view/blocks/0/fields/0/text]',
    ],
    [
      'a header is too long',
      inView({ type: 'header', text: plain(long(151)) }),
      'must be less than 151 characters [json-pointer:/view/blocks/0/text/text]',
    ],
    [
      'a header is mrkdwn',
      inView({ type: 'header', text: { type: 'mrkdwn', text: '*x*' } }),
      'unsupported type: mrkdwn [json-pointer:/view/blocks/0/text/type]',
    ],
    [
      'a context has 11 elements',
      inView({ type: 'context', elements: many(11, () => plain('c')) }),
      'no more than 10 items allowed [json-pointer:/view/blocks/0/elements]',
    ],
    [
      'a context has none',
      inView({ type: 'context', elements: [] }),
      'must provide at least 1 items [json-pointer:/view/blocks/0/elements]',
    ],
    [
      'an actions block has 26 elements',
      inView(actions(...many(26, () => button()))),
      'no more than 25 items allowed [json-pointer:/view/blocks/0/elements]',
    ],
    [
      'an actions block has an input',
      inView(actions({ type: 'plain_text_input' })),
      'unsupported type: plain_text_input [json-pointer:/view/blocks/0/elements/0/type]',
    ],
    [
      'an alert is too long',
      inView({ type: 'alert', text: plain(long(201)) }),
      'must be less than 201 characters [json-pointer:/view/blocks/0/text/text]',
    ],
    [
      'an alert has an odd level',
      inView({ type: 'alert', text: plain('a'), level: 'bad' }),
      'must be a valid enum value [json-pointer:/view/blocks/0/level]',
    ],
    [
      'an image has no alt text',
      inView({ type: 'image', image_url: 'https://a.b/c.png' }),
      'missing required field: alt_text [json-pointer:/view/blocks/0]',
    ],
    [
      'an alt text is too long',
      inView({ type: 'image', image_url: 'https://a.b/c.png', alt_text: long(2001) }),
      'must be less than 2001 characters [json-pointer:/view/blocks/0/alt_text]',
    ],
    [
      'an image has no address',
      inView({ type: 'image', alt_text: 'a' }),
      'missing required field: image_url [json-pointer:/view/blocks/0]',
    ],
    [
      'a button is too long',
      inView(actions(button({ text: plain(long(76)) }))),
      'must be less than 76 characters [json-pointer:/view/blocks/0/elements/0/text/text]',
    ],
    [
      'a button’s value is too long',
      inView(actions(button({ value: long(2001) }))),
      'must be less than 2001 characters [json-pointer:/view/blocks/0/elements/0/value]',
    ],
    [
      'a button’s URL is too long',
      inView(actions(button({ url: `https://${long(3000)}` }))),
      'must be less than 3001 characters [json-pointer:/view/blocks/0/elements/0/url]',
    ],
    [
      'a button’s style is no style',
      inView(actions(button({ style: 'default' }))),
      'must be a valid enum value [json-pointer:/view/blocks/0/elements/0/style]',
    ],
    [
      'an accessibility label is too long',
      inView(actions(button({ accessibility_label: long(76) }))),
      'must be less than 76 characters [json-pointer:/view/blocks/0/elements/0/accessibility_label]',
    ],
    [
      'a confirm title is too long',
      inView(actions(button({ confirm: { title: plain(long(101)), text: plain('t') } }))),
      'must be less than 101 characters [json-pointer:/view/blocks/0/elements/0/confirm/title/text]',
    ],
    [
      'a confirm text is too long',
      inView(actions(button({ confirm: { title: plain('t'), text: plain(long(301)) } }))),
      'must be less than 301 characters [json-pointer:/view/blocks/0/elements/0/confirm/text/text]',
    ],
    [
      'a confirm button is too long',
      inView(actions(button({ confirm: { title: plain('t'), text: plain('t'), deny: plain(long(31)) } }))),
      'must be less than 31 characters [json-pointer:/view/blocks/0/elements/0/confirm/deny/text]',
    ],
    [
      'an overflow has 6 options',
      inView(actions({ type: 'overflow', options: many(6, option) })),
      'no more than 5 items allowed [json-pointer:/view/blocks/0/elements/0/options]',
    ],
    [
      'checkboxes have 11 options',
      inView(actions({ type: 'checkboxes', options: many(11, option) })),
      'no more than 10 items allowed [json-pointer:/view/blocks/0/elements/0/options]',
    ],
    [
      'radio buttons have 11 options',
      inView(actions({ type: 'radio_buttons', options: many(11, option) })),
      'no more than 10 items allowed [json-pointer:/view/blocks/0/elements/0/options]',
    ],
    [
      'an input’s label is too long',
      inView(input(long(2001), { type: 'datepicker', action_id: 'a' }, { block_id: 'b' })),
      'must be less than 2001 characters [json-pointer:/view/blocks/0/label/text]',
    ],
    [
      'an input has no label',
      inView({ type: 'input', element: { type: 'datepicker' } }),
      'missing required field: label [json-pointer:/view/blocks/0]',
    ],
    [
      'a hint is too long',
      inView(input('A', { type: 'datepicker' }, { hint: plain(long(2001)) })),
      'must be less than 2001 characters [json-pointer:/view/blocks/0/hint/text]',
    ],
    [
      'a placeholder is too long',
      inView(input('A', { type: 'plain_text_input', placeholder: plain(long(151)) })),
      'must be less than 151 characters [json-pointer:/view/blocks/0/element/placeholder/text]',
    ],
    [
      'max_length is too great',
      inView(input('A', { type: 'plain_text_input', max_length: 3001 })),
      'must be less than 3001 [json-pointer:/view/blocks/0/element/max_length]',
    ],
    [
      'min_length is beyond max_length',
      inView(input('A', { type: 'plain_text_input', min_length: 5, max_length: 4 })),
      '`min_length` must not be greater than `max_length` [json-pointer:/view/blocks/0/element/min_length]',
    ],
    [
      'an initial_value is longer than the field takes',
      inView(input('A', { type: 'plain_text_input', initial_value: 'abcde', max_length: 4 })),
      'must be less than 5 characters [json-pointer:/view/blocks/0/element/initial_value]',
    ],
    [
      'an initial_value is no address',
      inView(input('A', { type: 'email_text_input', initial_value: 'jane@' })),
      'must be a valid email address [json-pointer:/view/blocks/0/element/initial_value]',
    ],
    [
      'an initial_value is an address without a dot in its domain',
      inView(input('A', { type: 'email_text_input', initial_value: 'jane@localhost' })),
      'must be a valid email address [json-pointer:/view/blocks/0/element/initial_value]',
    ],
    [
      'an initial_value is too long',
      inView(input('A', { type: 'plain_text_input', initial_value: long(3001) })),
      'must be less than 3001 characters [json-pointer:/view/blocks/0/element/initial_value]',
    ],
    [
      'a select has 101 options',
      inView(select({ options: many(101, option) })),
      'no more than 100 items allowed [json-pointer:/view/blocks/0/element/options]',
    ],
    [
      'a select has no options',
      inView(select({ options: [] })),
      'must provide at least 1 items [json-pointer:/view/blocks/0/element/options]',
    ],
    [
      'a select has neither options nor groups',
      inView(select({})),
      'missing required field: options [json-pointer:/view/blocks/0/element]',
    ],
    [
      'a select has options and groups',
      inView(select({ options: [option(1)], option_groups: [{ label: plain('g'), options: [option(1)] }] })),
      'must provide only one of `options` or `option_groups` [json-pointer:/view/blocks/0/element]',
    ],
    [
      'a select has 101 groups',
      inView(select({ option_groups: many(101, () => ({ label: plain('g'), options: [option(1)] })) })),
      'no more than 100 items allowed [json-pointer:/view/blocks/0/element/option_groups]',
    ],
    [
      'a group has 101 options',
      inView(select({ option_groups: [{ label: plain('g'), options: many(101, option) }] })),
      'no more than 100 items allowed [json-pointer:/view/blocks/0/element/option_groups/0/options]',
    ],
    [
      'a group’s label is too long',
      inView(select({ option_groups: [{ label: plain(long(76)), options: [option(1)] }] })),
      'must be less than 76 characters [json-pointer:/view/blocks/0/element/option_groups/0/label/text]',
    ],
    [
      'an option’s text is too long',
      inView(select({ options: [{ text: plain(long(76)), value: 'v' }] })),
      'must be less than 76 characters [json-pointer:/view/blocks/0/element/options/0/text/text]',
    ],
    [
      'an option’s text is mrkdwn in a menu',
      inView(select({ options: [{ text: { type: 'mrkdwn', text: 'x' }, value: 'v' }] })),
      'unsupported type: mrkdwn [json-pointer:/view/blocks/0/element/options/0/text/type]',
    ],
    [
      'an option’s value is too long',
      inView(select({ options: [{ text: plain('t'), value: long(151) }] })),
      'must be less than 151 characters [json-pointer:/view/blocks/0/element/options/0/value]',
    ],
    [
      'an option’s description is too long',
      inView(select({ options: [{ ...option(1), description: plain(long(76)) }] })),
      'must be less than 76 characters [json-pointer:/view/blocks/0/element/options/0/description/text]',
    ],
    [
      'an initial_option is not offered',
      inView(select({ options: [option(1)], initial_option: option(2) })),
      'must be one of the provided options [json-pointer:/view/blocks/0/element/initial_option]',
    ],
    [
      'an initial_option has another text',
      inView(select({ options: [option(1)], initial_option: { ...option(1), text: plain('Other') } })),
      'must be one of the provided options [json-pointer:/view/blocks/0/element/initial_option]',
    ],
    [
      'initial_options are an empty list',
      inView(input('S', { type: 'multi_static_select', options: [option(1)], initial_options: [] })),
      'must be one of the provided options [json-pointer:/view/blocks/0/element/initial_options]',
    ],
    [
      'a menu of several choices stands in an actions block',
      inView(actions({ type: 'multi_static_select', options: [option(1)] })),
      'unsupported type: multi_static_select [json-pointer:/view/blocks/0/elements/0/type]',
    ],
    [
      'a URL is none',
      inView(actions(button({ url: 'acme' }))),
      'invalid url [json-pointer:/view/blocks/0/elements/0/url]',
    ],
    [
      'an initial date is none',
      inView(input('A', { type: 'datepicker', initial_date: '01.12.2026' })),
      'input must match regex pattern: ^\\d{4}-\\d{2}-\\d{2}$ [json-pointer:/view/blocks/0/element/initial_date]',
    ],
    [
      'dispatch_action stands at a file input',
      inView(input('A', { type: 'file_input' }, { dispatch_action: true })),
      '`dispatch_action` is not supported for `file_input` [json-pointer:/view/blocks/0/dispatch_action]',
    ],
    [
      'dispatch_action stands at the element',
      inView(input('A', { type: 'datepicker', dispatch_action: true })),
      'invalid additional property: dispatch_action [json-pointer:/view/blocks/0/element]',
    ],
    [
      'two elements want the focus',
      modal([
        input('A', { type: 'datepicker', focus_on_load: true }),
        input('B', { type: 'datepicker', focus_on_load: true }),
      ]),
      'only one element may set `focus_on_load` [json-pointer:/view/blocks/1/element/focus_on_load]',
    ],
    [
      'a button stands in an input block',
      inView(input('A', button())),
      'unsupported type: button [json-pointer:/view/blocks/0/element/type]',
    ],
    [
      'a flag is text',
      inView(input('A', { type: 'datepicker' }, { optional: 'yes' })),
      'must be a boolean [json-pointer:/view/blocks/0/optional]',
    ],
    [
      'a number is text',
      inView(input('A', { type: 'external_select', min_query_length: '1' })),
      'must provide an integer [json-pointer:/view/blocks/0/element/min_query_length]',
    ],
    [
      'a text is a number',
      inView({ type: 'section', text: { type: 'plain_text', text: 5 } }),
      'must provide a string [json-pointer:/view/blocks/0/text/text]',
    ],
    ['its blocks are an object', modal({} as unknown[]), 'must provide an array [json-pointer:/view/blocks]'],
    ['it is no JSON', 'neither this nor that', 'must provide an object [json-pointer:/view]'],
  ])('%s', async (_what, view, message) => {
    const refused = await refusal(set.sandbox, 'views.open', { trigger_id: await set.trigger(), view });
    expect(refused.error).toBe('invalid_arguments');
    expect(refused.messages).toContain(`[ERROR] ${message}`);
    expect(set.alice.screen().views).toEqual([]);
  });

  it('finds everything that is wrong, under the sentence that Slack puts above it', async () => {
    const view = modal([section(long(3001))], { title: plain(long(25)) });
    const { messages } = await refusal(set.sandbox, 'views.open', { trigger_id: await set.trigger(), view });
    expect(messages[0]).toBe('[ERROR] failed to match all allowed schemas [json-pointer:/view]');
    expect(messages).toContain('[ERROR] must be less than 25 characters [json-pointer:/view/title/text]');
    expect(messages).toContain(
      '[ERROR] must be less than 3001 characters [json-pointer:/view/blocks/0/text/text]',
    );
  });

  it('does not use up the trigger of a view that is refused', async () => {
    const trigger_id = await set.trigger();
    await refusal(set.sandbox, 'views.open', { trigger_id, view: {} });
    expect(await call(set.sandbox, 'views.open', { trigger_id, view: modal([section()]) })).toMatchObject({
      ok: true,
    });
  });

  it('takes everything that is exactly as long as it may be', async () => {
    const options = many(100, (index) => ({
      text: plain(`${index}${long(70)}`),
      value: `${index}${long(140)}`,
      description: plain(long(75)),
    }));
    const view = modal(
      [
        { ...section(long(3000)), block_id: long(255) },
        { type: 'section', fields: many(10, () => plain(long(2000))) },
        { type: 'header', text: plain(long(150)) },
        { type: 'alert', text: plain(long(200)), level: 'warning' },
        actions(...many(25, () => button({ text: plain(long(75)), value: long(2000) }))),
        select({ options }),
        input('B', {
          type: 'plain_text_input',
          min_length: 0,
          max_length: 3000,
          placeholder: plain(long(150)),
        }),
        ...many(93, () => ({ type: 'divider' })),
      ],
      {
        title: plain(long(24)),
        submit: plain(long(24)),
        close: plain(long(24)),
        private_metadata: long(3000),
        callback_id: long(255),
      },
    );
    expect(await set.open(view)).toMatchObject({ type: 'modal' });
  });

  it('counts characters, not bytes: 24 emoji are a title', async () => {
    expect(await set.open(modal([section()], { title: plain('🦩'.repeat(24)) }))).toMatchObject({
      type: 'modal',
    });
  });

  it('refuses a view of more than 250 kB', async () => {
    const options = many(100, (index) => ({
      text: plain(`${index}${long(70)}`),
      value: `${index}${long(145)}`,
    }));
    const view = modal(many(11, (index) => input(`S${index}`, { type: 'static_select', options })));
    const { error } = await refusal(set.sandbox, 'views.open', { trigger_id: await set.trigger(), view });
    expect(error).toBe('view_too_large');
  });

  it('refuses in Home what only modals have', async () => {
    const view = { type: 'home', blocks: [{ type: 'alert', text: plain('a') }] };
    const { messages } = await refusal(set.sandbox, 'views.publish', { user_id: 'U1', view });
    expect(messages).toContain('[ERROR] unsupported type: alert [json-pointer:/view/blocks/0/type]');
  });
});
