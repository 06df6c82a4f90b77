import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { repeat } from '../../../time/repeat.ts';
import type { Changes } from '../../changes.ts';

/** Delay that combines several changes, and interval to check for other processes' changes, both in milliseconds. */
const settling = 400;
const lookEvery = 60_000;
/** The longest pause between two pages, in milliseconds of real time. */
const longestPause = 20;

interface Keeping<Open> {
  /** Limit of open pages; beyond it, those opened earliest are dropped. */
  most: number;
  /** How long after opening a page counts as open, in milliseconds: Slack doesn't report every closed one. */
  openFor: number;
  update(page: Open): Promise<unknown>;
  /** Urgent work before each round, also while nothing is open. */
  first?(): Promise<void>;
}

/** Brings open pages up to date after each change: one after the other, so that older states never replace newer ones. */
export function keepCurrent<Open extends { openedAt: Date }>(
  { changes, clock, log }: { changes: Changes; clock: Clock; log: Log },
  { most, openFor, update, first }: Keeping<Open>,
) {
  const open = new LRUCache<string, Open>({ max: most });

  async function round(stopping: AbortSignal): Promise<void> {
    await first?.();
    for (const [id, page] of [...open.entries()]) {
      if (stopping.aborted) return;
      const isOver = Math.abs(clock.now().getTime() - page.openedAt.getTime()) > openFor;
      if (isOver) open.delete(id);
      else await halfTheTime(() => update(page)).catch(notUpdated);
    }
  }

  const notUpdated = (err: unknown) => log.warn({ err }, 'a page could not be brought up to date');
  const onError = (err: unknown) => log.error({ err }, 'open pages could not be brought up to date');
  const rounds = repeat({ clock, every: lookEvery, first: lookEvery, turn: round, onError });
  const wakeSoon = () => rounds.wakeIn(settling);
  changes.listen(() => {
    if (first || open.size > 0) wakeSoon();
  });

  return {
    follow: (id: string, page: Open) => void open.set(id, page),
    isOpen: (id: string) => open.has(id),
    drop: (id: string) => void open.delete(id),
    wakeSoon,
    turnNow: rounds.turnNow,
    stop: rounds.stop,
  };
}

/** Throttles background work, so that forms get their turn: pauses afterwards for as long as it took. */
async function halfTheTime(work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  await sleep(Math.min(performance.now() - began, longestPause));
}
