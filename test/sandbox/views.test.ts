import { describe, expect, it } from 'vitest';
import { call, refusal } from './stage/call.ts';
import { dig } from './stage/dig.ts';
import { input, modal, plain, section, stage } from './stage/stage.ts';

const set = stage();
const view = modal([section()]);

/** Trigger of the button in Alice's top modal. */
async function innerTrigger(): Promise<unknown> {
  await set.alice.press('Go');
  return set.app.last('block_actions').body.trigger_id;
}
const withButton = modal([
  { type: 'actions', elements: [{ type: 'button', action_id: 'go', text: plain('Go') }] },
]);

describe('a trigger', () => {
  it('opens one modal, and no second one', async () => {
    const trigger_id = await set.trigger();
    expect(await call(set.sandbox, 'views.open', { trigger_id, view })).toMatchObject({ ok: true });
    expect(await refusal(set.sandbox, 'views.open', { trigger_id, view })).toMatchObject({
      error: 'exchanged_trigger_id',
    });
  });

  it('is good for three seconds and not a moment longer', async () => {
    const inTime = await set.trigger();
    set.clock.advance(3000);
    expect(await call(set.sandbox, 'views.open', { trigger_id: inTime, view })).toMatchObject({ ok: true });
    const late = await set.trigger();
    set.clock.advance(3001);
    expect(await refusal(set.sandbox, 'views.open', { trigger_id: late, view })).toMatchObject({
      error: 'expired_trigger_id',
    });
  });

  it('is nothing that an app could make up', async () => {
    expect(await refusal(set.sandbox, 'views.open', { trigger_id: '1.2.abc', view })).toMatchObject({
      error: 'invalid_trigger_id',
    });
    expect(await refusal(set.sandbox, 'views.open', { view })).toMatchObject({
      error: 'invalid_arguments',
      messages: ['[ERROR] missing required field: trigger_id'],
    });
  });
});

describe('the stack', () => {
  it('holds three views of a person and no fourth', async () => {
    const root = await set.open(withButton);
    const second = await call(set.sandbox, 'views.push', {
      trigger_id: await innerTrigger(),
      view: withButton,
    });
    const third = await call(set.sandbox, 'views.push', {
      trigger_id: await innerTrigger(),
      view: withButton,
    });
    expect(third).toMatchObject({
      view: { root_view_id: root.id, previous_view_id: dig(second, 'view', 'id') },
    });
    expect(set.alice.views()).toHaveLength(3);
    const trigger_id = await innerTrigger();
    expect(await refusal(set.sandbox, 'views.push', { trigger_id, view })).toMatchObject({
      error: 'push_limit_reached',
    });
  });

  it('is not built by views.open from inside a modal: Slack says ok, and nobody may count on seeing it', async () => {
    await set.open(withButton);
    const trigger_id = await innerTrigger();
    expect(
      await call(set.sandbox, 'views.open', { trigger_id, view: modal([section('Second')]) }),
    ).toMatchObject({ ok: true });
    expect(set.alice.views().map(({ buttons }) => buttons)).toEqual([['Go']]);
    const traffic = await (await fetch(`${set.sandbox.url}sandbox/traffic`)).json();
    expect(JSON.stringify(traffic)).toContain('opened from inside a modal, not shown');
  });

  it('is each person’s own', async () => {
    await set.open(view);
    expect(set.bob.screen().views).toEqual([]);
  });

  it('takes a push only from inside a modal', async () => {
    await set.open(view);
    const trigger_id = await set.trigger();
    expect(await refusal(set.sandbox, 'views.push', { trigger_id, view })).toMatchObject({
      error: 'not_found',
    });
  });
});

