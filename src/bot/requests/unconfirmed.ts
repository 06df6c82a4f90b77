import type { Request, RequestContext } from '../ledger/requests/request.ts';
import { say } from './messages.ts';

type WithSequences = Request<object, RequestContext & { sequenceNames: string[] }>;

/** Whether it is done but unknown whether its sequences were assigned. */
export function isUnconfirmed({ context, outcome }: WithSequences): boolean {
  return outcome?.kind === 'done' && !outcome.confirmed && context.sequenceNames.length > 0;
}

/** Caveat about a request that a person confirmed as done; undefined if there is none. */
export function caveatOf(request: WithSequences): string | undefined {
  return isUnconfirmed(request) ? say().sequencesUnconfirmed : undefined;
}
