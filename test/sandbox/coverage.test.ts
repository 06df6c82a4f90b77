import { describe, expect, it } from 'vitest';
import { tests, textOf } from '../source-files.ts';
import { blocks, elements, methods, names, payloads } from './coverage.ts';
import { actions, input, long, modal, plain } from './stage/blocks.ts';
import { call } from './stage/call.ts';
import { stage } from './stage/stage.ts';

const { complaints, complaintsAbout, sandbox } = await stage();
const shown = tests
  .filter((path) => /^test\/sandbox\/(?!coverage)/.test(path))
  .map(textOf)
  .join('\n');

describe.each(Object.entries({ methods, blocks, elements, payloads }))('the table of %s', (_name, table) => {
  it('names missing parts only of what it supports', () => {
    expect(names(table.supported)).toEqual(expect.arrayContaining(Object.keys(table.without)));
    expect(Object.values(table.without)).not.toContain('');
  });

  it('names as supported only what a test shows', () => {
    expect(names(table.supported).filter((name) => !shown.includes(`'${name}'`))).toEqual([]);
  });
});

it('the methods with a route are those that the table supports', () => {
  expect(names(methods.supported)).toEqual([...sandbox.methods].sort());
});

it.each([...names(methods.supported), ...names(methods.not)])(
  '%s is known if the table supports it',
  async (method) => {
    const { error } = await call(sandbox, method);
    expect(error === 'unknown_method').toBe(names(methods.not).includes(method));
  },
);

const isUnknown = (complaint: string) => complaint.startsWith('unsupported type: ');

it.each([...names(blocks.supported), ...names(blocks.not)])(
  'the block %s is known if the table supports it',
  async (type) => {
    const inModal = await complaintsAbout(modal([{ type }]));
    const inMessage = await complaints('chat.postMessage', { channel: 'C1', text: 't', blocks: [{ type }] });
    expect(inModal.some(isUnknown) && inMessage.some(isUnknown)).toBe(names(blocks.not).includes(type));
  },
);

it.each([...names(elements.supported), ...names(elements.not)])(
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
