import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { repeat } from './repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Turns that end when the test says so. */
function heldTurns() {
  const ends: (() => void)[] = [];
  const turn = vi.fn((_stopping: AbortSignal) => new Promise<void>((resolve) => void ends.push(resolve)));
  return { turn, end: () => ends.shift()?.() };
}

const options = { clock: systemClock, every: 1_000, onError: () => {} };

it('begins at once, and again so long after the end of each turn', async () => {
  const { turn, end } = heldTurns();
  const repeating = repeat({ ...options, turn });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(turn).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(999);
  expect(turn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(turn).toHaveBeenCalledTimes(2);
  end();
  await repeating.stop();
});

it('has one more turn when it is woken during one, however often', async () => {
  const { turn, end } = heldTurns();
  const repeating = repeat({ ...options, turn });
  repeating.wake();
  repeating.wake();
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(turn).toHaveBeenCalledTimes(2);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(turn).toHaveBeenCalledTimes(2);
  await repeating.stop();
});

it('goes on after a turn that failed, and tells of it', async () => {
  const failure = new Error('no');
  const turn = vi.fn(async () => {
    throw failure;
  });
  const onError = vi.fn();
  const repeating = repeat({ ...options, turn, onError });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(turn).toHaveBeenCalledTimes(2);
  expect(onError).toHaveBeenCalledWith(failure);
  await repeating.stop();
});

it('ends after the turn in hand, which is told so', async () => {
  const { turn, end } = heldTurns();
  const repeating = repeat({ ...options, turn });
  const stopped = vi.fn();
  void repeating.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).not.toHaveBeenCalled();
  expect(turn.mock.calls[0]?.[0].aborted).toBe(true);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).toHaveBeenCalled();
  repeating.wake();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(turn).toHaveBeenCalledTimes(1);
});
