import { expect, it } from 'vitest';
import { abridged, masked } from './traffic.ts';

it.each([
  ['a token by its name', { token: 'abc', user: 'U1' }, { token: '•••', user: 'U1' }],
  ['a token inside a text', { text: 'use xoxb-1-a_b or xapp-2, not xo' }, { text: 'use ••• or •••, not xo' }],
  [
    'what was typed into an input named after one',
    { api_token: { input: { type: 't', value: 'abc' } } },
    { api_token: { input: { type: 't', value: '•••' } } },
  ],
  [
    'the same by its action id',
    { block: { password: { value: 'abc' } } },
    { block: { password: { value: '•••' } } },
  ],
  ['in lists', [{ response_url: 'https://x' }], [{ response_url: '•••' }]],
  [
    'nothing that is empty or none',
    { token: '', trigger_id: null, value: 'abc' },
    { token: '', trigger_id: null, value: 'abc' },
  ],
])('masks %s', (_what, content, shown) => {
  expect(masked(content)).toEqual(shown);
});

it('cuts long lists and texts and says by how much', () => {
  const list = Array.from({ length: 30 }, (_, index) => index);
  const { options, text, kept } = abridged({
    options: list,
    text: 'x'.repeat(2003),
    kept: { a: [1] },
  }) as Record<string, unknown>;
  expect(options).toEqual([...list.slice(0, 25), '… 5 more']);
  expect(text).toBe(`${'x'.repeat(2000)}… 3 more`);
  expect(kept).toEqual({ a: [1] });
});
