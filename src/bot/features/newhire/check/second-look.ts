import type { NewHire } from '../../../../contract/new-hire.ts';
import type { Language } from '../../../../language.ts';
import { within } from '../../../../time/clock.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import type { HireValues } from '../form/fields.ts';
import { takenBefore, takenBy, type Warning, warningsFor } from '../form/warnings.ts';
import { leavingPoints } from '../leaving/leaving.ts';
import { leftOutIn, type UnreachedNow, unreachedLines, unreachedNow } from '../result/unreached.ts';

/**
 * How long the employees are read again for, and Slack is asked, before a form is answered, in milliseconds: the service
 * has two of Slack's three seconds after that.
 */
const patience = { employees: 500, people: 300 };

/** A form that can be sent as far as its fields go. */
export interface FilledForm {
  values: HireValues;
  payload: NewHire;
  /** Its reference: one form makes one request. */
  form: string;
}

/** Something to ask about before it is sent. */
export type Point = Pick<Warning, 'code' | 'text'>;

/** What has to be said of a form before it is sent. */
interface SecondLook {
  /** What can never succeed, at its field. */
  mistakes: readonly Warning[];
  points: readonly Point[];
  /** The employees whom its points say can't be notified, by their ids. */
  leftOut: readonly number[];
  /** Who cannot be notified, as far as that is found out while the form waits. */
  unreached: Promise<UnreachedNow>;
}

type LookDeps = FormDeps & Pick<NewHireDeps, 'ledger' | 'findEmployee'>;

/** Looks at a form once more when it is submitted. One that was sent already is not asked about: it stands as it was. */
export async function secondLook(
  { values, payload, form }: FilledForm,
  deps: LookDeps,
  language: Language,
): Promise<SecondLook> {
  const unreached = unreachedNow(payload, deps);
  const [warnings, leaving, known = []] = await Promise.all([
    warningsNow(values, deps, language),
    leavingPoints(values, deps, language),
    within(deps.clock, patience.people, unreached),
  ]);
  // What could not be looked up is no news: it is looked up once more when the message is due.
  const left = known.filter(({ why }) => why !== 'cannotLookUp');
  const mistakes = warnings.filter(({ isMistake }) => isMistake);
  const points = [
    ...warnings.filter(({ isMistake }) => !isMistake),
    ...leaving,
    ...unreachedLines(values, left, language),
  ];
  const isClear = mistakes.length + points.length === 0;
  // Of a form that was sent and lost its answer, the person exists by now: that is no reason to ask.
  if (isClear || (await deps.ledger.isSubmitted(form)))
    return { mistakes: [], points: [], leftOut: [], unreached };
  return { mistakes, points, leftOut: leftOutIn(values, left), unreached };
}

/**
 * An address is only said to be taken by employees as they are now: whom this process remembers may be gone, and be hired
 * again at this moment. Where they cannot be read in time it is asked, and the service decides.
 */
async function warningsNow(values: HireValues, deps: FormDeps, language: Language): Promise<Warning[]> {
  const warnings = warningsFor(values, deps, language);
  const { email = '' } = values;
  const remembered = deps.directory.current()?.peopleByEmail.get(email.toLowerCase());
  if (!remembered) return warnings;
  const others = warnings.filter(({ code }) => code !== takenBy(remembered, language).code);
  const reading = deps.directory.lookUp(email).catch(() => undefined);
  const now = await within(deps.clock, patience.employees, reading);
  if (!now) return [takenBefore(remembered, language), ...others];
  return now.person ? [takenBy(now.person, language), ...others] : others;
}
