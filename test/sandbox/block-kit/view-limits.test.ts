import { describe, expect, it } from 'vitest';
import * as kit from '../stage/blocks.ts';
import { pointerTo } from '../stage/call.ts';
import { stage } from '../stage/stage.ts';

const { actions, button, input, long, many, modal, mrkdwn, option, options, plain, section } = kit;
const { alice, call, complaints, errorOf, open, refusal, trigger } = await stage();

const one = options(1);
const menu = (more: object) => input('A', { type: 'static_select', ...more });
const menuOf = (choice: object) => menu({ options: [choice] });
const menuIn = (group: object) => menu({ option_groups: [{ label: plain('g'), options: one, ...group }] });
const chosen = (type: string, first: object[], more: object = { options: one }) =>
  input('A', { type, initial_options: first, ...more });
const text = (more: object) => input('A', { type: 'plain_text_input', ...more });
const date = (more: object) => input('A', 'datepicker', more);
const context = (...elements: object[]) => ({ type: 'context', elements });
const fields = (...texts: object[]) => ({ type: 'section', fields: texts });
const image = (more: object = {}) => ({ type: 'image', image_url: 'https://a.b', alt_text: 'a', ...more });
const confirm = (more: object) =>
  actions(button({ confirm: { title: plain('t'), text: plain('t'), ...more } }));

/** Expects Slack's sentence about the modal, at this location in it. */
async function expectRefused(view: unknown, sentence: string, pointer: string): Promise<void> {
  const complaint = `[ERROR] ${sentence} [json-pointer:/view${pointer}]`;
  expect(await refusal('views.open', { trigger_id: await trigger(), view })).toMatchObject({
    error: 'invalid_arguments',
    response_metadata: { messages: expect.arrayContaining([complaint]) },
  });
  expect(alice.screen().views).toEqual([]);
}

/** Expects Slack's sentence at the location of the faulty value. */
const expectFault = (view: unknown, sentence: string, faulty: unknown) =>
  expectRefused(view, sentence, pointerTo(faulty, view));

