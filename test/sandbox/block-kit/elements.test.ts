import { describe, expect, it } from 'vitest';
import { call } from '../stage/call.ts';
import { dig } from '../stage/dig.ts';
import { input, modal, plain, section, stage } from '../stage/stage.ts';

const set = stage();
const options = [{ text: plain('Red'), value: 'red' }];
const presses = () => set.app.heard.filter(({ name }) => name === 'block_actions').length;
const button = (more: object = {}) => ({ type: 'button', action_id: 'go', text: plain('Go'), ...more });

describe('an element tells the app', () => {
  it('what was pressed, with all that was typed, the hash and a trigger', async () => {
    const { id, hash } = await set.open(
      modal(
        [
          input('Name', { type: 'plain_text_input' }),
          { type: 'actions', block_id: 'a', elements: [button({ value: '7' })] },
        ],
        { private_metadata: 'draft 7' },
      ),
    );
    await set.alice.fill({ Name: 'Jane' });
    expect(presses()).toBe(0);
    await set.alice.press('Go');
    expect(set.app.last('block_actions').body).toMatchObject({
      type: 'block_actions',
      user: { id: 'U1', username: 'alice', team_id: 'T0SANDBOX' },
      team: { id: 'T0SANDBOX' },
      container: { type: 'view', view_id: id },
      view: {
        id,
        hash,
        private_metadata: 'draft 7',
        state: { values: { name: { name: { value: 'Jane' } } } },
      },
      actions: [{ action_id: 'go', block_id: 'a', type: 'button', value: '7', text: plain('Go') }],
      trigger_id: expect.stringMatching(/^\d+\.\d+\.\w+$/),
    });
  });

  it('what was chosen from an overflow menu, which keeps nothing', async () => {
    const overflow = { type: 'overflow', action_id: 'more', options };
    const { id } = await set.open(modal([{ type: 'actions', block_id: 'a', elements: [overflow] }]));
    const more = { place: { in: 'view' as const, viewId: id }, blockId: 'a', actionId: 'more' };
    expect(await set.alice.do({ verb: 'input', ...more, value: 'red' })).toEqual({ outcome: 'done' });
    expect(set.app.last('block_actions').body).toMatchObject({
      actions: [{ type: 'overflow', action_id: 'more', selected_option: { value: 'red' } }],
      view: { state: { values: {} } },
    });
  });

  it('from an input block only with dispatch_action', async () => {
    await set.open(
      modal([
        input('Silent', { type: 'datepicker' }),
        input('Loud', { type: 'datepicker' }, { dispatch_action: true }),
      ]),
    );
    const before = presses();
    await set.alice.fill({ Silent: '2026-12-01' });
    expect(presses()).toBe(before);
    await set.alice.fill({ Loud: '2026-12-02' });
    expect(presses()).toBe(before + 1);
    expect(dig(set.app.last('block_actions').body, 'actions', 0)).toMatchObject({
      type: 'datepicker',
      selected_date: '2026-12-02',
    });
  });

  it.each([
    ['with Enter unless told otherwise', undefined, [0, 1]],
    ['with each letter where it asks for that', { trigger_actions_on: ['on_character_entered'] }, [1, 1]],
    ['with both', { trigger_actions_on: ['on_character_entered', 'on_enter_pressed'] }, [1, 2]],
  ])('of text %s', async (_what, dispatch_action_config, counts) => {
    const element = { type: 'plain_text_input', ...(dispatch_action_config && { dispatch_action_config }) };
    const { id } = await set.open(modal([input('Name', element, { dispatch_action: true })]));
    const before = presses();
    const target = {
      verb: 'input',
      place: { in: 'view', viewId: id },
      blockId: 'name',
      actionId: 'name',
    } as const;
    await set.alice.do({ ...target, value: 'J' });
    expect(presses() - before).toBe(counts[0]);
    await set.alice.do({ ...target, value: 'J', enter: true });
    expect(presses() - before).toBe(counts[1]);
  });

  it('only after the dialog that it asks for', async () => {
    const confirm = {
      title: plain('Sure?'),
      text: plain('It cannot be undone.'),
      confirm: plain('Do it'),
      deny: plain('Stop'),
    };
    await set.open(modal([{ type: 'actions', elements: [button({ confirm })] }]));
    const before = presses();
    expect(await set.alice.press('Go')).toEqual({
      outcome: 'confirm',
      dialog: {
        title: 'Sure?',
        text: 'It cannot be undone.',
        confirm: 'Do it',
        deny: 'Stop',
        style: 'primary',
      },
    });
    await set.alice.press('Go', { confirm: false });
    expect(presses()).toBe(before);
    await set.alice.press('Go', { confirm: true });
    expect(presses()).toBe(before + 1);
  });

  it('of a choice only after the dialog too, and keeps the old choice until then', async () => {
    const confirm = { title: plain('Sure?'), text: plain('Red?') };
    const select = { type: 'static_select', action_id: 's', options, confirm };
    const { id } = await set.open(modal([{ type: 'actions', block_id: 'a', elements: [select] }]));
    const before = presses();
    const choose = {
      verb: 'input',
      place: { in: 'view', viewId: id },
      blockId: 'a',
      actionId: 's',
      value: 'red',
    } as const;
    expect(await set.alice.do(choose)).toMatchObject({
      outcome: 'confirm',
      dialog: { confirm: 'Yes', deny: 'Cancel' },
    });
    expect(set.alice.view().fields).toMatchObject({ s: { value: null } });
    expect(await set.alice.do({ ...choose, confirmed: true })).toEqual({ outcome: 'done' });
    expect(set.alice.view().fields).toMatchObject({ s: { value: 'Red' } });
    expect(presses()).toBe(before + 1);
  });

  it('and shows that the app did not respond in three seconds', async () => {
    await set.open(modal([{ type: 'actions', block_id: 'a', elements: [button()] }]));
    set.app.on('block_actions', 'nothing');
    const press = set.alice.press('Go');
    expect(set.alice.screen().views[0]?.trouble).toEqual([
      { blockId: 'a', actionId: 'go', state: 'waiting' },
    ]);
    set.clock.advance(3000);
    expect(await press).toMatchObject({ outcome: 'no response' });
    expect(set.alice.screen().views[0]?.trouble).toEqual([{ blockId: 'a', actionId: 'go', state: 'failed' }]);
    set.app.on('block_actions');
  });

  it('from a message too, and shows there that the app did not respond', async () => {
    const blocks = [{ type: 'actions', block_id: 'a', elements: [button()] }];
    await call(set.sandbox, 'chat.postMessage', { channel: 'U1', text: 't', blocks });
    set.app.on('block_actions', 'nothing');
    const press = set.alice.press('Go');
    const trouble = () => set.alice.screen().app.messages.at(-1)?.trouble;
    expect(trouble()).toEqual([{ blockId: 'a', actionId: 'go', state: 'waiting' }]);
    set.clock.advance(3000);
    await press;
    expect(trouble()).toEqual([{ blockId: 'a', actionId: 'go', state: 'failed' }]);
    set.app.on('block_actions');
  });

  it('from an ephemeral message only when the one who sees it presses', async () => {
    const blocks = [{ type: 'actions', block_id: 'a', elements: [button()] }];
    const args = { channel: 'C1', user: 'U1', text: 't', blocks };
    const { message_ts } = await call(set.sandbox, 'chat.postEphemeral', args);
    const target = {
      place: { in: 'message', channel: 'C1', ts: String(message_ts) },
      blockId: 'a',
      actionId: 'go',
    } as const;
    expect(await set.bob.do({ verb: 'press', ...target })).toMatchObject({ outcome: 'refused' });
    expect(await set.alice.do({ verb: 'press', ...target })).toEqual({ outcome: 'done' });
  });

  it('only where it is on top', async () => {
    const { id } = await set.open(modal([{ type: 'actions', block_id: 'a', elements: [button()] }]));
    await set.alice.press('Go');
    const trigger_id = set.app.last('block_actions').body.trigger_id;
    await call(set.sandbox, 'views.push', { trigger_id, view: modal([section()]) });
    const below = { place: { in: 'view' as const, viewId: id }, blockId: 'a', actionId: 'go' };
    expect(await set.alice.do({ verb: 'press', ...below })).toMatchObject({ outcome: 'refused' });
  });
});

