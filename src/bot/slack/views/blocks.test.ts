import type { InputBlock, ModalView } from '@slack/types';
import { WebAPIPlatformError } from '@slack/web-api';
import { expect, it } from 'vitest';
import { cut, cutMarkup, escapeMrkdwn, plain } from './blocks.ts';
import { orSimpler } from './open-view.ts';

it.each([
  ['short', 10, 'short'],
  ['abcdefgh', 5, 'abcd…'],
  ['ab👩‍🚀cd', 5, 'ab…'],
  ['aé́́́́bcdef', 4, 'a…'],
  ['عمرعمرعمر', 5, 'عمرع…'],
  ['👩‍🚀👩‍🚀', 3, '…'],
])('cuts “%s” to %i characters, never through what is seen as one', (text, limit, shown) => {
  expect(cut(text, limit)).toBe(shown);
  expect(cut(text, limit).length).toBeLessThanOrEqual(limit);
});

const pieces = ['&amp;', '&lt;', '&gt;', '\u200B*\u200B', '\u200B_\u200B', '<@U0INES>', 'a', 'é'];

it('cuts escaped text to every length, and never through what an escaped sign became', () => {
  const text = `${escapeMrkdwn('&<>*_aé')} <@U0INES>${escapeMrkdwn('>&')}`;
  for (let limit = 1; limit < text.length; limit += 1) {
    const shown = cutMarkup(text, limit);
    expect(shown.length).toBeLessThanOrEqual(limit);
    const left = pieces.reduce((rest, piece) => rest.replaceAll(piece, ''), shown.slice(0, -1));
    expect(left.trim(), shown).toBe('');
  }
  expect(cutMarkup(text, text.length)).toBe(text);
});

const input = (label: string, element: InputBlock['element']): InputBlock => ({
  ...{ type: 'input', block_id: label, label: plain(label), element },
});

it.each(['Jane', 'W'.repeat(190), '👩‍🚀'.repeat(38), 'عمر'.repeat(60)])(
  'shows an empty form with “$0” as text when Slack refuses the filled one',
  async (name) => {
    const filled: ModalView = {
      type: 'modal',
      title: plain('New hire'),
      blocks: [
        input('Name', { type: 'plain_text_input', initial_value: name }),
        input('Day', { type: 'datepicker', initial_date: '2031-12-01' }),
      ],
    };
    const shown: ModalView[] = [];
    await orSimpler(filled, async (view) => {
      shown.push(view);
      if (view === filled) throw new WebAPIPlatformError({ ok: false, error: 'invalid_arguments' });
    });
    const [, simpler] = shown;
    const fields = JSON.stringify(simpler?.blocks.filter(({ type }) => type === 'input'));
    expect([shown.length, fields.includes('initial_')]).toEqual([2, false]);
    expect(JSON.stringify(simpler)).toContain(`Name: ${name}`);
    expect(JSON.stringify(simpler)).toContain('Day: 2031-12-01');
  },
);
