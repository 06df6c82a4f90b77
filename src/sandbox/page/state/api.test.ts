import { expect, it } from 'vitest';
import { InOrder } from './api.ts';

it('sends the first value at once, and of those that gather meanwhile only the last', async () => {
  const sent: string[] = [];
  const gates: (() => void)[] = [];
  const inOrder = new InOrder<string>((value) => {
    sent.push(value);
    return new Promise<void>((resolve) => gates.push(resolve));
  });
  const all = [inOrder.push('J'), inOrder.push('Ja'), inOrder.push('Jan')];
  expect(sent).toEqual(['J']);
  gates[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toEqual(['J', 'Jan']);
  gates[1]?.();
  await Promise.all(all);
  void inOrder.push('Jane');
  expect(sent).toEqual(['J', 'Jan', 'Jane']);
});
