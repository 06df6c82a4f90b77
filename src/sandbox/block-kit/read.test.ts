import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spoilt } from '../../../test/spoilt.ts';
import { readMessageBlocks, readSuggestions, readView } from './read.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const right = {
  type: 'modal',
  title: plain('Title'),
  submit: plain('Send'),
  blocks: [
    {
      type: 'section',
      text: plain('Text'),
      accessory: { type: 'button', text: plain('Go'), confirm: { title: plain('a'), text: plain('b') } },
    },
    {
      type: 'input',
      block_id: 'i',
      label: plain('Name'),
      element: { type: 'static_select', options: [{ text: plain('A'), value: 'a' }] },
    },
    { type: 'context', elements: [{ type: 'mrkdwn', text: '*x*' }] },
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] }] },
  ],
};

describe('whatever an app sends', () => {
  it('is read or refused with a reason, never a crash', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const read of [
          readView(json, 'modal'),
          readView(json, 'home'),
          readMessageBlocks(json),
          readSuggestions(json),
        ])
          if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0);
      }),
    );
  });

  it.each(['toString', 'valueOf', '__proto__', 'constructor'])(
    'is refused with a field called %s',
    (name) => {
      const view = JSON.parse(`{ "type": "home", "blocks": [], "${name}": 1 }`);
      expect(readView(view, 'home')).toEqual({
        problems: [
          { message: 'failed to match all allowed schemas', pointer: '/view' },
          { message: `invalid additional property: ${name}`, pointer: '/view' },
        ],
      });
    },
  );

  it('is refused when anything in it is replaced by what does not belong there, and says where that is', () => {
    expect(readView(right, 'modal')).toHaveProperty('read');
    fc.assert(
      fc.property(spoilt(right, fc.constantFrom(5, [5], { type: 'odd' }, '')), ({ path, by, json }) => {
        if (path.at(-1) === 'block_id' && by !== 5) return;
        const read = readView(json, 'modal');
        const pointers = 'problems' in read ? read.problems.map(({ pointer }) => pointer) : [];
        expect(pointers).not.toEqual([]);
        if (by !== 5) return;
        expect(pointers.some((pointer) => ['/view', ...path].join('/').startsWith(pointer))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
