import type { Ledger } from '../../ledger/ledger.ts';
import type { Viewer } from '../../slack/incoming/arrival.ts';
import { type EarlierOffboarding, isOffboarding, kind, type OffboardingRequest } from './request.ts';

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

/** Slack users who planned what this one changes, except its requester: they get it as a change. */
export function othersTold(earlier: EarlierOffboarding | undefined, requester: string): string[] {
  return (earlier?.knownTo ?? []).filter((user) => user !== requester);
}
