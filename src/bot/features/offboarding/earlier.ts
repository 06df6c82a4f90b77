import type { Viewer } from '../../access/only.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type EarlierOffboarding, isOffboarding, kind, type OffboardingRequest } from './request.ts';

/** What was started last for an employee, by their id in the service. */
export async function earlierOf(
  employee: number,
  ledger: Pick<Ledger, 'newestDone'>,
): Promise<OffboardingRequest | undefined> {
  const earlier = await ledger.newestDone(kind, String(employee));
  return earlier && isOffboarding(earlier) ? earlier : undefined;
}

/** A leaver is confidential: only HR, and those who planned it, learn that somebody is leaving. */
export function mayKnow({ requester, context }: OffboardingRequest, { userId, role }: Viewer): boolean {
  return role === 'hr' || requester === userId || (context.earlier?.knownTo ?? []).includes(userId);
}

/** As the request that changes it keeps it. */
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

/** Who planned what this one changes, and hears of it as a change: everybody but whoever submits it. */
export function othersTold(earlier: EarlierOffboarding | undefined, requester: string): string[] {
  return (earlier?.knownTo ?? []).filter((user) => user !== requester);
}