describe('views.update', () => {
  it('is refused when the hash is not the present one', async () => {
    const { id, hash } = await set.open(view);
    set.clock.advance(1000);
    const updated = await call(set.sandbox, 'views.update', { view_id: id, hash, view });
    expect(dig(updated, 'view', 'hash')).not.toBe(hash);
    expect(await refusal(set.sandbox, 'views.update', { view_id: id, hash, view })).toMatchObject({
      error: 'hash_conflict',
    });
  });

  it('finds no view that the person has closed', async () => {
    const { id } = await set.open(view);
    await set.alice.close();
    expect(await refusal(set.sandbox, 'views.update', { view_id: id, view })).toMatchObject({
      error: 'not_found',
    });
  });

  it('wants one way to find the view', async () => {
    expect(await refusal(set.sandbox, 'views.update', { view })).toEqual({
      error: 'invalid_arguments',
      messages: ['[ERROR] Must provide either `view_id` or `external_id`'],
    });
    expect(await refusal(set.sandbox, 'views.update', { view_id: 'V1', external_id: 'e', view })).toEqual({
      error: 'invalid_arguments',
      messages: ['[ERROR] Cannot provide both `view_id` and `external_id`'],
    });
  });

  it('finds a view by its external id, which no second one may have', async () => {
    await set.open(modal([section()], { external_id: 'mine' }));
    const changed = modal([section('Changed')], { external_id: 'mine' });
    expect(await call(set.sandbox, 'views.update', { external_id: 'mine', view: changed })).toMatchObject({
      ok: true,
    });
    expect(set.alice.view().texts).toEqual(['Changed']);
    await set.bob.command('/bare');
    const trigger_id = set.app.last('slash_commands').body.trigger_id;
    expect(await refusal(set.sandbox, 'views.open', { trigger_id, view: changed })).toMatchObject({
      error: 'duplicate_external_id',
    });
  });

  it('keeps what was typed while block and action id stay, whatever the new initial value', async () => {
    const { id } = await set.open(
      modal([input('Name', { type: 'plain_text_input' }), input('Day', { type: 'datepicker' })]),
    );
    await set.alice.fill({ Name: 'Jane', Day: '2026-12-01' });
    const same = input('Name', { type: 'plain_text_input', initial_value: 'Other' });
    await call(set.sandbox, 'views.update', { view_id: id, view: modal([same, section()]) });
    expect(set.alice.view().fields).toMatchObject({ Name: { value: 'Jane' } });
    expect(Object.keys(set.alice.view().fields)).toEqual(['Name']);
  });

  it.each([
    ['the block id', { block_id: 'new' }, {}],
    ['the action id', {}, { action_id: 'new' }],
  ])('takes the initial value when %s is new', async (_what, block, element) => {
    const { id } = await set.open(modal([input('Name', { type: 'plain_text_input' })]));
    await set.alice.fill({ Name: 'Jane' });
    const changed = input('Name', { type: 'plain_text_input', initial_value: 'Initial', ...element }, block);
    await call(set.sandbox, 'views.update', { view_id: id, view: modal([changed]) });
    expect(set.alice.view().fields).toMatchObject({ Name: { value: 'Initial' } });
  });

  it('forgets what was typed into blocks whose ids Slack made up', async () => {
    const nameless = { type: 'input', label: plain('Name'), element: { type: 'plain_text_input' } };
    const { id } = await set.open(modal([nameless]));
    await set.alice.fill({ Name: 'Jane' });
    await call(set.sandbox, 'views.update', { view_id: id, view: modal([nameless]) });
    expect(set.alice.view().fields).toMatchObject({ Name: { value: null } });
  });

  it('takes errors away', async () => {
    const { id } = await set.open(modal([input('Name', { type: 'plain_text_input' })]));
    await set.alice.submit();
    expect(set.alice.view().errors).toEqual({ Name: 'Please complete this required field.' });
    await call(set.sandbox, 'views.update', {
      view_id: id,
      view: modal([input('Name', { type: 'plain_text_input' })]),
    });
    expect(set.alice.view().errors).toEqual({});
  });
});

describe('views.publish', () => {
  const home = { type: 'home', blocks: [section('At home')] };

  it('shows Home to that person, and is refused with an old hash', async () => {
    const first = await call(set.sandbox, 'views.publish', { user_id: 'U1', view: home });
    expect(set.alice.home()).toMatchObject({ title: 'Bare', texts: ['At home'] });
    expect(set.bob.home()).toBeNull();
    const hash = dig(first, 'view', 'hash');
    expect(await call(set.sandbox, 'views.publish', { user_id: 'U1', view: home, hash })).toMatchObject({
      ok: true,
    });
    expect(await refusal(set.sandbox, 'views.publish', { user_id: 'U1', view: home, hash })).toMatchObject({
      error: 'hash_conflict',
    });
  });

  it('is refused for modals and for strangers', async () => {
    expect(await refusal(set.sandbox, 'views.publish', { user_id: 'U1', view })).toMatchObject({
      error: 'invalid_arguments',
    });
    expect(await refusal(set.sandbox, 'views.publish', { user_id: 'U404', view: home })).toMatchObject({
      error: 'user_not_found',
    });
  });

  it('publishes into the same view again, with what was typed there', async () => {
    const typing = { type: 'home', blocks: [input('Search', { type: 'plain_text_input' })] };
    const first = await call(set.sandbox, 'views.publish', { user_id: 'U2', view: typing });
    await set.bob.fill({ Search: 'Jane' });
    const second = await call(set.sandbox, 'views.publish', { user_id: 'U2', view: typing });
    expect(dig(second, 'view', 'id')).toBe(dig(first, 'view', 'id'));
    expect(set.bob.home()?.fields).toMatchObject({ Search: { value: 'Jane' } });
  });

  it('sends the published view along when Home is opened again', async () => {
    await call(set.sandbox, 'views.publish', { user_id: 'U1', view: home });
    await set.alice.openHome();
    expect(set.app.last('app_home_opened').body).toMatchObject({
      type: 'event_callback',
      event: { type: 'app_home_opened', user: 'U1', channel: 'D1', tab: 'home', view: { type: 'home' } },
    });
  });
});
