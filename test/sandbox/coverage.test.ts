import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocks, elements, methods, names, payloads, supported } from './coverage.ts';
import { actions, input, long, modal, plain } from './stage/blocks.ts';
import { call } from './stage/call.ts';
import { stage } from './stage/stage.ts';

const { complaints, complaintsAbout, sandbox } = await stage();
const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Titles of a file's tests as a runner prints them, with unfilled placeholders. */
function titlesIn(file: string): string[] {
  const lines = /^( *)(?:(describe|it)\b.*|\]\)|\))\(\s*'(.*)',/gm;
  let around = '';
  return [...sourceOf(file).matchAll(lines)].flatMap(([, indent, what, title = '']) => {
    if (what !== 'describe') return indent === '' ? [title] : [`${around} ${title}`];
    around = title;
    return [];
  });
}

describe.each(Object.entries({ methods, blocks, elements, payloads }))('the table of %s', (_name, table) => {
  it('names missing parts only of what it supports', () => {
    expect(supported(table)).toEqual(expect.arrayContaining(Object.keys(table.without)));
    expect(Object.values(table.without)).not.toContain('');
  });

  it.each(Object.keys(table.shownBy))('names an existing test: %s', (test) => {
    const [file = '', ...title] = test.split(': ');
    expect(titlesIn(file)).toContain(title.join(': '));
  });
});

it('the methods with a route are those that the table supports', () => {
  expect(supported(methods)).toEqual([...sandbox.methods].sort());
});

it.each(Object.entries(methods.shownBy))('a method is called in the file of its test: %s', (test, shown) => {
  for (const name of names(shown)) expect(sourceOf(test.split(': ')[0] ?? '')).toContain(`'${name}'`);
});

it.each([...supported(methods), ...names(methods.not)])(
  '%s is known if the table supports it',
  async (method) => {
    const { error } = await call(sandbox, method);
    expect(error === 'unknown_method').toBe(names(methods.not).includes(method));
  },
);

const isUnknown = (complaint: string) => complaint.startsWith('unsupported type: ');

it.each([...supported(blocks), ...names(blocks.not)])(
  'the block %s is known if the table supports it',
  async (type) => {
    const inModal = await complaintsAbout(modal([{ type }]));
    const inMessage = await complaints('chat.postMessage', { channel: 'C1', text: 't', blocks: [{ type }] });
    expect(inModal.some(isUnknown) && inMessage.some(isUnknown)).toBe(names(blocks.not).includes(type));
  },
);

it.each([...supported(elements), ...names(elements.not)])(
  'the element %s is known if the table supports it',
  async (type) => {
    const places = [
      actions({ type }),
      { type: 'section', text: plain('t'), accessory: { type } },
      input('A', type),
    ];
    const found = await complaintsAbout(modal(places, { title: plain(long(25)) }));
    expect(found.filter(isUnknown).length === places.length).toBe(names(elements.not).includes(type));
  },
);
