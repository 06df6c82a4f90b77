import type { NewHire } from '../../../../contract/new-hire.ts';
import { within } from '../../../../time/clock.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import type { HireValues } from '../form/fields.ts';
import { takenBefore, takenBy, type Warning, warningsFor } from '../form/warnings.ts';
import { leavingPoints } from '../leaving/leaving.ts';
import { leftOutIn, type UnreachedNow, unreachedLines, unreachedNow } from '../result/unreached.ts';

/**
 * Time limits for rereading employees and for asking Slack before a form is answered, in milliseconds. They leave the
 * service two of Slack's three seconds.
 */
const patience = { employees: 500, people: 300 };

export interface FilledForm {
  values: HireValues;
  payload: NewHire;
  /** Submission reference: one form makes at most one request. */
  form: string;
}

export type Point = Pick<Warning, 'code' | 'text'>;

interface SecondLook {
  /** Input that can never succeed, each at its field. */
  mistakes: readonly Warning[];
  points: readonly Point[];
  /** Ids of the employees listed as unreachable in the points. */
  leftOut: readonly number[];
  /** Manager and buddy who can't be notified; may settle after the form is answered. */
  unreached: Promise<UnreachedNow>;
}

type LookDeps = FormDeps & Pick<NewHireDeps, 'ledger' | 'findEmployee'>;

/** Checks a form again on submit. A form that was already sent raises no points, so its answer stays the same. */
export async function secondLook({ values, payload, form }: FilledForm, deps: LookDeps): Promise<SecondLook> {
  const unreached = unreachedNow(payload, deps);
  const [warnings, leaving, known = []] = await Promise.all([
    warningsNow(values, deps),
    leavingPoints(values, deps),
    within(deps.clock, patience.people, unreached),
  ]);
  // A failed lookup isn't reported: it's retried when the message is due.
  const left = known.filter(({ why }) => why !== 'cannotLookUp');
  const mistakes = warnings.filter(({ isMistake }) => isMistake);
  const points = [
    ...warnings.filter(({ isMistake }) => !isMistake),
    ...leaving,
    ...unreachedLines(values, left),
  ];
  const isClear = mistakes.length + points.length === 0;
  // A form that was sent but lost its answer may have created the person: don't ask about them.
  if (isClear || (await deps.ledger.isSubmitted(form)))
    return { mistakes: [], points: [], leftOut: [], unreached };
  return { mistakes, points, leftOut: leftOutIn(values, left), unreached };
}

/**
 * Reports an address as taken only after a fresh read: a remembered employee may have left and be about to be
 * rehired. If the read is late, it only warns, and the service decides.
 */
async function warningsNow(values: HireValues, deps: FormDeps): Promise<Warning[]> {
  const warnings = warningsFor(values, deps);
  const { email = '' } = values;
  const remembered = deps.directory.current()?.peopleByEmail.get(email.toLowerCase());
  if (!remembered) return warnings;
  const others = warnings.filter(({ code }) => code !== takenBy(remembered).code);
  const reading = deps.directory.lookUp(email).catch(() => undefined);
  const now = await within(deps.clock, patience.employees, reading);
  if (!now) return [takenBefore(remembered), ...others];
  return now.person ? [takenBy(now.person), ...others] : others;
}
