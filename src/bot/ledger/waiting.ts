import type { Request } from './request.ts';

/** How a request stands after an attempt; with what went wrong when it has not ended. */
export interface Standing {
  request: Request;
  trouble: Error | undefined;
}

/** What somebody in this process may wait for: the open form of whoever submitted the request. */
export interface Answers {
  /** Resolves after the first attempt. Never rejects. */
  first: Promise<Standing>;
  /** Resolves when the request has ended; never, when another process ends it. Never rejects. */
  ended: Promise<Request>;
}

interface Waiter {
  first: (standing: Standing) => void;
  ended: (request: Request) => void;
}

/** Those in this process who wait for a request. */
export function createWaiting() {
  const waiters = new Map<string, Waiter[]>();

  return {
    /** Waits for the request with this reference, which need not be written yet. */
    for(id: string): Answers {
      const first = Promise.withResolvers<Standing>();
      const ended = Promise.withResolvers<Request>();
      const waiter = { first: first.resolve, ended: ended.resolve };
      waiters.set(id, [...(waiters.get(id) ?? []), waiter]);
      return { first: first.promise, ended: ended.promise };
    },
    /** The request was not written after all. */
    forget(id: string): void {
      waiters.delete(id);
    },
    tell(standing: Standing): void {
      const { id, outcome } = standing.request;
      for (const waiter of waiters.get(id) ?? []) settle(waiter, standing);
      if (outcome) waiters.delete(id);
    },
  };
}

function settle(waiter: Waiter, standing: Standing): void {
  waiter.first(standing);
  if (standing.request.outcome) waiter.ended(standing.request);
}
