import { z } from 'zod';
import { NewHire } from '../../../contract/new-hire.ts';
import type { Day } from '../../../time/dates.ts';
import { type Request, RequestContext } from '../../ledger/requests/request.ts';
import { cut } from '../../slack/views/blocks.ts';

export const kind = 'newhire';

/**
 * Looser than the form, which an earlier version may have checked by other rules. One part of the name may be empty
 * for people added elsewhere.
 */
export const StoredHire = NewHire.extend({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

export type HirePayload = z.infer<typeof StoredHire>;

export const HireContext = RequestContext.extend({
  /** Used to find the person in Slack. */
  managerEmail: z.string().optional(),
  buddyEmail: z.string().optional(),
  managerName: z.string().optional(),
  buddyName: z.string().optional(),
  /** The role as HR confirmed it, if it isn't a plain new hire. */
  role: z.object({ label: z.string(), givesRights: z.boolean() }).optional(),
  /** Others added the person to the service; Frontdesk only announces it. */
  addedElsewhere: z.boolean().optional(),
  /** Id of the import that it comes from. Its message shows the outcome. */
  importId: z.string().optional(),
  /** The system that proposed the hire, and what it said by field. `day`: its start day. */
  starter: z
    .object({
      source: z.string(),
      said: z.record(z.string(), z.string()),
      day: z.string().optional(),
    })
    .optional(),
});
export type HireContext = z.infer<typeof HireContext>;

export const Companion = z.enum(['manager', 'buddy']);
export type Companion = z.infer<typeof Companion>;

/** Managers and buddies by employee. `as`: their first role, which names the messages to them. */
export function companionsOf(hire: Partial<Pick<HirePayload, Companion>>) {
  const byEmployee = Map.groupBy(Companion.options, (as) => hire[as]);
  return [...byEmployee].flatMap(([employee, roles]) => {
    const [as] = roles;
    return employee === undefined || !as ? [] : [{ employee, as, roles }];
  });
}

export function rolesOf({ payload }: HireRequest, as: Companion): readonly Companion[] | undefined {
  return companionsOf(payload).find((one) => one.as === as)?.roles;
}

export type HireRequest = Request<HirePayload, HireContext>;

/**
 * Each reader gets one message about all hires of an import.
 * @param heldFor time for the others to be enqueued, in milliseconds
 */
export function inImport({ context: { importId } }: HireRequest, group: string, heldFor: number) {
  return importId === undefined ? {} : { together: `import ${importId} ${group}`, heldFor };
}

export function isHire(request: Request): request is HireRequest {
  return request.kind === kind;
}

/**
 * Start day (YYYY-MM-DD): the chosen one, or for a new hire the day `on` which the service adds them. Released
 * versions of the service give other roles no start day.
 */
export function startDayOf(
  { start_day, role }: Pick<HirePayload, 'start_day' | 'role'>,
  on: string | null,
): string | null {
  return start_day ?? (role === 0 ? on : null);
}

/** Whether a purpose names the notice to this companion, the first one or a later one. */
export function isAbout(purpose: string, as: Companion): boolean {
  return purpose === as || purpose.startsWith(`${as} `);
}

export function unreachedCompanions({ context, payload }: HireRequest) {
  return companionsOf(payload).flatMap((companion) => {
    const left = context.unreached?.find(({ purpose }) => isAbout(purpose, companion.as));
    return left ? [{ ...companion, why: left.why }] : [];
  });
}

/** The hire's name, for a sentence. */
export function hireName({ context }: HireRequest): string {
  return cut(context.personName, 140);
}

export function personName(first: string | undefined, last: string | undefined): string {
  return [first, last].filter(Boolean).join(' ');
}

/**
 * Without a chosen day, the day the service adds them. It's named because a message may arrive later. A start that was
 * moved and then cancelled has no known day.
 */
export function knownStartDay({
  payload,
  day,
  endedDay,
  calledOffAt,
  amendments,
}: HireRequest): Day | undefined {
  const isMoved = calledOffAt !== null && amendments > 1;
  return day ?? endedDay ?? (isMoved ? undefined : payload.start_day);
}
