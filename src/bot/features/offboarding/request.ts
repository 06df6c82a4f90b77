import { z } from 'zod';
import type { Offboarding } from '../../../contract/employee.ts';
import { type Request, RequestContext } from '../../ledger/requests/request.ts';

export const kind = 'offboarding';

/** A started offboarding, as kept by the request that changes it. */
const EarlierOffboarding = z.object({
  id: z.string(),
  requester: z.string(),
  day: z.string(),
  knownTo: z.array(z.string()),
  /** Id of the first request in a chain of changes: its calendar entry continues. */
  entry: z.string().optional(),
  calledOff: z.boolean().optional(),
});
export type EarlierOffboarding = z.infer<typeof EarlierOffboarding>;

export const OffboardingContext = RequestContext.extend({
  sequenceNames: z.array(z.string()),
  /** In lower case. Finds the person's own start if its employee id isn't known. */
  personEmail: z.string().optional(),
  earlier: EarlierOffboarding.optional(),
});
export type OffboardingContext = z.infer<typeof OffboardingContext>;

export type OffboardingRequest = Request<Offboarding, OffboardingContext>;

export function isOffboarding(request: Request): request is OffboardingRequest {
  return request.kind === kind;
}