it('a file input stands in a modal, and nobody can put anything into it', async () => {
  const { id } = await set.open(modal([input('File', { type: 'file_input' }, { optional: true })]));
  const file = { place: { in: 'view' as const, viewId: id }, blockId: 'file', actionId: 'file' };
  expect(await set.alice.do({ verb: 'input', ...file, value: 'F1' })).toMatchObject({ outcome: 'refused' });
  expect(await set.alice.submit()).toEqual({ outcome: 'closed' });
});

describe('a menu that loads its options', () => {
  const menu = (more: object = {}) => modal([input('Menu', { type: 'external_select', ...more })]);
  const asked = () => set.app.heard.filter(({ name }) => name === 'block_suggestion').length;
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ text: plain(`Option ${index}`), value: `v${index}` }));

  it.each([
    ['three letters unless told otherwise', {}, 'ab', 'abc'],
    ['as many letters as it says', { min_query_length: 1 }, '', 'a'],
    ['at once where it says so', { min_query_length: 0 }, null, ''],
  ])('asks after %s', async (_what, more, early, due) => {
    set.app.on('block_suggestion', { json: { options: many(1) } });
    await set.open(menu(more));
    const before = asked();
    if (early !== null) {
      expect((await set.alice.options('Menu', early)).note).toMatch(/^Type at least/);
      expect(asked()).toBe(before);
    }
    expect((await set.alice.options('Menu', due)).options).toEqual(['Option 0']);
    expect(set.app.last('block_suggestion').body).toMatchObject({
      value: due,
      action_id: 'menu',
      block_id: 'menu',
      container: { type: 'view' },
    });
  });

  it('shows groups, and no results as such', async () => {
    await set.open(menu());
    set.app.on('block_suggestion', {
      json: { option_groups: [{ label: plain('Group'), options: many(2) }] },
    });
    expect(await set.alice.options('Menu', 'abc')).toMatchObject({
      groups: [{ label: 'Group', options: ['Option 0', 'Option 1'] }],
      note: null,
    });
    set.app.on('block_suggestion', { json: { options: [] } });
    expect(await set.alice.options('Menu', 'abc')).toMatchObject({ options: [], note: 'No results' });
  });

  it.each<[string, unknown]>([
    ['101 options', { options: many(101) }],
    ['a text that is too long', { options: [{ text: plain('x'.repeat(76)), value: 'v' }] }],
    ['a value that is too long', { options: [{ text: plain('x'), value: 'x'.repeat(151) }] }],
    ['an option without a value', { options: [{ text: plain('x') }] }],
    [
      '101 groups',
      { option_groups: Array.from({ length: 101 }, () => ({ label: plain('g'), options: many(1) })) },
    ],
    ['no options at all', { text: 'hm' }],
  ])('shows nothing of an answer with %s', async (_what, json) => {
    await set.open(menu());
    set.app.on('block_suggestion', { json });
    expect(await set.alice.options('Menu', 'abc')).toMatchObject({
      options: [],
      note: expect.stringContaining('Could not load'),
    });
    await expect(set.alice.choose('Menu', 'Option 0')).rejects.toThrow();
  });

  it('does not wait for an answer longer than three seconds', async () => {
    await set.open(menu());
    set.app.on('block_suggestion', 'nothing');
    const loading = set.alice.options('Menu', 'abc');
    set.clock.advance(3000);
    expect(await loading).toMatchObject({ options: [], note: expect.stringContaining('Could not load') });
  });

  it('lets only an option be chosen that it showed', async () => {
    const { id } = await set.open(menu());
    set.app.on('block_suggestion', { json: { options: many(2) } });
    const put = {
      verb: 'input',
      place: { in: 'view', viewId: id },
      blockId: 'menu',
      actionId: 'menu',
      value: 'v1',
    } as const;
    expect(await set.alice.do(put)).toMatchObject({ outcome: 'refused' });
    await set.alice.options('Menu', 'abc');
    expect(await set.alice.do(put)).toEqual({ outcome: 'done' });
    expect(set.alice.view().fields).toMatchObject({ Menu: { value: 'Option 1' } });
  });

  it.each([
    ['users_select', 'b', ['Bob Byrne']],
    ['multi_users_select', '', ['Alice Ames', 'Bob Byrne']],
    ['conversations_select', 'gen', ['general']],
    ['channels_select', '', ['general', 'random']],
  ])('does not ask the app for what Slack knows: %s', async (type, query, shown) => {
    await set.open(modal([input('Menu', { type })]));
    const before = asked();
    expect((await set.alice.options('Menu', query)).options).toEqual(shown);
    expect(asked()).toBe(before);
  });

  it('narrows groups to what fits', async () => {
    const group = (label: string, text: string) => ({
      label: plain(label),
      options: [{ text: plain(text), value: text }],
    });
    await set.open(
      modal([
        input('Menu', {
          type: 'static_select',
          option_groups: [group('Warm', 'Red'), group('Cold', 'Blue')],
        }),
      ]),
    );
    expect((await set.alice.options('Menu', 'bl')).groups).toEqual([{ label: 'Cold', options: ['Blue'] }]);
  });

  it('does not ask the app where it has its options in itself', async () => {
    await set.open(modal([input('Menu', { type: 'static_select', options })]));
    const before = asked();
    expect((await set.alice.options('Menu', 're')).options).toEqual(['Red']);
    expect((await set.alice.options('Menu', 'x')).note).toBe('No results');
    expect(asked()).toBe(before);
  });
});
