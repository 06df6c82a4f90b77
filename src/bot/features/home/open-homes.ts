import { repeat } from '../../../time/repeat.ts';
import type { HomeDeps, PageDeps } from './deps.ts';
import { halfTheTime } from './half-the-time.ts';
import type { HomeOf } from './publish.ts';
import { forOneRound } from './round.ts';

/** How long after they opened it somebody is taken to have it open, in milliseconds: Slack does not say. */
const openFor = 60 * 60_000;
/** How long several changes are waited for, so that they are one update. */
const settling = 400;
/** How often it is looked whether another process changed something. */
const lookEvery = 60_000;
/** The most people who are followed at once; those who opened it first are left out beyond. */
const most = 500;

/**
 * Keeps App Home up to date for those who have it open, until it is stopped.
 * @param publish shows it anew; what it throws is its own affair
 * @param first done before each update: what must not wait for it
 */
export function followHomes(
  { changes, clock, log, ledger }: HomeDeps,
  publish: (home: HomeOf, ledger: PageDeps['ledger']) => Promise<void>,
  first: () => Promise<void>,
) {
  const open = new Map<string, HomeOf>();

  /** One after the other, so that an older state never comes to stand in the place of a newer one. */
  async function update(stopping: AbortSignal): Promise<void> {
    await first();
    const round = forOneRound(ledger, clock);
    for (const [userId, home] of open) {
      if (stopping.aborted) return;
      if (isOver(home)) open.delete(userId);
      else await halfTheTime(() => publish(home, round));
    }
  }

  function isOver({ openedAt }: HomeOf): boolean {
    return openedAt.getTime() + openFor < clock.now().getTime();
  }

  function follow(home: HomeOf): void {
    open.delete(home.userId);
    open.set(home.userId, home);
    const [oldest] = open.keys();
    if (open.size > most && oldest !== undefined) open.delete(oldest);
  }

  const onError = (err: unknown) => log.error({ err }, 'App Home could not be updated');
  const updating = repeat({ clock, every: lookEvery, first: lookEvery, turn: update, onError });
  changes.listen(() => updating.wakeIn(settling));

  return {
    follow,
    /** After a start: those who had it open before are followed again, and what must not wait is done at once. */
    begin(before: readonly HomeOf[]): Promise<void> {
      for (const home of before) if (!open.has(home.userId) && !isOver(home)) follow(home);
      return updating.turnNow();
    },
    /** Looks no more; resolves when the update under way is through. */
    stop: updating.stop,
  };
}
