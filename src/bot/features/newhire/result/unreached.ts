import type { NewHire } from '../../../../contract/new-hire.ts';
import type { Language } from '../../../../language.ts';
import { within } from '../../../../time/clock.ts';
import { labelOf } from '../../../slack/views/inputs.ts';
import type { NewHireDeps } from '../deps.ts';
import type { HireValues } from '../form/fields.ts';
import { type Companion, companionsOf, type HireContext, type HireRequest } from '../request.ts';
import { words } from '../words.ts';

type CompanionValues = Pick<HireValues, Companion>;

export type UnreachedNow = NonNullable<HireContext['unreached']>;

/** How long the service and Slack may take to tell, in milliseconds: the form's answer has three seconds. */
const patience = 1_500;

/** Which of manager and buddy cannot be notified, as far as that is known in time for the form's answer. */
export async function unreachedNow(
  hire: Pick<NewHire, Companion>,
  { findEmployee, clock }: Pick<NewHireDeps, 'findEmployee' | 'clock'>,
): Promise<UnreachedNow> {
  const found = companionsOf(hire).map(async ({ as: purpose, employee }) => {
    // What cannot be found out now is found out when the message is sent.
    const inSlack = await within(clock, patience, findEmployee(employee)).catch(() => undefined);
    return inSlack && 'why' in inSlack ? [{ purpose, why: inSlack.why }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** A line for each of those who cannot be notified, with a code of its own. */
export function unreachedLines(values: CompanionValues, left: UnreachedNow, language: Language) {
  return companionsOf(employeesIn(values)).flatMap(({ as, employee, roles }) => {
    const entry = values[as];
    const why = left.find(({ purpose }) => purpose === as)?.why;
    if (!entry || !why) return [];
    const text = words[language].wontBeNotified(labelOf(entry), roles, why);
    return [{ code: `unreached-${as}-${employee}`, text }];
  });
}

/** The ids of those of them who are chosen in a form. */
export function leftOutIn(values: CompanionValues, left: UnreachedNow): number[] {
  const companions = companionsOf(employeesIn(values));
  return companions
    .filter(({ as }) => left.some(({ purpose }) => purpose === as))
    .map(({ employee }) => employee);
}

/** The ids of those who are chosen in a form. */
export function employeesIn({ manager, buddy }: CompanionValues) {
  const id = (value: string | undefined) => (/^\d+$/.test(value ?? '') ? { id: Number(value) } : undefined);
  const [ofManager, ofBuddy] = [id(manager?.value), id(buddy?.value)];
  return { ...(ofManager && { manager: ofManager.id }), ...(ofBuddy && { buddy: ofBuddy.id }) };
}

/** The request with what was found out now, beside what was written down before. */
export function withUnreached(request: HireRequest, now: UnreachedNow): HireRequest {
  const before = request.context.unreached ?? [];
  const others = now.filter(({ purpose }) => !before.some((one) => one.purpose === purpose));
  return { ...request, context: { ...request.context, unreached: [...before, ...others] } };
}
