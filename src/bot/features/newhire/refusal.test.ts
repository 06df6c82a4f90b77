import { expect, it } from 'vitest';
import { refusal } from './messages.ts';

const declined = {
  called: { managerName: 'Tom Becker', sequenceNames: ['Week one'] },
  by: undefined,
  gone: undefined,
};
const gone = { manager: ['Tom Becker'], sequences: ['Week one'] };
const said = ['Invalid pk "19" - object does not exist.'];

it.each([
  ['manager', 'The onboarding service doesn’t accept Tom Becker as manager. Choose another manager.'],
  ['buddy', 'The onboarding service doesn’t accept this person as buddy. Choose another buddy.'],
  ['sequences', 'The onboarding service doesn’t accept “Week one”. Choose again.'],
  ['timezone', 'The onboarding service doesn’t accept this time zone. Change it.'],
])('says of a refused %s no more than is known', (name, sentence) => {
  expect(refusal(name, said, declined)).toBe(sentence);
});

it.each([
  ['manager', 'Tom Becker is no longer in the onboarding service. Choose another manager.'],
  ['sequences', '“Week one” can’t be chosen any more. Remove it.'],
])('says of a refused %s that the service doesn’t list any more that it’s gone', (name, sentence) => {
  expect(refusal(name, said, { ...declined, gone })).toBe(sentence);
});

it('says what a person or Frontdesk declined in the words that were kept of it', () => {
  const own = ['Ana Fox has this address.'];
  expect(refusal('email', own, { ...declined, by: 'U0INES' })).toBe('Ana Fox has this address.');
});
