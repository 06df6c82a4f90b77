import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { repeat } from './repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

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

it('begins the first one later when it is to, and each pause is as long as it is then', async () => {
  const pauses = [2_000, 3_000];
  const turn = vi.fn(async () => {});
  const repeating = repeat({ ...options, first: 500, every: () => pauses.shift() ?? 9_000, turn });
  await vi.advanceTimersByTimeAsync(499);
  expect(turn).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(turn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(turn).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(turn).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(turn).toHaveBeenCalledTimes(3);
  await repeating.stop();
});

it('has one turn for all who ask for one soon, and none once it is stopped', async () => {
  const turn = vi.fn(async () => {});
  const repeating = repeat({ ...options, first: 60_000, turn });
  repeating.wakeIn(300);
  await vi.advanceTimersByTimeAsync(200);
  repeating.wakeIn(300);
  await vi.advanceTimersByTimeAsync(100);
  expect(turn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(400);
  expect(turn).toHaveBeenCalledTimes(1);
  repeating.wakeIn(300);
  await repeating.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(turn).toHaveBeenCalledTimes(1);
});

it('tells when the turn has ended that was asked for', async () => {
  const { turn, end } = heldTurns();
  const repeating = repeat({ ...options, turn });
  let hasEnded = false;
  void repeating.turnNow().then(() => {
    hasEnded = true;
  });
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect([turn.mock.calls.length, hasEnded]).toEqual([2, false]);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(hasEnded).toBe(true);
  await repeating.stop();
});
