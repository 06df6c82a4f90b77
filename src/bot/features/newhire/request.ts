import { z } from 'zod';
import { NewHire } from '../../../contract/new-hire.ts';
import { type Outcome, type Request, RequestContext } from '../../ledger/requests/request.ts';

export const kind = 'newhire';

/**
 * The address was checked when the form was submitted, maybe by an earlier version with other rules. Of somebody whom others
 * added, one part of the name can be missing.
 */
export const StoredHire = NewHire.extend({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

export type HirePayload = z.infer<typeof StoredHire>;

/** What messages say beside what is sent. */
export const HireContext = RequestContext.extend({
  /** The Slack address of a person is looked up by these. */
  managerEmail: z.string().optional(),
  buddyEmail: z.string().optional(),
  managerName: z.string().optional(),
  buddyName: z.string().optional(),
  sequenceNames: z.array(z.string()),
  /** What the person is to be in the service, where that is not simply a new hire, as it was confirmed. */
  role: z.object({ label: z.string(), givesRights: z.boolean() }).optional(),
  /** Others added the person to the service: Frontdesk only tells of it. */
  addedElsewhere: z.boolean().optional(),
});
export type HireContext = z.infer<typeof HireContext>;

/** Who is there for the new hire. */
export const Companion = z.enum(['manager', 'buddy']);
export type Companion = z.infer<typeof Companion>;

/** Somebody who is there for the new hire. */
interface CompanionReader {
  employee: number;
  /** The first of their roles: messages to them go by it. */
  as: Companion;
  roles: readonly Companion[];
}

/** Manager and buddy, each person once: one who is both reads every message once. */
export function companionsOf(hire: Partial<Pick<HirePayload, Companion>>): CompanionReader[] {
  const chosen = Companion.options.flatMap((role) => {
    const employee = hire[role];
    return employee === undefined ? [] : [{ role, employee }];
  });
  const byPerson = Map.groupBy(chosen, ({ employee }) => employee);
  return [...byPerson].flatMap(([employee, [first, ...others]]) =>
    first ? [{ employee, as: first.role, roles: [first, ...others].map(({ role }) => role) }] : [],
  );
}

/** All roles of whoever reads as that one; undefined where the same person reads as another. */
export function rolesOf({ payload }: HireRequest, as: Companion): readonly Companion[] | undefined {
  return companionsOf(payload).find((one) => one.as === as)?.roles;
}

/** A request to add somebody. */
export type HireRequest = Request<HirePayload, HireContext>;

export function isHire(request: Request): request is HireRequest {
  return request.kind === kind;
}

/**
 * The day on which somebody starts: the chosen one, or for a new hire the one on which the service adds them. To other
 * roles released versions of the service give none.
 */
export function startDayOf(
  { start_day, role }: Pick<HirePayload, 'start_day' | 'role'>,
  on: string | null,
): string | null {
  return start_day ?? (role === 0 ? on : null);
}

/** Whether the person is there and nobody knows whether the chosen sequences were assigned. */
export function isUnconfirmed({ context, payload, outcome }: HireRequest): boolean {
  if (context.sequenceNames.length === 0 || outcome?.kind !== 'done') return false;
  // Other roles get none, whatever the service answered: an older request may still hold some.
  return !outcome.confirmed || payload.role !== 0;
}

/** Who of manager and buddy could not be notified, and why. */
export function unreachedCompanions({ context, payload }: HireRequest) {
  return companionsOf(payload).flatMap((companion) => {
    const left = context.unreached?.find(({ purpose }) => purpose === companion.as);
    return left ? [{ ...companion, why: left.why }] : [];
  });
}

/** A name as messages say it; empty where neither part is known. */
export function personName(first: string | undefined, last: string | undefined): string {
  return [first, last].filter(Boolean).join(' ');
}

/** Somebody else has the address. @param sentence says who @param by the Slack user who said so; Frontdesk unless given */
export function addressTaken(sentence: string, by = 'frontdesk'): Outcome {
  return { kind: 'rejected', problem: { email: [sentence] }, status: 400, by };
}
