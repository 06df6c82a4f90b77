import type { Request } from './requests/request.ts';

/** A request's state after an attempt, with the error if it hasn't ended. */
export interface Progress {
  request: Request;
  trouble: Error | undefined;
}

type Answer = Progress | { request: undefined; trouble: Error };

/** Pending answer for a caller in this process, e.g. the requester's open form. */
export interface Answers {
  /** Resolves after the first attempt or when sending is impossible; never if another process sends it. */
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