describe('a modal is refused when', () => {
  it.each<[string, number, (text: string) => object]>([
    ['its title', 25, (text) => ({ title: plain(text) })],
    ['its submit button', 25, (text) => ({ submit: plain(text) })],
    ['its close button', 25, (text) => ({ close: plain(text) })],
    ['its callback_id', 256, (text) => ({ callback_id: text })],
    ['its private_metadata', 3001, (text) => ({ private_metadata: text })],
  ])('%s has %d characters', (_what, length, more) =>
    expectFault(modal([], more(long(length))), `must be less than ${length} characters`, long(length)),
  );

  it.each<[string, number, (text: string) => object]>([
    ['a block_id', 256, (text) => ({ ...section(), block_id: text })],
    ['an action_id', 256, (text) => actions(button({ action_id: text }))],
    ['a section', 3001, (text) => section(text)],
    ['a field', 2001, (text) => fields(plain(text))],
    ['a header', 151, (text) => ({ type: 'header', text: plain(text) })],
    ['an alert', 201, (text) => ({ type: 'alert', text: plain(text) })],
    ['an image’s alt text', 2001, (text) => image({ alt_text: text })],
    ['an image’s title', 2001, (text) => image({ title: plain(text) })],
    ['a context’s text', 2001, (text) => context(plain(text))],
    ['a context’s mrkdwn', 2001, (text) => context(mrkdwn(text))],
    ['a context’s alt text', 2001, (text) => context(image({ alt_text: text }))],
    ['a button’s text', 76, (text) => actions(button({ text: plain(text) }))],
    ['a button’s value', 2001, (text) => actions(button({ value: text }))],
    ['a button’s URL', 3001, (text) => actions(button({ url: text }))],
    ['an accessibility label', 76, (text) => actions(button({ accessibility_label: text }))],
    ['a dialog’s title', 101, (text) => confirm({ title: plain(text) })],
    ['a dialog’s text', 301, (text) => confirm({ text: plain(text) })],
    ['a dialog’s yes', 31, (text) => confirm({ confirm: plain(text) })],
    ['a dialog’s no', 31, (text) => confirm({ deny: plain(text) })],
    ['a label', 2001, (text) => date({ label: plain(text) })],
    ['a hint', 2001, (text) => date({ hint: plain(text) })],
    ['a placeholder', 151, (words) => text({ placeholder: plain(words) })],
    ['an initial value', 3001, (words) => text({ initial_value: words })],
    ['an initial value above max_length', 5, (words) => text({ initial_value: words, max_length: 4 })],
    ['a group’s label', 76, (text) => menuIn({ label: plain(text) })],
    ['an option’s text', 76, (text) => menuOf({ text: plain(text), value: 'v' })],
    ['an option’s value', 151, (value) => menuOf({ text: plain('t'), value })],
    ['an option’s description', 76, (text) => menuOf({ ...option('A'), description: plain(text) })],
  ])('%s has %d characters', (_what, length, block) =>
    expectFault(modal([block(long(length))]), `must be less than ${length} characters`, long(length)),
  );

  it.each<[string, object]>([
    ['a section’s text', section('')],
    ['a section’s mrkdwn', { type: 'section', text: mrkdwn('') }],
    ['a header', { type: 'header', text: plain('') }],
    ['a block_id', { ...section(), block_id: '' }],
    ['an action_id', input('A', { type: 'datepicker', action_id: '' })],
    ['a piece of rich text', kit.richText({ type: 'text', text: '' })],
    ['an image’s alt text', image({ alt_text: '' })],
    ['an image’s address', image({ image_url: '' })],
    ['a context’s alt text', context(image({ alt_text: '' }))],
    ['an option’s text', menuOf({ text: plain(''), value: 'a' })],
    ['an option’s value', menuOf({ text: plain('A'), value: '' })],
    ['a group’s label', menuIn({ label: plain('') })],
  ])('%s is an empty text', (_what, block) =>
    expectFault(modal([block]), 'must be more than 0 characters', ''),
  );

  it.each<[string, number, (items: object[]) => object]>([
    ['fields of a section', 10, (items) => fields(...items)],
    ['elements of a context', 10, (items) => context(...items)],
    ['elements of an actions block', 25, (items) => actions(...items)],
    ['options of an overflow menu', 5, (items) => actions({ type: 'overflow', options: items })],
    ['checkboxes', 10, (items) => actions({ type: 'checkboxes', options: items })],
    ['radio buttons', 10, (items) => actions({ type: 'radio_buttons', options: items })],
    ['options of a menu', 100, (items) => menu({ options: items })],
    ['groups of a menu', 100, (items) => menu({ option_groups: items })],
    ['options of a group', 100, (items) => menuIn({ options: items })],
    ['initial options of checkboxes', 10, (items) => chosen('checkboxes', items)],
    ['initial options of a menu', 100, (items) => chosen('multi_static_select', items)],
    ['initial options of a loading menu', 100, (items) => chosen('multi_external_select', items, {})],
  ])('it has more %s than %d', (_what, most, block) => {
    const tooMany = options(most + 1);
    return expectFault(modal([block(tooMany)]), `no more than ${most} items allowed`, tooMany);
  });

  it.each<[string, object]>([
    ['fields in a section', fields()],
    ['elements in a context', context()],
    ['elements in an actions block', actions()],
    ['elements in a rich text', { type: 'rich_text', elements: [] }],
    ['options in an overflow menu', actions({ type: 'overflow', options: [] })],
    ['options in a menu', menu({ options: [] })],
    ['radio buttons', input('A', { type: 'radio_buttons', options: [] })],
    ['groups in a menu', menu({ option_groups: [] })],
    ['options in a group', menuIn({ options: [] })],
    ['initial options of checkboxes', chosen('checkboxes', [])],
    ['actions that tell the app', text({ dispatch_action_config: { trigger_actions_on: [] } })],
    ['kinds in a filter', input('A', { type: 'conversations_select', filter: { include: [] } })],
  ])('it has an empty list of %s', (_what, block) =>
    expectFault(modal([block]), 'must provide at least 1 items', []),
  );

  it.each([
    ['max_selected_items', 'multi_static_select', 0, 'must be greater than 0'],
    ['max_length', 'plain_text_input', 0, 'must be greater than 0'],
    ['max_length', 'plain_text_input', 3001, 'must be less than 3001'],
    ['min_length', 'plain_text_input', -1, 'must be greater than -1'],
    ['min_length', 'plain_text_input', 3001, 'must be less than 3001'],
    ['min_query_length', 'external_select', -1, 'must be greater than -1'],
    ['min_lines', 'rich_text_input', 0, 'must be greater than 0'],
    ['initial_date_time', 'datetimepicker', 999_999_999, 'must be greater than 999999999'],
  ])('%s of a %s is %d', (field, type, value, sentence) =>
    expectFault(modal([input('A', { type, [field]: value })]), sentence, value),
  );

  it.each<[string, string, object]>([
    ['sektion', 'a block', { type: 'sektion' }],
    ['markdown', 'a block', { type: 'markdown', text: 'x' }],
    ['mrkdwn', 'a header', { type: 'header', text: mrkdwn('*x*') }],
    ['mrkdwn', 'an option of a menu', menuOf({ text: mrkdwn('x'), value: 'v' })],
    ['plain_text_input', 'an element of an actions block', actions({ type: 'plain_text_input' })],
    ['multi_static_select', 'an element of an actions block', actions({ type: 'multi_static_select' })],
    ['button', 'an element of an input block', input('A', button())],
  ])('the type %s is used for %s', (type, _what, block) =>
    expectFault(modal([block]), `unsupported type: ${type}`, type),
  );

  const other = option('Other');
  const renamed = { ...other, value: 'a' };
  const notOffered = 'must be one of the provided options';
  const noEnum = 'must be a valid enum value';
  const badEmail = 'must be a valid email address';
  const badDay = 'input must match regex pattern: ^\\d{4}-\\d{2}-\\d{2}$';
  const initially = (type: string, more: object) => input('A', { type, ...more });
  it.each<[unknown, string, object]>([
    ['bad', noEnum, { type: 'alert', text: plain('a'), level: 'bad' }],
    ['default', noEnum, actions(button({ style: 'default' }))],
    ['acme', 'invalid url', actions(button({ url: 'acme' }))],
    ['jane@', badEmail, initially('email_text_input', { initial_value: 'jane@' })],
    ['jane@localhost', badEmail, initially('email_text_input', { initial_value: 'jane@localhost' })],
    ['01.12.2026', badDay, initially('datepicker', { initial_date: '01.12.2026' })],
    [5, '`min_length` must not be greater than `max_length`', text({ min_length: 5, max_length: 4 })],
    [other, notOffered, menu({ options: one, initial_option: other })],
    [renamed, notOffered, menu({ options: [option('A')], initial_option: renamed })],
    [[], notOffered, chosen('multi_static_select', [])],
    ['yes', 'must be a boolean', date({ optional: 'yes' })],
    ['1', 'must provide an integer', initially('external_select', { min_query_length: '1' })],
    [5, 'must provide a string', { type: 'section', text: { ...plain(''), text: 5 } }],
  ])('it has %j: %s', (faulty, sentence, block) => expectFault(modal([block]), sentence, faulty));

  const focused = (label: string) => input(label, { type: 'datepicker', focus_on_load: true });
  const twoKinds = { options: one, option_groups: [{ label: plain('g'), options: one }] };
  const oneFocus = 'only one element may set `focus_on_load`';
  const needsSubmit = 'must define `submit` to use an `input` block in modals';
  it.each<[string, string, unknown]>([
    ['/title/text', 'must be more than 0 characters', modal([], { title: plain('') })],
    ['', 'missing required field: title', { type: 'modal', blocks: [] }],
    ['/title/type', 'unsupported type: mrkdwn', modal([], { title: mrkdwn('T') })],
    ['/submit', 'must provide an object', modal([], { submit: 'Send' })],
    ['', 'invalid additional property: x', modal([], { x: 'red' })],
    ['/type', 'unsupported type: home', kit.home()],
    ['', 'missing required field: type', { title: plain('T'), blocks: [] }],
    ['', 'missing required field: blocks', { type: 'modal', title: plain('T') }],
    ['/blocks', 'must provide an array', modal({})],
    ['', 'must provide an object', 'neither this nor that'],
    ['/blocks', 'no more than 100 items allowed', modal(many(101, () => section()))],
    ['/blocks/1/input', needsSubmit, modal([section(), input('A')], { submit: undefined })],
    ['/blocks/1/block_id', '`block_id` "a" already exists', modal(many(2, () => actions(button())))],
    [
      '/blocks/0/elements/1/action_id',
      '`action_id` "go" already exists',
      modal([actions(button(), button())]),
    ],
    ['/blocks/1/element/focus_on_load', oneFocus, modal([focused('A'), focused('B')])],
    ['/blocks/0', 'missing required field: text', modal([{ type: 'section' }])],
    ['/blocks/0', 'missing required field: alt_text', modal([image({ alt_text: undefined })])],
    ['/blocks/0', 'missing required field: image_url', modal([image({ image_url: undefined })])],
    ['/blocks/0', 'missing required field: label', modal([date({ label: undefined })])],
    ['/blocks/0/element', 'missing required field: options', modal([menu({})])],
    ['/blocks/0/element', 'must provide only one of `options` or `option_groups`', modal([menu(twoKinds)])],
    [
      '/blocks/0/element',
      'invalid additional property: dispatch_action',
      modal([initially('datepicker', { dispatch_action: true })]),
    ],
  ])('it has a mistake at “%s”: %s', (pointer, sentence, view) => expectRefused(view, sentence, pointer));
});

