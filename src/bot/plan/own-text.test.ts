import { expect, it } from 'vitest';
import { chance } from '../../../test/faults/trials.ts';
import { type Facts, filled, placeholders, unknownIn } from './plan.ts';

const everything: Facts = {
  name: 'Jane Doe',
  'first name': 'Jane',
  day: 'Mon 17 Mar',
  manager: 'Marcus',
  buddy: 'Sofia',
  position: 'Designer',
};

it.each([
  ['Welcome {name}!', everything, 'Welcome Jane Doe!'],
  ['Welcome { First Name }!', everything, 'Welcome Jane!'],
  ['{name} joins us. The buddy is {buddy}. Say hi!', { name: 'Jane' }, 'Jane joins us. Say hi!'],
  ['{name} starts on {day}.\nManager: {manager}\nBuddy: {buddy}', { name: 'J', day: 'D' }, 'J starts on D.'],
  ['First.\n\nSecond {buddy}.\n\nThird.', {}, 'First.\n\nThird.'],
  ['Only {buddy}.', { name: 'Jane' }, undefined],
  ['No placeholder at all.', {}, 'No placeholder at all.'],
])('fills %j in with what is known of somebody', (text, facts, said) => {
  expect(filled(text, facts)).toBe(said);
});

it('takes what people are called as it is, whatever stands in it', () => {
  const name = '{buddy} $& <!channel> *x*';
  expect(filled('Hello {name}.', { name, buddy: 'B' })).toBe(`Hello ${name}.`);
});

it.each([
  ['{nmae} starts', 'nmae'],
  ['{name starts', '{'],
  ['name} starts', '}'],
  ['{} starts', ''],
  ['{name} and { First name }', undefined],
])('finds in %j what is no placeholder', (text, found) => {
  expect(unknownIn(text)).toBe(found);
});

it('leaves no hole and no brace, whatever is known', () => {
  const random = chance(3);
  const sentences = placeholders.map((one) => `It says {${one}}.`);
  for (let round = 0; round < 2_000; round += 1) {
    const known = Object.fromEntries(Object.entries(everything).filter(() => random() < 0.5));
    const text = sentences.filter(() => random() < 0.6).join(random() < 0.5 ? ' ' : '\n');
    const said = filled(text, known) ?? '';
    expect(said).not.toMatch(/[{}]|undefined|says \./);
    expect(said.split('It says').length).toBeLessThanOrEqual(text.split('It says').length);
  }
});
