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
  it('finds fields by what stands beside them', async () => {
    const options = [{ text: plain('Red'), value: 'red' }];
    await set.open(
      modal([
        input(
          'Name',
          { type: 'plain_text_input', placeholder: plain('Jane Doe') },
          { hint: plain('As in the passport'), optional: true },
        ),
        { type: 'section', text: plain('Colour'), accessory: { type: 'static_select', options } },
        { type: 'actions', elements: [{ type: 'datepicker', placeholder: plain('Any day') }] },
      ]),
    );
    await set.alice.fill({ Colour: 'Red', 'Any day': '2026-12-01' });
    expect(set.alice.view().fields).toEqual({
      Name: {
        kind: 'plain_text_input',
        value: null,
        error: null,
        hint: 'As in the passport',
        placeholder: 'Jane Doe',
        isOptional: true,
      },
      Colour: {
        kind: 'static_select',
        value: 'Red',
        error: null,
        hint: null,
        placeholder: null,
        isOptional: true,
      },
      'Any day': {
        kind: 'datepicker',
        value: '2026-12-01',
        error: null,
        hint: null,
        placeholder: 'Any day',
        isOptional: true,
      },
    });
  });

  it('reads every text in its order', async () => {
    await set.open(
      modal([
        { type: 'header', text: plain('Head') },
        { type: 'alert', text: plain('Careful') },
        { type: 'section', text: { type: 'mrkdwn', text: '*Bold*' }, fields: [plain('One'), plain('Two')] },
        {
          type: 'context',
          elements: [
            plain('Small'),
            { type: 'image', image_url: 'https://a.b/c.png', alt_text: 'A picture' },
          ],
        },
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'Rich' }] }],
        },
        { type: 'divider' },
        { type: 'image', image_url: 'https://a.b/c.png', alt_text: 'Another picture' },
        buttons('Press'),
      ]),
    );
    const kinds = set.alice.screen().views[0]?.blocks.map(({ type }) => type);
    expect(kinds).toEqual([
      'header',
      'alert',
      'section',
      'context',
      'rich_text',
      'divider',
      'image',
      'actions',
    ]);
    expect(set.alice.view()).toMatchObject({
      texts: ['Head', 'Careful', '*Bold*', 'One', 'Two', 'Small', 'A picture', 'Rich'],
      buttons: ['Press'],
    });
  });

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

  it('waits for what comes, and hears of a mistake in the waiting itself', async () => {
    const waiting = set.alice.untilMessage(/^Later/);
    await call(set.sandbox, 'chat.postMessage', { channel: 'U1', text: 'Later it came' });
    expect((await waiting).text).toBe('Later it came');
    const mistaken = set.alice.until(({ views }) => {
      if (views.length > 0) throw new Error('a mistake');
    });
    const failed = expect(mistaken).rejects.toThrow('a mistake');
    expect(await set.open(modal([section()]))).toMatchObject({ type: 'modal' });
    await failed;
  });
});
