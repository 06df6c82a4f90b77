import { setImmediate } from 'node:timers/promises';

/** How long one step should take, in milliseconds: it is over before anybody who waits notices. */
const wanted = 4;
/** The fewest and the most that one step does. */
const fewest = 5;
const most = 100;

/** Does one step: as much as it is asked for, or less when that is all. @returns how much it did */
type Step = (size: number) => Promise<number>;

/**
 * Does work in the database in steps that nobody notices: each as large as fits into some milliseconds, whatever the
 * tables hold and however slow the disk is, with room for everybody else between two.
 * @returns how much was done in all
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
