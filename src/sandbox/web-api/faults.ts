import type { Clock } from '../clock.ts';
import type { Fault } from '../faults/fault.ts';
import type { Faults } from '../faults/faults.ts';
import type { WebApiAnswer } from './answer-call.ts';

const kinds = ['ratelimited', 'error', 'reset', 'hang', 'delay'] as const;

/** What goes back over the line; status 0 means that nothing does. */
export interface Outgoing {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  trouble?: string;
}

/** Does the work, with the trouble that was asked for before it or after it. */
export async function strike(
  { faults, slack }: { faults: Faults; slack: { clock: Clock } },
  method: string,
  work: () => WebApiAnswer,
): Promise<Outgoing> {
  const before = await outgoing(slack.clock, faults.strike(method, 'before', kinds));
  if (before) return before;
  const body = work();
  const after = await outgoing(slack.clock, faults.strike(method, 'after', kinds));
  return after ?? { status: 200, body };
}

async function outgoing(clock: Clock, fault: Fault | undefined): Promise<Outgoing | undefined> {
  switch (fault?.kind) {
    case 'ratelimited': {
      const seconds = Math.max(1, Math.ceil(fault.milliseconds / 1000));
      const headers = { 'retry-after': String(seconds) };
      return { status: 429, headers, body: { ok: false, error: 'ratelimited' }, trouble: 'ratelimited' };
    }
    case 'error':
      return {
        status: fault.status,
        body: '<h1>Something went wrong</h1>',
        trouble: `status ${fault.status}`,
      };
    case 'reset':
    case 'hang':
      return { status: 0, trouble: fault.kind };
    case 'delay':
      await new Promise<void>((resolve) => clock.after(fault.milliseconds, resolve));
      return undefined;
    default:
      return undefined;
  }
}
