import type { Clock } from '../../../time/clock.ts';
import { type Lease, leaseLength, renewEvery } from './lease.ts';

/**
 * Renews a lease while its work goes on, so that only what a dead process held is taken over.
 * @returns call it when the work is over
 */
export function keepLease(clock: Clock, renew: (lease: Lease) => Promise<void>, { holder }: Lease) {
  let isOver = false;
  let cancel = () => {};

  function wait(): void {
    cancel = clock.after(renewEvery, () => {
      const until = new Date(clock.now().getTime() + leaseLength);
      // Without renewal the lease runs out, and whoever takes over finds out how it stands.
      renew({ holder, until })
        .catch(() => {})
        .finally(() => {
          if (!isOver) wait();
        });
    });
  }

  wait();
  return () => {
    isOver = true;
    cancel();
  };
}
