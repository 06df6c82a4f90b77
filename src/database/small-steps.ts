import { setImmediate } from 'node:timers/promises';

/** Target duration of a step, in milliseconds, so that other queries aren't delayed noticeably. */
const wanted = 4;
const fewest = 5;
const most = 100;

/** A step of up to `size` items. @returns the number of items done */
type Step = (size: number) => Promise<number>;

/**
 * Does work in steps sized to take a few milliseconds each, and yields between them.
 * @returns the total number of items done
 */
export async function inSmallSteps(step: Step, stopping: AbortSignal): Promise<number> {
  let all = 0;
  for (let size = fewest; !stopping.aborted; ) {
    const began = performance.now();
    const done = await step(size);
    all += done;
    if (done < size) break;
    const factor = Math.min(2, wanted / (performance.now() - began));
    size = Math.max(fewest, Math.min(most, Math.floor(size * factor)));
    await setImmediate();
  }
  return all;
}
