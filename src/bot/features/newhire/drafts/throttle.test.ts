import { expect, it } from 'vitest';
import { createThrottle } from './draft.ts';

function letters() {
  const due: (() => void)[] = [];
  const written: string[] = [];
  const failures: Error[] = [];
  const clock = {
    after(_ms: number, then: () => void) {
      due.push(then);
      return () => void due.splice(due.indexOf(then), 1);
    },
  };
  const throttle = createThrottle(clock, async ({ at }) => {
    const failure = failures.shift();
    if (failure) throw failure;
    written.push(at);
  });
  async function pass() {
    for (const then of due.splice(0)) then();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const type = (...values: string[]) => values.forEach((at) => void throttle.put('form', { at }));
  return { throttle, written, failures, pass, type };
}

it('writes the first letter at once, and once a second the newest, in whatever order they come', async () => {
  const { written, pass, type } = letters();
  type('J', 'Jan', 'Ja');
  expect(written).toEqual(['J']);
  await pass();
  expect(written).toEqual(['J', 'Jan']);
  await pass();
  type('Jane');
  expect(written).toEqual(['J', 'Jan', 'Jane']);
});

it('writes again what could not be written, unless something newer came', async () => {
  const { written, failures, pass, type } = letters();
  failures.push(new Error('away'), new Error('still away'));
  type('J');
  await pass();
  type('Jane');
  await pass();
  expect(written).toEqual(['Jane']);
});
