import { expect, it } from 'vitest';
import { refusal } from '../stage/call.ts';
import { input, modal, plain, section, stage } from '../stage/stage.ts';

const set = stage();
const none = plain('');
const options = [{ text: plain('A'), value: 'a' }];
const empty = 'must be more than 0 characters';
const nothing = 'must provide at least 1 items';
const element = (type: string, more: object) => input('A', { type, ...more });
const actions = (one: object) => ({ type: 'actions', elements: [one] });
const confirm = (more: object) =>
  actions({ type: 'button', text: plain('x'), confirm: { title: plain('t'), text: plain('t'), ...more } });

/** Too short values in a block of a modal: the block, Slack's error, and its location. */
it.each<[string, object, string, string]>([
  ['a section’s text', { type: 'section', text: none }, empty, '/text/text'],
  ['a section’s mrkdwn', { type: 'section', text: { type: 'mrkdwn', text: '' } }, empty, '/text/text'],
  ['a section’s fields', { type: 'section', fields: [] }, nothing, '/fields'],
  ['a header', { type: 'header', text: none }, empty, '/text/text'],
  ['a block_id', { ...section(), block_id: '' }, empty, '/block_id'],
  ['an action_id', element('datepicker', { action_id: '' }), empty, '/element/action_id'],
  ['an actions block', { type: 'actions', elements: [] }, nothing, '/elements'],
  ['a rich text', { type: 'rich_text', elements: [] }, nothing, '/elements'],
  [
    'a piece of rich text',
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: '' }] }] },
    empty,
    '/elements/0/elements/0/text',
  ],
  ['an alt text', { type: 'image', image_url: 'https://a.b', alt_text: '' }, empty, '/alt_text'],
  ['an address', { type: 'image', image_url: '', alt_text: 'a' }, empty, '/image_url'],
  [
    'an element’s alt text',
    { type: 'context', elements: [{ type: 'image', image_url: 'https://a.b', alt_text: '' }] },
    empty,
    '/elements/0/alt_text',
  ],
  [
    'an option’s text',
    element('static_select', { options: [{ text: none, value: 'a' }] }),
    empty,
    '/element/options/0/text/text',
  ],
  [
    'an option’s value',
    element('static_select', { options: [{ text: plain('A'), value: '' }] }),
    empty,
    '/element/options/0/value',
  ],
  ['groups of options', element('static_select', { option_groups: [] }), nothing, '/element/option_groups'],
  [
    'a group’s options',
    element('static_select', { option_groups: [{ label: plain('g'), options: [] }] }),
    nothing,
    '/element/option_groups/0/options',
  ],
  [
    'a group’s label',
    element('static_select', { option_groups: [{ label: none, options }] }),
    empty,
    '/element/option_groups/0/label/text',
  ],
  ['radio buttons', element('radio_buttons', { options: [] }), nothing, '/element/options'],
  [
    'checkboxes’ initial options',
    element('checkboxes', { options, initial_options: [] }),
    nothing,
    '/element/initial_options',
  ],
  ['an overflow', actions({ type: 'overflow', options: [] }), nothing, '/elements/0/options'],
  [
    'max_selected_items',
    element('multi_static_select', { options, max_selected_items: 0 }),
    'must be greater than 0',
    '/element/max_selected_items',
  ],
  [
    'max_length',
    element('plain_text_input', { max_length: 0 }),
    'must be greater than 0',
    '/element/max_length',
  ],
  [
    'min_length',
    element('plain_text_input', { min_length: -1 }),
    'must be greater than -1',
    '/element/min_length',
  ],
  [
    'min_query_length',
    element('external_select', { min_query_length: -1 }),
    'must be greater than -1',
    '/element/min_query_length',
  ],
  [
    'the lines of rich text',
    element('rich_text_input', { min_lines: 0 }),
    'must be greater than 0',
    '/element/min_lines',
  ],
  ['the files', element('file_input', { max_files: 0 }), 'must be greater than 0', '/element/max_files'],
  [
    'a moment',
    element('datetimepicker', { initial_date_time: 999_999_999 }),
    'must be greater than 999999999',
    '/element/initial_date_time',
  ],
  [
    'what tells the app',
    element('plain_text_input', { dispatch_action_config: { trigger_actions_on: [] } }),
    nothing,
    '/element/dispatch_action_config/trigger_actions_on',
  ],
  [
    'a filter',
    element('conversations_select', { filter: { include: [] } }),
    nothing,
    '/element/filter/include',
  ],
])('%s may not be empty', async (_what, block, message, pointer) => {
  const refused = await refusal(set.sandbox, 'views.open', {
    trigger_id: await set.trigger(),
    view: modal([block]),
  });
  expect(refused.messages).toContain(`[ERROR] ${message} [json-pointer:/view/blocks/0${pointer}]`);
});