describe('views.open', () => {
  it('reports all errors, under Slack’s sentence about the view', async () => {
    const view = modal([section(long(3001))], { title: plain(long(25)) });
    const [first, ...others] = await complaints('views.open', { trigger_id: await trigger(), view });
    expect(first).toBe('failed to match all allowed schemas [json-pointer:/view]');
    expect(others).toContain('must be less than 25 characters [json-pointer:/view/title/text]');
    expect(others).toContain('must be less than 3001 characters [json-pointer:/view/blocks/0/text/text]');
  });

  it('leaves the trigger usable when it refuses a view', async () => {
    const trigger_id = await trigger();
    await refusal('views.open', { trigger_id, view: {} });
    await call('views.open', { trigger_id, view: modal([section()]) });
  });

  it('takes everything at its greatest length', async () => {
    const button = (index: number) =>
      kit.button({ action_id: `${index}`, text: plain(long(75)), value: long(2000) });
    const choice = (index: number) => ({
      text: plain(`${index}${long(70)}`),
      value: `${index}${long(140)}`,
      description: plain(long(75)),
    });
    const blocks = [
      { ...section(long(3000)), block_id: long(255) },
      fields(...many(10, () => plain(long(2000)))),
      { type: 'header', text: plain(long(150)) },
      { type: 'alert', text: plain(long(200)), level: 'warning' },
      actions(...many(25, button)),
      input('B', { type: 'static_select', options: many(100, choice) }),
      input('C', {
        type: 'plain_text_input',
        min_length: 0,
        max_length: 3000,
        placeholder: plain(long(150)),
      }),
      ...many(93, () => ({ type: 'divider' })),
    ];
    const [title, submit, close] = many(3, () => plain(long(24)));
    const texts = { title, submit, close, private_metadata: long(3000), callback_id: long(255) };
    expect(await open(modal(blocks, texts))).toMatchObject({ type: 'modal' });
  });

  it('counts characters, not bytes: a title holds 24 emoji', async () => {
    expect(await open(modal([section()], { title: plain('🦩'.repeat(24)) }))).toMatchObject({
      type: 'modal',
    });
  });

  it('takes a view of 250,000 bytes and none that is longer', async () => {
    const sized = (last: number) => modal([...many(99, () => section(long(2450))), section(long(last))]);
    const rest = 250_000 - JSON.stringify(sized(0)).length;
    expect(await open(sized(rest))).toMatchObject({ type: 'modal' });
    const view = sized(rest + 1);
    expect(await errorOf('views.open', { trigger_id: await trigger(), view })).toBe('view_too_large');
  });

  it('takes one initial option of several that are offered', async () => {
    await open(modal([chosen('multi_static_select', one)]));
    expect(alice.view().fields).toMatchObject({ A: { value: ['Option 0'] } });
  });
});

it('views.publish refuses a block that only modals have', async () => {
  const view = kit.home({ type: 'alert', text: plain('a') });
  expect(await complaints('views.publish', { user_id: 'U1', view })).toContain(
    'unsupported type: alert [json-pointer:/view/blocks/0/type]',
  );
});
