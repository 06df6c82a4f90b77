import type { Request } from '../requests/request.ts';

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
    /** Waits for the request with this reference; it doesn't have to be stored yet. */
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
    /** Reports that nothing can be sent for now, and ends all waiting. */
    tellAll(trouble: Error): void {
      for (const resolve of [...waiters.values()].flat()) resolve({ request: undefined, trouble });
      waiters.clear();
    },
  };
}
