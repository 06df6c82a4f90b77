import { isDatabaseAway } from '../../../database/postgres/away.ts';
import type { Log } from '../../../log.ts';
import { newReference } from '../../../reference.ts';
import type { Clock } from '../../../time/clock.ts';
import type { createDeliveryWorker } from '../delivery/delivery-worker.ts';
import { type Lease, newLease } from '../delivery/lease.ts';
import type { Answers, SubmissionWaiters } from '../waiting/submission-waiters.ts';
import type { Accepted } from './accept.ts';
import type { NewRequest, Request } from './request.ts';
import type { Store } from './store.ts';

interface SubmitOptions {
  store: Store;
  deliveryWorker: ReturnType<typeof createDeliveryWorker>;
  waiters: SubmissionWaiters;
  /** Has it looked whether another process has brought it. */
  watchElsewhere: (id: string) => void;
  /** What holds up all requests at present. */
  outage: () => Error | undefined;
  onChange: () => void;
  /** Something was written that Slack must get. */
  wakeOutbox: () => void;
  clock: Clock;
  log: Log;
}

/** So much of the lease has to be left for a second try at writing down, in milliseconds. */
const toSpare = 6_000;

/** @returns writes a request down and starts on it */
export function createSubmit(options: SubmitOptions) {
  const { store, deliveryWorker, waiters, watchElsewhere, outage, onChange, wakeOutbox, clock, log } =
    options;
  /** While everything is held up, nobody waits for an answer in vain. */
  function tellOfTrouble(request: Request): void {
    const held = request.state === 'awaiting_approval' ? undefined : outage();
    if (held) waiters.tell({ request, trouble: held });
  }

  /** Of a request that was there before. */
  function answersOf(request: Request): Answers {
    const answers = waiters.for(request.id);
    if (request.outcome) waiters.tell({ request, trouble: undefined });
    else watchElsewhere(request.id);
    return answers;
  }

  /** What was found is what was written a moment ago, if it has the same reference; who sends it, the lease tells. */
  async function asOwn(found: Accepted, id: string, { holder }: Lease): Promise<Accepted> {
    if (found.kind !== 'repeated' || found.request.id !== id) return found;
    return { kind: 'accepted', request: found.request, taken: await store.isHeld(id, holder) };
  }

  return async (request: NewRequest): Promise<{ accepted: Accepted; answers: Answers }> => {
    const id = newReference('R');
    // Whoever waits is there before the request is, so that no end can be missed.
    const answers = waiters.for(id);
    const lease = newLease(clock.now());
    const taking = request.approval ? undefined : deliveryWorker.taking(lease);
    const isFresh = () => clock.now().getTime() < lease.until.getTime() - toSpare;
    const write = () => store.accept(id, request, clock.now(), taking);
    const accepted = await write()
      .catch((error: unknown) => {
        // Whether it was written down before the line broke, asking again tells: a form is one request.
        if (isDatabaseAway(error) && isFresh()) return write().then((found) => asOwn(found, id, lease));
        throw error;
      })
      .catch((error: unknown) => {
        answers.forget();
        throw error;
      });
    if (accepted.kind === 'accepted') {
      log.info(
        { requestId: id, kind: request.kind, state: accepted.request.state },
        'a request is written down',
      );
      onChange();
      if (request.approval) wakeOutbox();
      else if (accepted.taken) deliveryWorker.begin({ request: accepted.request, lease });
      else {
        deliveryWorker.wake();
        watchElsewhere(id);
      }
      tellOfTrouble(accepted.request);
      return { accepted, answers };
    }
    answers.forget();
    deliveryWorker.wake();
    return { accepted, answers: accepted.kind === 'setAside' ? answers : answersOf(accepted.request) };
  };
}
