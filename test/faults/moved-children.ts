import type { TestClock } from '../clock.ts';
import type { Cleanup } from '../journeys/office.ts';
import { type Child, startChild } from '../service/child.ts';

export type MovedChildren = ReturnType<typeof movedChildren>;

/** Processes that share one database and one clock. */
export function movedChildren(cleanup: Cleanup, env: Record<string, string>, clock: TestClock) {
  let running: Child[] = [];
  const kill = (children: readonly Child[]) => Promise.all(children.map((child) => child.kill()));
  cleanup.later(() => kill(running));
  return {
    /** Starts the missing processes and sets their clocks to the shared instant. */
    async start(count: number): Promise<void> {
      const begin = () =>
        startChild('../bench/bot-process.ts', JSON.stringify(env), clock.now().toISOString());
      const missing = Array.from({ length: count - running.length }, begin);
      running = [...running, ...(await Promise.all(missing))];
      await this.moveTo(clock.now());
    },
    /** Resolves when all of them have begun with the work due by then. */
    async moveTo(instant: Date): Promise<void> {
      clock.moveTo(instant);
      await Promise.all(running.map((child) => child.moveTo(clock.now())));
    },
    /** `kill -9` for the matching places, all at the same moment. */
    async kill(isMeant: (place: number) => boolean = () => true): Promise<void> {
      const meant = running.filter((_one, place) => isMeant(place));
      running = running.filter((one) => !meant.includes(one));
      await kill(meant);
    },
    now: clock.now,
  };
}
