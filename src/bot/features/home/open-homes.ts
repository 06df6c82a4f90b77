import type { FeatureDeps } from '../../feature.ts';
import type { HomeOf } from './publish.ts';

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
  { changes, clock }: Pick<FeatureDeps, 'changes' | 'clock'>,
  publish: (home: HomeOf) => Promise<void>,
  first: () => Promise<void>,
) {
  const open = new Map<string, HomeOf>();
  let stopped = false;
  let cancelLook = () => {};
  let cancelUpdate: (() => void) | undefined;
  let underWay: Promise<void> = Promise.resolve();

  function lookLater(): void {
    if (!stopped) cancelLook = clock.after(lookEvery, () => void update().then(lookLater));
  }

  function updateSoon(): void {
    if (stopped || cancelUpdate) return;
    cancelUpdate = clock.after(settling, () => {
      cancelUpdate = undefined;
      void update();
    });
  }

  /** One after the other, so that an older state never comes to stand in the place of a newer one. */
  function update(): Promise<void> {
    underWay = underWay.then(all, all);
    return underWay;
  }

  async function all(): Promise<void> {
    if (stopped) return;
    await first();
    for (const [userId, home] of open) {
      if (stopped) return;
      if (isOver(home)) open.delete(userId);
      else await publish(home);
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

  changes.listen(updateSoon);
  lookLater();

  return {
    follow,
    /** After a start: those who had it open before are followed again, and what must not wait is done at once. */
    begin(before: readonly HomeOf[]): Promise<void> {
      for (const home of before) if (!open.has(home.userId) && !isOver(home)) follow(home);
      return update();
    },
    /** Looks no more; resolves when the update under way is through. */
    stop(): Promise<void> {
      stopped = true;
      cancelLook();
      cancelUpdate?.();
      return underWay;
    },
  };
}
