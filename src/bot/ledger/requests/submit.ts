import { isDatabaseAway } from '../../../database/postgres/away.ts';
import { newReference } from '../../../log.ts';
import type { Answers, createDeliveryWorker, SubmissionWaiters } from '../delivery/delivery-worker.ts';
import { type Lease, newLease } from '../queue.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { Accepted } from './accept.ts';
import type { NewRequest, Request } from './request.ts';
import type { Store } from './store.ts';

interface SubmitOptions {
  store: Store;
  deliveryWorker: ReturnType<typeof createDeliveryWorker>;
  waiters: SubmissionWaiters;
  outage: () => Error | undefined;
  wakeOutbox: () => void;
}

type Stored = Awaited<ReturnType<Store['accept']>>;

/** Rest of the lease that a second try of the insert needs, in milliseconds. */
const toSpare = 6_000;

export function createSubmit(database: LedgerDatabase, options: SubmitOptions) {
  const { clock, log, onChange } = database;
  const { store, deliveryWorker, waiters, outage, wakeOutbox } = options;

  /** During an outage, answer the form right away instead of letting it time out. */
  function tellOfTrouble(request: Request): void {
    const held = request.outcome || request.state === 'awaiting_approval' ? undefined : outage();
    if (held) waiters.tell({ request, trouble: held });
  }

  /** A request with our own reference is the one of the first try, which may have claimed one to send. */
  async function ofFirstTry({ accepted, next }: Stored, id: string, lease: Lease): Promise<Stored> {
    if (accepted.kind !== 'repeated' || accepted.request.id !== id) return { accepted, next };
    return { accepted: { ...accepted, kind: 'accepted' }, next: await store.claimed(lease) };
  }

  /** A taken proposal of what is there already is done; a request that awaits approval has only its messages. */
  function begin(request: Request, next: Request | undefined): void {
    if (request.outcome || request.state === 'awaiting_approval') wakeOutbox();
    else if (next?.id !== request.id) deliveryWorker.wake();
  }

  return async (request: NewRequest): Promise<{ accepted: Accepted; answers: Answers }> => {
    const id = request.proposal ?? newReference('R');
    const answers = waiters.for(id);
    const lease = newLease(clock.now());
    const taking = request.approval ? undefined : deliveryWorker.taking(lease);
    const isFresh = () => clock.now().getTime() < lease.until.getTime() - toSpare;
    const write = () => store.accept(id, request, taking);
    const { accepted, next } = await write()
      .catch((error: unknown) => {
        // The connection broke, so it is unknown whether the insert was committed. Repeating is safe: a form creates
        // one request.
        if (isDatabaseAway(error) && isFresh())
          return write().then((stored) => ofFirstTry(stored, id, lease));
        throw error;
      })
      .catch((error: unknown) => {
        answers.forget();
        throw error;
      });
    if (next) deliveryWorker.begin({ request: next, lease });
    if (accepted.kind === 'accepted') {
      const { kind, state } = accepted.request;
      log.info({ requestId: id, kind, state }, 'a request is written down');
      onChange();
      begin(accepted.request, next);
      tellOfTrouble(accepted.request);
      return { accepted, answers };
    }
    answers.forget();
    deliveryWorker.wake();
    return { accepted, answers: accepted.kind === 'setAside' ? answers : waiters.for(accepted.request.id) };
  };
}
