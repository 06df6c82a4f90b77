import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat, systemClock } from './clock.ts';

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

/** Number of turns after each of these times, in milliseconds. */
async function counts({ mock }: { mock: { calls: unknown[] } }, ...times: number[]): Promise<number[]> {
  const seen: number[] = [];
  for (const time of times) {
    await vi.advanceTimersByTimeAsync(time);
    seen.push(mock.calls.length);
  }
  return seen;
}

it('begins at once, and again so long after the end of each turn', async () => {
  const { turn, end } = heldTurns();
  const repeating = repeat({ ...options, turn });
  expect(await counts(turn, 0, 5_000)).toEqual([1, 1]);
  end();
  expect(await counts(turn, 999, 1)).toEqual([1, 2]);
  end();
  await repeating.stop();
});

it('has one more turn when it is woken during one, however often, and tells when that has ended', async () => {
  const { turn, end } = heldTurns();
  const repeating = repeat({ ...options, turn });
  repeating.wake();
  const ended = vi.fn();
  void repeating.turnNow().then(ended);
  end();
  expect(await counts(turn, 0)).toEqual([2]);
  expect(ended).not.toHaveBeenCalled();
  end();
  expect(await counts(turn, 0)).toEqual([2]);
  expect(ended).toHaveBeenCalled();
  await repeating.stop();
});

it('goes on after a turn that failed, and tells of it', async () => {
  const turn = vi.fn().mockRejectedValue('no');
  const onError = vi.fn();
  const repeating = repeat({ ...options, turn, onError });
  expect(await counts(turn, 1_000)).toEqual([2]);
  expect(onError).toHaveBeenCalledWith('no');
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
  expect(await counts(turn, 5_000)).toEqual([1]);
});

it('begins the first one later when it is to, and each pause is as long as it is then', async () => {
  const pauses = [2_000, 3_000];
  const turn = vi.fn(async () => {});
  const repeating = repeat({ ...options, first: 500, every: () => pauses.shift() ?? 9_000, turn });
  expect(await counts(turn, 499, 1, 1_999, 1, 2_999, 1)).toEqual([0, 1, 1, 2, 2, 3]);
  await repeating.stop();
});

it('has one turn for all who ask for one soon, and none once it is stopped', async () => {
  const turn = vi.fn(async () => {});
  const repeating = repeat({ ...options, first: 60_000, turn });
  repeating.wakeIn(300);
  await vi.advanceTimersByTimeAsync(200);
  repeating.wakeIn(300);
  expect(await counts(turn, 100, 400)).toEqual([1, 1]);
  repeating.wakeIn(300);
  await repeating.stop();
  expect(await counts(turn, 60_000)).toEqual([1]);
});
