import type { NewHire } from '../../../../contract/new-hire.ts';
import { within } from '../../../../time/clock.ts';
import type { Unreached } from '../../../ledger/outbox/message.ts';
import type { NewHireDeps } from '../deps.ts';
import type { HireContext, HireRequest } from '../request.ts';

export type UnreachedNow = NonNullable<HireContext['unreached']>;

type FindDeps = Pick<NewHireDeps, 'findEmployee' | 'clock'>;

/** How long the service and Slack may take to tell, in milliseconds: the form's answer has three seconds. */
const patience = 1_500;

/** Which of manager and buddy cannot be notified, as far as that is known in time for the form's answer. */
export async function unreachedNow(
  hire: Pick<NewHire, 'manager' | 'buddy'>,
  deps: FindDeps,
): Promise<UnreachedNow> {
  const found = await Promise.all(
    (['manager', 'buddy'] as const).map(async (purpose) => {
      const why = await whyUnreached(hire[purpose], deps);
      return why === undefined ? [] : [{ purpose, why }];
    }),
  );
  return found.flat();
}

async function whyUnreached(
  employee: number | undefined,
  { findEmployee, clock }: FindDeps,
): Promise<Unreached | undefined> {
  if (employee === undefined) return undefined;
  // What cannot be found out now is found out when the message is sent.
  const found = findEmployee(employee).then(
    (inSlack) => ('why' in inSlack ? inSlack.why : undefined),
    () => undefined,
  );
  return within(clock, patience, found);
}

/** The request with what was found out now, beside what was written down before. */
export function withUnreached(request: HireRequest, now: UnreachedNow): HireRequest {
  const before = request.context.unreached ?? [];
  const others = now.filter(({ purpose }) => !before.some((one) => one.purpose === purpose));
  return { ...request, context: { ...request.context, unreached: [...before, ...others] } };
}
