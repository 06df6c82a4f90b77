import type { NewHire } from '../../../../contract/new-hire.ts';
import { within } from '../../../../time/clock.ts';
import type { NewHireDeps } from '../deps.ts';
import { Companion, type HireContext, type HireRequest } from '../request.ts';

export type UnreachedNow = NonNullable<HireContext['unreached']>;

/** How long the service and Slack may take to tell, in milliseconds: the form's answer has three seconds. */
const patience = 1_500;

/** Which of manager and buddy cannot be notified, as far as that is known in time for the form's answer. */
export async function unreachedNow(
  hire: Pick<NewHire, Companion>,
  { findEmployee, clock }: Pick<NewHireDeps, 'findEmployee' | 'clock'>,
): Promise<UnreachedNow> {
  const found = Companion.options.map(async (purpose) => {
    const employee = hire[purpose];
    if (employee === undefined) return [];
    // What cannot be found out now is found out when the message is sent.
    const inSlack = await within(clock, patience, findEmployee(employee)).catch(() => undefined);
    return inSlack && 'why' in inSlack ? [{ purpose, why: inSlack.why }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** The request with what was found out now, beside what was written down before. */
export function withUnreached(request: HireRequest, now: UnreachedNow): HireRequest {
  const before = request.context.unreached ?? [];
  const others = now.filter(({ purpose }) => !before.some((one) => one.purpose === purpose));
  return { ...request, context: { ...request.context, unreached: [...before, ...others] } };
}
