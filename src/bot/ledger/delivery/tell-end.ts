import type { Log } from '../../../log.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Request } from '../requests/request.ts';
import type { SubmissionWaiters } from '../waiting/submission-waiters.ts';

interface TellEndDeps {
  waiters: SubmissionWaiters;
  telemetry: Pick<Telemetry, 'record'>;
  clock: Clock;
  log: Log;
}

/** Reports a request's end to waiting callers, the log and telemetry. Call it after the end was stored. */
export function createTellEnd({ waiters, telemetry, clock, log }: TellEndDeps) {
  return (request: Request): void => {
    const { id: requestId, kind, state, createdAt } = request;
    const seconds = Math.max(0, clock.now().getTime() - new Date(createdAt).getTime()) / 1_000;
    log.info({ requestId, kind, state, seconds: Math.round(seconds) }, 'a request has ended');
    telemetry.record('ended', { kind, state, seconds });
    waiters.tell({ request, trouble: undefined });
  };
}
