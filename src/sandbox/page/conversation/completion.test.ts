import { expect, it } from 'vitest';
import type { Workspace } from '../../screen.ts';
import { completed, completionsFor, startedWord } from './completion.ts';

it.each([
  ['/new', { from: 0, word: '/new' }],
  ['/newhire ', undefined],
  ['say /new', undefined],
  ['/offboard @ma', { from: 10, word: '@ma' }],
  ['mail@acme', undefined],
  ['plain', undefined],
])('in %j the word to complete is %j', (text, expected) => {
  expect(startedWord(text, text.length)).toEqual(expected);
});

const workspace = {
  commands: [
    { command: '/newhire', description: 'Add somebody', usageHint: 'or help' },
    { command: '/news', description: 'Read', usageHint: '' },
  ],
  people: [
    { name: 'marcus.o', realName: 'Marcus Oyelaran' },
    { name: 'ines', realName: 'Ines Marquez' },
    { name: 'leila', realName: 'Leila Haddad' },
  ],
} as Workspace;

it.each([
  ['/NEWH', ['/newhire']],
  ['/', ['/newhire', '/news']],
  ['/x', []],
  ['@mar', ['@marcus.o', '@ines']],
])('%j can become %j', (word, expected) => {
  expect(completionsFor(workspace, { from: 0, word }).map(({ text }) => text)).toEqual(expected);
});

it('puts the chosen word in the place of the started one, and the cursor behind it', () => {
  const started = { from: 10, word: '@ma' };
  const chosen = { text: '@marcus', description: '', hint: '' };
  const text = '/offboard @marcus today';
  expect(completed('/offboard @ma today', 13, started, chosen)).toEqual({ text, cursor: 18 });
});
