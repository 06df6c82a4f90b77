import { describe, expect, it } from 'vitest';
import { input, modal, plain, section } from './stage/blocks.ts';
import { call } from './stage/call.ts';
import { stage } from './stage/stage.ts';

const set = await stage();
const buttons = (...texts: string[]) => ({
  type: 'actions',
  elements: texts.map((text) => ({ type: 'button', text: plain(text), value: text })),
});
const pressed = () => set.app.last('block_actions').body;

describe('somebody who uses Slack', () => {
  it('types the beginning where a menu does not find the whole of what it shows', async () => {
    await set.open(modal([input('Who', { type: 'external_select' })]));
    const shown = { text: plain('Bob Byrne (bob@acme.com)'), value: '7' };
    set.app.on('block_suggestion', { json: { options: [] } }, { json: { options: [shown] } });
    await set.alice.choose('Who', 'Bob Byrne (bob@acme.com)');
    expect(set.app.last('block_suggestion').body.value).toBe('Bob Byrne');
    expect(set.alice.view().fields).toMatchObject({ Who: { value: 'Bob Byrne (bob@acme.com)' } });
  });

  it('presses what is on top: the modal’s buttons, else Home’s, else those of the newest message', async () => {
    await call(set.sandbox, 'chat.postMessage', { channel: 'U1', text: 'old', blocks: [buttons('Here')] });
    await call(set.sandbox, 'chat.postMessage', { channel: 'C1', text: 'new', blocks: [buttons('Here')] });
    await set.alice.press('Here');
    expect(pressed()).toMatchObject({ container: { type: 'message', channel_id: 'C1' } });
    await call(set.sandbox, 'views.publish', {
      user_id: 'U1',
      view: { type: 'home', blocks: [buttons('Here')] },
    });
    await set.alice.press('Here');
    expect(pressed()).toMatchObject({ view: { type: 'home' } });
    await set.open(modal([buttons('Here')]));
    await set.alice.press('Here');
    expect(pressed()).toMatchObject({ view: { type: 'modal' } });
    await set.open(modal([section()], { submit: plain('Send it'), close: plain('Leave') }));
    await expect(set.alice.press('Here')).rejects.toThrow(/no button "Here"/);
    expect(await set.alice.press('Send it')).toEqual({ outcome: 'closed' });
    await set.open(modal([section()], { close: plain('Leave') }));
    expect(await set.alice.press('Leave')).toEqual({ outcome: 'closed' });
  });

  it('is told what the screen shows when something is not there', async () => {
    await set.open(modal([section('Only this')]));
    await expect(set.alice.fill({ Name: 'x' })).rejects.toThrow(/no field "Name"[\s\S]*Only this/);
    await set.alice.close();
    expect(() => set.alice.view()).toThrow(/no modal is open/);
    expect(() => set.alice.messages('nowhere')).toThrow('there is no channel nowhere');
    expect(() => set.sandbox.person('U404')).toThrow('there is no person U404');
  });
});
