import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value);
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

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

  it('is refused when anything in it is replaced by what does not belong there', () => {
    expect(readView(right, 'modal')).toHaveProperty('view');
    fc.assert(
      fc.property(
        fc.constantFrom(...pathsIn(right)),
        fc.constantFrom(5, [5], { type: 'odd' }, ''),
        (path, by) => {
          if (path.at(-1) === 'block_id' && by !== 5) return;
          expect(readView(replaced(right, path, by), 'modal')).toHaveProperty('problems');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('says where it is wrong: each pointer leads into what was sent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pathsIn(right)), (path) => {
        const read = readView(replaced(right, path, 5), 'modal');
        const pointers = 'problems' in read ? read.problems.map(({ pointer }) => pointer) : [];
        expect(pointers.some((pointer) => ['/view', ...path].join('/').startsWith(pointer))).toBe(true);
      }),
    );
  });
});
