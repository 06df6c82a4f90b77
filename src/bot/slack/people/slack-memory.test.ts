import { expect, it } from 'vitest';
import { systemClock } from '../../../time/clock.ts';
import { createShortMemory } from './people.ts';

it('keeps a newer answer when an older question fails', async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = () => {
    const question = Promise.withResolvers<string>();
    asked.push(question);
    return question.promise;
  };
  const memory = createShortMemory({ ask, believedFor: 60_000, most: 10, clock: systemClock });
  const older = memory.get('group');
  memory.forget('group');
  const newer = memory.get('group');
  asked[1]?.resolve('new');
  asked[0]?.reject(new Error('lost'));
  await expect(older).rejects.toThrow('lost');
  expect([await newer, await memory.get('group')]).toEqual(['new', 'new']);
  expect(asked).toHaveLength(2);
});
