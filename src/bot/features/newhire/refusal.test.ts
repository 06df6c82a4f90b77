import { expect, it } from 'vitest';
import { refusal } from './messages.ts';

const called = { managerName: 'Tom Becker', sequenceNames: ['Week one'] };

it.each([
  ['manager', 'Tom Becker is no longer in the onboarding service. Choose another manager.'],
  ['buddy', 'The buddy is no longer in the onboarding service. Choose another buddy.'],
  ['sequences', '“Week one” can’t be chosen any more. Remove it.'],
  ['timezone', 'The onboarding service doesn’t accept this time zone. Change it.'],
])('says of a refused %s what is so and what to do', (name, sentence) => {
  expect(refusal(name, ['Invalid pk "19" - object does not exist.'], called, undefined)).toBe(sentence);
});

it('says what a person or Frontdesk declined in the words that were kept of it', () => {
  expect(refusal('email', ['Ana Fox has this address.'], called, 'U0INES')).toBe('Ana Fox has this address.');
});
