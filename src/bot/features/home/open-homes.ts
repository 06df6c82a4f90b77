import type { FeatureDeps } from '../../feature.ts';

/** How long after they opened it somebody is taken to have it open, in milliseconds: Slack does not say. */
const openFor = 60 * 60_000;
/** How long several changes are waited for, so that they are one update. */
const settling = 400;
/** How often it is looked whether another process changed something. */
const lookEvery = 60_000;
/** The most people who are followed at once; those who opened it first are left out beyond. */
const most = 500;

/** Somebody who has the tab open. */
export interface OpenHome {
  userId: string;
  teamId: string;
  isFirst: boolean;
}

/**
 * Keeps App Home up to date for those who have it open.
 * @param publish shows it anew; what it throws is its own affair
 */
export function followHomes(
  { changes, clock }: Pick<FeatureDeps, 'changes' | 'clock'>,
  publish: (home: OpenHome) => Promise<void>,
) {
  const open = new Map<string, OpenHome & { until: number }>();
  let waiting = false;

  function soon(ms: number): void {
    if (waiting && ms === settling) return;
    if (ms === settling) waiting = true;
    clock.after(ms, () => {
      if (ms === settling) waiting = false;
      void all().finally(() => {
        if (ms === lookEvery) soon(lookEvery);
      });
    });
  }

  async function all(): Promise<void> {
    const now = clock.now().getTime();
    for (const [userId, home] of open) {
      if (home.until < now) open.delete(userId);
      else await publish(home);
    }
  }

  changes.listen(() => soon(settling));
  soon(lookEvery);

  return (home: OpenHome): void => {
    open.delete(home.userId);
    open.set(home.userId, { ...home, until: clock.now().getTime() + openFor });
    const [first] = open.keys();
    if (open.size > most && first !== undefined) open.delete(first);
  };
}
