import { setImmediate } from 'node:timers/promises';

/** Long work that pauses after each step of some milliseconds. */
export type Steps<Result> = Generator<undefined, Result>;

/** The longest that others wait for their turn, in milliseconds. */
const turn = 3;

/** Does all of it, with turns for everybody else in between. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < turn) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** What is the same stays in its order. @param stepSize how many a step looks at */
export function* sorting<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  stepSize: number,
): Steps<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += stepSize) {
    runs.push(items.slice(from, from + stepSize).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merging(runs[at] ?? [], runs[at + 1] ?? [], compare, stepSize));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merging<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (a: T, b: T) => number,
  stepSize: number,
): Steps<readonly T[]> {
  const merged: T[] = [];
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const [a, b] = [one[left] as T, other[right] as T];
    if (compare(a, b) <= 0) {
      merged.push(a);
      left += 1;
    } else {
      merged.push(b);
      right += 1;
    }
    if (merged.length % stepSize === 0) yield;
  }
  for (; left < one.length; left += 1) merged.push(one[left] as T);
  for (; right < other.length; right += 1) merged.push(other[right] as T);
  return merged;
}