const long = (length: number) => 'x'.repeat(length);
const eleven = Array.from({ length: 11 }, (_, index) => ({ text: plain(`${index}`), value: `${index}` }));
const hundredAndOne = Array.from({ length: 101 }, (_, index) => ({
  text: plain(`${index}`),
  value: `${index}`,
}));

it.each<[string, object, string, string]>([
  [
    'a confirm button',
    confirm({ confirm: plain(long(31)) }),
    'must be less than 31 characters',
    '/elements/0/confirm/confirm/text',
  ],
  [
    'checkboxes’ initial options',
    element('checkboxes', { options, initial_options: eleven }),
    'no more than 10 items allowed',
    '/element/initial_options',
  ],
  [
    'initial options of a menu',
    element('multi_static_select', { options, initial_options: hundredAndOne }),
    'no more than 100 items allowed',
    '/element/initial_options',
  ],
  [
    'initial options of a loading menu',
    element('multi_external_select', { initial_options: hundredAndOne }),
    'no more than 100 items allowed',
    '/element/initial_options',
  ],
  [
    'an element’s alt text',
    { type: 'context', elements: [{ type: 'image', image_url: 'https://a.b', alt_text: long(2001) }] },
    'must be less than 2001 characters',
    '/elements/0/alt_text',
  ],
  [
    'a context’s text',
    { type: 'context', elements: [plain(long(2001))] },
    'must be less than 2001 characters',
    '/elements/0/text',
  ],
  [
    'a context’s mrkdwn',
    { type: 'context', elements: [{ type: 'mrkdwn', text: long(2001) }] },
    'must be less than 2001 characters',
    '/elements/0/text',
  ],
  [
    'an image’s title',
    { type: 'image', image_url: 'https://a.b', alt_text: 'a', title: plain(long(2001)) },
    'must be less than 2001 characters',
    '/title/text',
  ],
  [
    'min_length',
    element('plain_text_input', { min_length: 3001 }),
    'must be less than 3001',
    '/element/min_length',
  ],
  ['the files', element('file_input', { max_files: 11 }), 'must be less than 11', '/element/max_files'],
])('%s may not be more', async (_what, block, message, pointer) => {
  const refused = await refusal(set.sandbox, 'views.open', {
    trigger_id: await set.trigger(),
    view: modal([block]),
  });
  expect(refused.messages).toContain(`[ERROR] ${message} [json-pointer:/view/blocks/0${pointer}]`);
});

it('takes a view of exactly 250,000 bytes, and none that is longer', async () => {
  const options = Array.from({ length: 100 }, (_, index) => ({
    text: plain(`${index}${long(70)}`),
    value: `${index}${long(140)}`,
  }));
  const blocks = Array.from({ length: 9 }, (_, index) =>
    input(`S${index}`, { type: 'static_select', options }),
  );
  const padding = [...Array(40)].map(() => section(long(1)));
  const sized = (extra: number) => {
    const view = modal([...blocks, ...padding]);
    const missing = 250_000 + extra - JSON.stringify(view).length;
    const each = Math.floor(missing / padding.length);
    const filled = padding.map((_, index) =>
      section(long(1 + each + (index === 0 ? missing - each * padding.length : 0))),
    );
    return modal([...blocks, ...filled]);
  };
  expect(JSON.stringify(sized(0))).toHaveLength(250_000);
  expect(await set.open(sized(0))).toMatchObject({ type: 'modal' });
  const refused = await refusal(set.sandbox, 'views.open', {
    trigger_id: await set.trigger(),
    view: sized(1),
  });
  expect(refused.error).toBe('view_too_large');
});

it('takes one initial option of several that are offered', async () => {
  await set.open(modal([element('multi_static_select', { options, initial_options: options })]));
  expect(set.alice.view().fields).toMatchObject({ A: { value: ['A'] } });
});
