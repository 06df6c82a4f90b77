import { describe, expect, it } from 'vitest';
import { actions, button, home, input, modal, plain, section } from './stage/blocks.ts';
import { stage, viewIn } from './stage/stage.ts';

const { alice, app, bob, call, clock, complaints, errorOf, innerTrigger, open, sandbox, trigger } =
  await stage();

const view = modal([section()]);
const withButton = modal([actions(button())]);

describe('a trigger', () => {
  it('opens one modal, and no second one', async () => {
    const trigger_id = await trigger();
    await call('views.open', { trigger_id, view });
    expect(await errorOf('views.open', { trigger_id, view })).toBe('exchanged_trigger_id');
  });

  it('is good for three seconds and not a moment longer', async () => {
    const inTime = await trigger();
    clock.advance(3000);
    await call('views.open', { trigger_id: inTime, view });
    const late = await trigger();
    clock.advance(3001);
    expect(await errorOf('views.open', { trigger_id: late, view })).toBe('expired_trigger_id');
  });

  it('cannot be made up or left out', async () => {
    expect(await errorOf('views.open', { trigger_id: '1.2.abc', view })).toBe('invalid_trigger_id');
    expect(await errorOf('views.open', { view })).toBe('invalid_arguments');
    expect(await complaints('views.open', { view })).toEqual(['missing required field: trigger_id']);
  });
});

describe('the stack', () => {
  it('holds three views of a person and no fourth', async () => {
    const push = async () => call('views.push', { trigger_id: await innerTrigger(), view: withButton });
    const root = await open(withButton);
    const second = viewIn(await push());
    expect(await push()).toMatchObject({ view: { root_view_id: root.id, previous_view_id: second.id } });
    expect(alice.views()).toHaveLength(3);
    const trigger_id = await innerTrigger();
    expect(await errorOf('views.push', { trigger_id, view })).toBe('push_limit_reached');
  });

  it('is not built by views.open from inside a modal: Slack says ok and shows nothing', async () => {
    await open(withButton);
    await call('views.open', { trigger_id: await innerTrigger(), view: modal([section('Second')]) });
    expect(alice.views().map(({ buttons }) => buttons)).toEqual([['Go']]);
    const traffic = await (await fetch(`${sandbox.url}sandbox/traffic`)).text();
    expect(traffic).toContain('opened from inside a modal, not shown');
  });

  it('is each person’s own', async () => {
    await open(view);
    expect(bob.screen().views).toEqual([]);
  });

  it('takes a push only from inside a modal', async () => {
    await open(view);
    expect(await errorOf('views.push', { trigger_id: await trigger(), view })).toBe('not_found');
  });
});

describe('views.update', () => {
  /** Opens a form with "Jane" typed as the name, and updates it. @returns the fields then */
  async function fieldsAfter(given: object[], updated: object[]) {
    const { id } = await open(modal(given));
    await alice.fill({ Name: 'Jane' });
    await call('views.update', { view_id: id, view: modal(updated) });
    return alice.view().fields;
  }

  it('is refused when the hash is not the present one', async () => {
    const { id: view_id, hash } = await open(view);
    clock.advance(1000);
    const updated = await call('views.update', { view_id, hash, view });
    expect(viewIn(updated).hash).not.toBe(hash);
    expect(await errorOf('views.update', { view_id, hash, view })).toBe('hash_conflict');
  });

  it('finds no view that the person has closed', async () => {
    const { id: view_id } = await open(view);
    await alice.close();
    expect(await errorOf('views.update', { view_id, view })).toBe('not_found');
  });

  it('keeps what was typed while block and action id stay, whatever the new initial value', async () => {
    const same = input('Name', { type: 'plain_text_input', initial_value: 'Other' });
    const fields = await fieldsAfter([input('Name'), input('Day', 'datepicker')], [same, section()]);
    expect(fields).toMatchObject({ Name: { value: 'Jane' } });
    expect(Object.keys(fields)).toEqual(['Name']);
  });

  it.each([
    ['the block id', { block_id: 'new' }, {}],
    ['the action id', {}, { action_id: 'new' }],
  ])('takes the initial value when %s is new', async (_what, block, element) => {
    const changed = input('Name', { type: 'plain_text_input', initial_value: 'Initial', ...element }, block);
    expect(await fieldsAfter([input('Name')], [changed])).toMatchObject({ Name: { value: 'Initial' } });
  });

  it('forgets what was typed into blocks whose ids Slack made up', async () => {
    const nameless = { type: 'input', label: plain('Name'), element: { type: 'plain_text_input' } };
    expect(await fieldsAfter([nameless], [nameless])).toMatchObject({ Name: { value: null } });
  });

  it('removes errors', async () => {
    const form = modal([input('Name')]);
    const { id } = await open(form);
    await alice.submit();
    expect(alice.view().errors).toEqual({ Name: 'Please complete this required field.' });
    await call('views.update', { view_id: id, view: form });
    expect(alice.view().errors).toEqual({});
  });
});

describe('views.publish', () => {
  const view = home(section('At home'));
  const publish = (user_id: string, more: object = {}) => call('views.publish', { user_id, view, ...more });

  it('shows Home to that person, and is refused with an old hash', async () => {
    const { hash } = viewIn(await publish('U1'));
    expect(alice.home()).toMatchObject({ title: 'Bare', texts: ['At home'] });
    expect(bob.home()).toBeNull();
    await publish('U1', { hash });
    expect(await errorOf('views.publish', { user_id: 'U1', view, hash })).toBe('hash_conflict');
  });

  it('is refused for modals and for strangers', async () => {
    expect(await errorOf('views.publish', { user_id: 'U1', view: withButton })).toBe('invalid_arguments');
    expect(await errorOf('views.publish', { user_id: 'U404', view })).toBe('user_not_found');
  });

  it('publishes into the same view again, with what was typed there', async () => {
    const view = home(input('Search'));
    const first = viewIn(await publish('U2', { view }));
    await bob.fill({ Search: 'Jane' });
    expect(viewIn(await publish('U2', { view })).id).toBe(first.id);
    expect(bob.home()?.fields).toMatchObject({ Search: { value: 'Jane' } });
  });

  it('sends the published view along when Home is opened again', async () => {
    await publish('U1');
    await alice.openHome();
    expect(app.last('app_home_opened').body).toMatchObject({
      type: 'event_callback',
      event: { type: 'app_home_opened', user: 'U1', channel: 'D1', tab: 'home', view: { type: 'home' } },
    });
  });
});
