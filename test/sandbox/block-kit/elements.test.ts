import { describe, expect, it } from 'vitest';
import * as kit from '../stage/blocks.ts';
import { stage } from '../stage/stage.ts';

const { actions, button, inMessage, input, inView, long, many, modal, option, options, plain } = kit;
const { alice, app, bob, call, innerTrigger, open, post, unanswered } = await stage();

const colours = [option('Red')];
const presses = () => app.all('block_actions').length;
/** Number of presses that the app hears meanwhile. */
async function heardOf(work: () => Promise<unknown>): Promise<number> {
  const before = presses();
  await work();
  return presses() - before;
}

describe('an element tells the app', () => {
  it('what was pressed, with all that was typed, the hash and a trigger', async () => {
    const view = modal([input('Name'), actions(button({ value: '7' }))], { private_metadata: 'draft 7' });
    const { id, hash } = await open(view);
    expect(await heardOf(() => alice.fill({ Name: 'Jane' }))).toBe(0);
    await alice.press('Go');
    expect(app.last('block_actions').body).toMatchObject({
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
    const overflow = { type: 'overflow', action_id: 'more', options: colours };
    const { id } = await open(modal([actions(overflow)]));
    const choose = { verb: 'input', ...inView(id, 'a', 'more'), value: 'red' } as const;
    expect(await alice.do(choose)).toEqual({ outcome: 'done' });
    expect(app.last('block_actions').body).toMatchObject({
      actions: [{ type: 'overflow', action_id: 'more', selected_option: { value: 'red' } }],
      view: { state: { values: {} } },
    });
  });

  it('of a choice in an input block only with dispatch_action', async () => {
    await open(
      modal([input('Silent', 'datepicker'), input('Loud', 'datepicker', { dispatch_action: true })]),
    );
    expect(await heardOf(() => alice.fill({ Silent: '2026-12-01' }))).toBe(0);
    expect(await heardOf(() => alice.fill({ Loud: '2026-12-02' }))).toBe(1);
    expect(app.last('block_actions').body).toMatchObject({
      actions: [{ type: 'datepicker', selected_date: '2026-12-02' }],
    });
  });

  it.each([
    ['with Enter unless told otherwise', undefined, [0, 1]],
    ['with each letter where it asks for that', { trigger_actions_on: ['on_character_entered'] }, [1, 0]],
    ['with both', { trigger_actions_on: ['on_character_entered', 'on_enter_pressed'] }, [1, 1]],
  ])('of text %s', async (_what, dispatch_action_config, [typed, entered]) => {
    const element = { type: 'plain_text_input', ...(dispatch_action_config && { dispatch_action_config }) };
    const { id } = await open(modal([input('Name', element, { dispatch_action: true })]));
    const type = { verb: 'input', ...inView(id, 'name'), value: 'J' } as const;
    expect(await heardOf(() => alice.do(type))).toBe(typed);
    expect(await heardOf(() => alice.do({ ...type, enter: true }))).toBe(entered);
  });

  it('only after the dialog that it asks for', async () => {
    const dialog = { title: 'Sure?', text: 'It cannot be undone.', confirm: 'Do it', deny: 'Stop' };
    const confirm = Object.fromEntries(Object.entries(dialog).map(([key, text]) => [key, plain(text)]));
    await open(modal([actions(button({ confirm }))]));
    const asked = { outcome: 'confirm', dialog: { ...dialog, style: 'primary' } };
    expect(await heardOf(async () => expect(await alice.press('Go')).toEqual(asked))).toBe(0);
    expect(await heardOf(() => alice.press('Go', { confirm: false }))).toBe(0);
    expect(await heardOf(() => alice.press('Go', { confirm: true }))).toBe(1);
  });

  it('of a choice only after the dialog too, and keeps the old choice until then', async () => {
    const confirm = { title: plain('Sure?'), text: plain('Red?') };
    const select = { type: 'static_select', action_id: 's', options: colours, confirm };
    const { id } = await open(modal([actions(select)]));
    const choose = { verb: 'input', ...inView(id, 'a', 's'), value: 'red' } as const;
    const before = presses();
    expect(await alice.do(choose)).toMatchObject({
      outcome: 'confirm',
      dialog: { confirm: 'Yes', deny: 'Cancel' },
    });
    expect(alice.view().fields).toMatchObject({ s: { value: null } });
    expect(await alice.do({ ...choose, confirmed: true })).toEqual({ outcome: 'done' });
    expect(alice.view().fields).toMatchObject({ s: { value: 'Red' } });
    expect(presses()).toBe(before + 1);
  });

  it.each([
    ['a modal', () => open(modal([actions(button())])), () => alice.screen().views[0]?.trouble],
    [
      'a message',
      () => post({ channel: 'U1', blocks: [actions(button())] }),
      () => alice.screen().app.messages.at(-1)?.trouble,
    ],
  ])('from %s, and shows when the app did not respond in three seconds', async (_what, show, trouble) => {
    await show();
    app.on('block_actions', 'nothing');
    const press = alice.press('Go');
    expect(trouble()).toEqual([{ blockId: 'a', actionId: 'go', state: 'waiting' }]);
    expect(await unanswered(press)).toMatchObject({ outcome: 'no response' });
    expect(trouble()).toEqual([{ blockId: 'a', actionId: 'go', state: 'failed' }]);
  });

  it('from an ephemeral message only when its reader presses', async () => {
    const args = { channel: 'C1', user: 'U1', text: 't', blocks: [actions(button())] };
    const { message_ts } = await call('chat.postEphemeral', args);
    const press = { verb: 'press', ...inMessage('C1', String(message_ts), 'a', 'go') } as const;
    expect(await bob.do(press)).toMatchObject({ outcome: 'refused' });
    expect(await alice.do(press)).toEqual({ outcome: 'done' });
  });

  it('only where it is on top', async () => {
    const { id } = await open(modal([actions(button())]));
    await call('views.push', { trigger_id: await innerTrigger(), view: modal([kit.section()]) });
    expect(await alice.do({ verb: 'press', ...inView(id, 'a', 'go') })).toMatchObject({ outcome: 'refused' });
  });
});

describe('a menu that loads its options', () => {
  const menu = (more: object = {}) => modal([input('Menu', { type: 'external_select', ...more })]);
  const asked = () => app.all('block_suggestion').length;
  const failed = { options: [], note: expect.stringContaining('Could not load') };

  it.each([
    ['three letters unless told otherwise', {}, 'ab', 'abc'],
    ['as many letters as it says', { min_query_length: 1 }, '', 'a'],
    ['at once where it says so', { min_query_length: 0 }, null, ''],
  ])('asks after %s', async (_what, more, early, due) => {
    app.on('block_suggestion', { json: { options: options(1) } });
    await open(menu(more));
    const before = asked();
    if (early !== null) {
      expect((await alice.options('Menu', early)).note).toMatch(/^Type at least/);
      expect(asked()).toBe(before);
    }
    expect((await alice.options('Menu', due)).options).toEqual(['Option 0']);
    expect(app.last('block_suggestion').body).toMatchObject({
      value: due,
      action_id: 'menu',
      block_id: 'menu',
      container: { type: 'view' },
    });
  });

  it('shows groups, and says when there are no results', async () => {
    await open(menu());
    app.on('block_suggestion', { json: { option_groups: [{ label: plain('Group'), options: options(2) }] } });
    expect(await alice.options('Menu', 'abc')).toMatchObject({
      groups: [{ label: 'Group', options: ['Option 0', 'Option 1'] }],
      note: null,
    });
    app.on('block_suggestion', { json: { options: [] } });
    expect(await alice.options('Menu', 'abc')).toMatchObject({ options: [], note: 'No results' });
  });

  it.each<[string, object]>([
    ['101 options', { options: options(101) }],
    ['a text that is too long', { options: [option(long(76))] }],
    ['a value that is too long', { options: [{ text: plain('x'), value: long(151) }] }],
    ['an option without a value', { options: [{ text: plain('x') }] }],
    ['101 groups', { option_groups: many(101, () => ({ label: plain('g'), options: options(1) })) }],
    ['no options at all', { text: 'hm' }],
  ])('shows nothing of an answer with %s', async (_what, json) => {
    await open(menu());
    app.on('block_suggestion', { json });
    expect(await alice.options('Menu', 'abc')).toMatchObject(failed);
    await expect(alice.choose('Menu', 'Option 0')).rejects.toThrow();
  });

  it('does not wait for an answer longer than three seconds', async () => {
    await open(menu());
    app.on('block_suggestion', 'nothing');
    expect(await unanswered(alice.options('Menu', 'abc'))).toMatchObject(failed);
  });

  it('takes only an option that it showed', async () => {
    const { id } = await open(menu());
    app.on('block_suggestion', { json: { options: [option('One')] } });
    const choose = { verb: 'input', ...inView(id, 'menu'), value: 'one' } as const;
    expect(await alice.do(choose)).toMatchObject({ outcome: 'refused' });
    await alice.options('Menu', 'abc');
    expect(await alice.do(choose)).toEqual({ outcome: 'done' });
    expect(alice.view().fields).toMatchObject({ Menu: { value: 'One' } });
  });
});

describe('a menu does not ask the app', () => {
  const group = (label: string, text: string) => ({ label: plain(label), options: [option(text)] });
  const groups = [group('Warm', 'Red'), group('Cold', 'Blue')];
  const none = { options: [], note: 'No results' };

  it.each<[string, string, object, object]>([
    ['users_select', 'b', {}, { options: ['Bob Byrne'] }],
    ['multi_users_select', '', {}, { options: ['Alice Ames', 'Bob Byrne'] }],
    ['conversations_select', 'gen', {}, { options: ['general'] }],
    ['channels_select', '', {}, { options: ['general', 'random'] }],
    ['static_select', 're', { options: colours }, { options: ['Red'] }],
    ['static_select', 'x', { options: colours }, none],
    ['static_select', 'bl', { option_groups: groups }, { groups: [{ label: 'Cold', options: ['Blue'] }] }],
  ])('of the type %s, and offers for "%s" what fits', async (type, query, more, shown) => {
    await open(modal([input('Menu', { type, ...more })]));
    const before = app.heard.length;
    expect(await alice.options('Menu', query)).toMatchObject(shown);
    expect(app.heard).toHaveLength(before);
  });
});
