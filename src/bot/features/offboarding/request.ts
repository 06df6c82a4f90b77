import { z } from 'zod';
import type { Offboarding } from '../../../contract/employee.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Recipient } from '../../ledger/outbox/message.ts';
import { type Request, RequestContext } from '../../ledger/requests/request.ts';
import type { Viewer } from '../../slack/incoming/arrival.ts';

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
  /** In lower case. Finds the person's own start if its employee id isn't known. */
  personEmail: z.string().optional(),
  earlier: EarlierOffboarding.optional(),
});
export type OffboardingContext = z.infer<typeof OffboardingContext>;

export type OffboardingRequest = Request<Offboarding, OffboardingContext>;

export function isOffboarding(request: Request): request is OffboardingRequest {
  return request.kind === kind;
}

export async function earlierOf(
  employee: number,
  ledger: Pick<Ledger, 'newestDone'>,
): Promise<OffboardingRequest | undefined> {
  const earlier = await ledger.newestDone(kind, String(employee));
  return earlier && isOffboarding(earlier) ? earlier : undefined;
}

/** Departures are confidential: only HR and the people who planned it may see one. */
export function mayKnow({ requester, context }: OffboardingRequest, { userId, role }: Viewer): boolean {
  return role === 'hr' || requester === userId || (context.earlier?.knownTo ?? []).includes(userId);
}

/** An offboarding in the shape stored by a request that changes it. */
export function asEarlier({
  id,
  requester,
  payload,
  context,
  calledOffAt,
}: OffboardingRequest): EarlierOffboarding {
  const entry = context.earlier?.entry ?? context.earlier?.id;
  const knownTo = [...new Set([...(context.earlier?.knownTo ?? []), requester])];
  return {
    id,
    requester,
    day: payload.termination_date,
    knownTo,
    ...(entry && { entry }),
    ...(calledOffAt && { calledOff: true }),
  };
}

/** Whether an offboarding is changed: a cancelled one is started again. */
export function isChange(earlier: EarlierOffboarding | undefined): earlier is EarlierOffboarding {
  return earlier !== undefined && !earlier.calledOff;
}

/** Recipients of an offboarding's messages besides its requester. */
export interface Audience {
  others: readonly string[];
  /** The private channel, or HR's people if it's unusable; undefined if Slack didn't answer in time. */
  hr: { channel: string } | { people: readonly string[] } | undefined;
}

/** Slack users who planned what this one changes, except its requester: they get it as a change. */
export function othersTold(earlier: EarlierOffboarding | undefined, requester: string): string[] {
  return (earlier?.knownTo ?? []).filter((user) => user !== requester);
}

/** Addresses of its messages, which are confidential: to one user, or to HR except for the requester and the leaver. */
export function addressesOf({ id: requestId, requester, payload }: OffboardingRequest) {
  const to = (purpose: string, recipient: Recipient) => ({ requestId, purpose, recipient });
  return {
    toUser: (purpose: string, channel: string) => to(purpose, { channel, confidential: true }),
    toHr: (purpose: string, without: readonly string[] = []) =>
      to(purpose, { hr: true, exceptUsers: [requester, ...without], exceptEmployee: payload.user }),
  };
}
