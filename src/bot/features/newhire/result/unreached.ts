import type { NewHire } from '../../../../contract/new-hire.ts';
import { within } from '../../../../time/clock.ts';
import { labelOf } from '../../../slack/views/inputs.ts';
import type { NewHireDeps } from '../deps.ts';
import type { HireValues } from '../form/fields.ts';
import { type Companion, companionsOf, type HireContext, type HireRequest } from '../request.ts';
import { say } from './messages.ts';

type CompanionValues = Pick<HireValues, Companion>;

export type UnreachedNow = NonNullable<HireContext['unreached']>;

/** Time limit for the service and Slack, in milliseconds: the form must be answered within three seconds. */
const patience = 1_500;

/** Manager and buddy who can't be notified, as far as known in time for the form's answer. */
export async function unreachedNow(
  hire: Pick<NewHire, Companion>,
  { findEmployee, clock }: Pick<NewHireDeps, 'findEmployee' | 'clock'>,
): Promise<UnreachedNow> {
  const found = companionsOf(hire).map(async ({ as: purpose, employee }) => {
    // A failed lookup isn't reported: it's retried when the message is sent.
    const inSlack = await within(clock, patience, findEmployee(employee)).catch(() => undefined);
    return inSlack && 'why' in inSlack ? [{ purpose, why: inSlack.why }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** A line and a code for each chosen companion who can't be notified. */
export function unreachedLines(values: CompanionValues, left: UnreachedNow) {
  return companionsOf(employeesIn(values)).flatMap(({ as, employee, roles }) => {
    const entry = values[as];
    const why = left.find(({ purpose }) => purpose === as)?.why;
    if (!entry || !why) return [];
    const text = say().wontBeNotified(labelOf(entry), roles, why);
    return [{ code: `unreached-${as}-${employee}`, text }];
  });
}

/** Employee ids of the chosen companions who can't be notified. */
export function leftOutIn(values: CompanionValues, left: UnreachedNow): number[] {
  const companions = companionsOf(employeesIn(values));
  return companions
    .filter(({ as }) => left.some(({ purpose }) => purpose === as))
    .map(({ employee }) => employee);
}

/** Employee ids of the manager and buddy chosen in a form. */
export function employeesIn({ manager, buddy }: CompanionValues) {
  const id = (value: string | undefined) => (/^\d+$/.test(value ?? '') ? { id: Number(value) } : undefined);
  const [ofManager, ofBuddy] = [id(manager?.value), id(buddy?.value)];
  return { ...(ofManager && { manager: ofManager.id }), ...(ofBuddy && { buddy: ofBuddy.id }) };
}

/** The request with these companions added to the ones already stored. */
export function withUnreached(request: HireRequest, now: UnreachedNow): HireRequest {
  const before = request.context.unreached ?? [];
  const others = now.filter(({ purpose }) => !before.some((one) => one.purpose === purpose));
  return { ...request, context: { ...request.context, unreached: [...before, ...others] } };
}
