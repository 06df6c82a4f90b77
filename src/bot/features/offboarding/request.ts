import { z } from 'zod';
import type { Offboarding } from '../../../contract/offboarding.ts';
import { type Request, RequestContext } from '../../ledger/requests/request.ts';

export const kind = 'offboarding';

/** An offboarding that was started, to whoever changes it. */
const EarlierOffboarding = z.object({
  id: z.string(),
  /** The Slack user who submitted it. */
  requester: z.string(),
  /** The last day that it set. */
  day: z.string(),
  /** Everybody who submitted it or one that it changed in its turn. */
  knownTo: z.array(z.string()),
  /** The request with which it began, where this one changed others: it goes on in calendars. */
  entry: z.string().optional(),
  /** It was called off before this one. */
  calledOff: z.boolean().optional(),
});
export type EarlierOffboarding = z.infer<typeof EarlierOffboarding>;

/** What messages say beside what is sent. */
export const OffboardingContext = RequestContext.extend({
  sequenceNames: z.array(z.string()),
  /** In lower case; the start of somebody whose id isn't known is found by it. */
  personEmail: z.string().optional(),
  /** What it changes. */
  earlier: EarlierOffboarding.optional(),
});
export type OffboardingContext = z.infer<typeof OffboardingContext>;

/** A request to start an offboarding. */
export type OffboardingRequest = Request<Offboarding, OffboardingContext>;

export function isOffboarding(request: Request): request is OffboardingRequest {
  return request.kind === kind;
}
