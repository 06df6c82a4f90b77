import type { Request } from './requests/request.ts';
import type { LedgerDatabase } from './tables/ledger-database.ts';

/** A request's state after an attempt, with the error if it hasn't ended. */
export interface Progress {
  request: Request;
  trouble: Error | undefined;
}

type Answer = Progress | { request: undefined; trouble: Error };

/** Pending answer for a caller in this process, e.g. the requester's open form. */
export interface Answers {
  /** Resolves after the first attempt or when sending is impossible; if another process sends it, only at the end. */
  first: Promise<Answer>;
  forget(): void;
}

export type SubmissionWaiters = ReturnType<typeof createSubmissionWaiters>;

export function createSubmissionWaiters() {
  const waiters = new Map<string, ((answer: Answer) => void)[]>();

  return {
    for(id: string): Answers {
      const first = Promise.withResolvers<Answer>();
      waiters.set(id, [...(waiters.get(id) ?? []), first.resolve]);
      const forget = () => {
        const others = (waiters.get(id) ?? []).filter((resolve) => resolve !== first.resolve);
        if (others.length > 0) waiters.set(id, others);
        else waiters.delete(id);
      };
      return { first: first.promise, forget };
    },
    has: (id: string): boolean => waiters.has(id),
    tell(progress: Progress): void {
      for (const resolve of waiters.get(progress.request.id) ?? []) resolve(progress);
      waiters.delete(progress.request.id);
    },
    tellAll(trouble: Error): void {
      for (const resolve of [...waiters.values()].flat()) resolve({ request: undefined, trouble });
      waiters.clear();
    },
  };
}

/** Pause between two looks, in milliseconds. */
const every = 150;

/** Notifies waiting forms of requests that another process has ended, with one query for all of them. */
export function createEndedElsewhere({ db, kind, types, clock }: LedgerDatabase, waiters: SubmissionWaiters) {
  const watched = new Set<string>();
  let isDue = false;

  function lookSoon(): void {
    if (isDue) return;
    isDue = true;
    clock.after(every, () => void look());
  }

  async function look(): Promise<void> {
    for (const id of watched) if (!waiters.has(id)) watched.delete(id);
    if (watched.size > 0) await tellOfEnded().catch(() => {});
    isDue = false;
    if (watched.size > 0) lookSoon();
  }

  async function tellOfEnded(): Promise<void> {
    const rows = await db
      .selectFrom('requests')
      .selectAll()
      .where('id', 'in', [...watched])
      .where((row) => row.or([row('ended_at', 'is not', null), row('state', '=', 'needs_review')]))
      .execute();
    for (const row of rows) {
      watched.delete(row.id);
      const request = types.read(row);
      if (request) waiters.tell({ request, trouble: undefined });
    }
  }

  return (id: string): void => {
    if (kind === 'sqlite') return;
    watched.add(id);
    lookSoon();
  };
}
