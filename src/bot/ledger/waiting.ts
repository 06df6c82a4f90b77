import type { Request } from './request.ts';

/** How a request stands; with what went wrong when it has not ended. */
export interface Standing {
  request: Request;
  trouble: Error | undefined;
}

/** Those in this process who wait for a request's first answer: the open form of whoever submitted it. */
export function createWaiting() {
  const waiting = new Map<string, ((standing: Standing) => void)[]>();
  return {
    /** Resolves at once when the request has ended. */
    for(request: Request): Promise<Standing> {
      if (request.outcome) return Promise.resolve({ request, trouble: undefined });
      return new Promise((resolve) => {
        waiting.set(request.id, [...(waiting.get(request.id) ?? []), resolve]);
      });
    },
    tell(id: string, standing: Standing): void {
      for (const resolve of waiting.get(id) ?? []) resolve(standing);
      waiting.delete(id);
    },
  };
}
