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

/** How things that are named by their position stand to each other: below 0 when the first comes first. */
type Compare = (one: number, other: number) => number;

/**
 * The positions from 0 in their order; what is the same stays as it is. Numbers are sorted in two arrays that are made
 * once, since whatever else was made for each thing would be kept until the memory is cleared up.
 * @param stepSize how many a step looks at
 */
export function* sorting(count: number, compare: Compare, stepSize: number): Steps<Uint32Array> {
  let sorted = Uint32Array.from({ length: count }, (_, position) => position);
  for (let from = 0; from < count; from += stepSize) {
    sorted.subarray(from, from + stepSize).sort(compare);
    yield;
  }
  let spare = new Uint32Array(count);
  for (let width = stepSize; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      const to = Math.min(middle + width, count);
      yield* merging(sorted.subarray(from, middle), sorted.subarray(middle, to), {
        into: spare.subarray(from, to),
        compare,
        stepSize,
      });
    }
    [sorted, spare] = [spare, sorted];
  }
  return sorted;
}

interface Merging {
  into: Uint32Array;
  compare: Compare;
  stepSize: number;
}

function* merging(one: Uint32Array, other: Uint32Array, { into, compare, stepSize }: Merging): Steps<void> {
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const [a, b] = [one[left] ?? 0, other[right] ?? 0];
    const isFirst = compare(a, b) <= 0;
    into[left + right] = isFirst ? a : b;
    if (isFirst) left += 1;
    else right += 1;
    if ((left + right) % stepSize === 0) yield;
  }
  into.set(one.subarray(left), left + right);
  into.set(other.subarray(right), one.length + right);
}
