import type { Request } from '../requests/request.ts';

/** How a request stands after an attempt; with what went wrong when it has not ended. */
export interface Progress {
  request: Request;
  trouble: Error | undefined;
}

/** What whoever waits hears: how it stands, or what keeps every request from being sent. */
type Answer = Progress | { request: undefined; trouble: Error };

/** What somebody in this process may wait for: the open form of whoever submitted the request. */
export interface Answers {
  /** Resolves after the first attempt, or when there is none yet; where another process makes it, at the end only. */
  first: Promise<Answer>;
  /** Nobody waits any more. */
  forget(): void;
}

/** Those in this process who wait for a request. */
export type SubmissionWaiters = ReturnType<typeof createSubmissionWaiters>;

export function createSubmissionWaiters() {
  const waiters = new Map<string, ((answer: Answer) => void)[]>();

  return {
    /** Waits for the request with this reference, which need not be written yet. */
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
    /** Nothing can be sent for now. */
    tellAll(trouble: Error): void {
      for (const resolve of [...waiters.values()].flat()) resolve({ request: undefined, trouble });
      waiters.clear();
    },
  };
}
