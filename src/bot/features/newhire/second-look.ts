import type { NewHire } from '../../../contract/new-hire.ts';
import { within } from '../../../time/clock.ts';
import { addDays, type Day, dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { CompanionDeparture, DeparturesAround } from '../../ledger/requests/request.ts';
import { labelOf } from '../../slack/views/view.ts';
import type { HireValues } from './form/fields.ts';
import { takenBefore, takenBy, type Warning, warningFacts, warningsFor } from './form/warnings.ts';
import { say as sayPerson } from './person-messages.ts';
import { Companion, type HireRequest } from './request.ts';
import { type UnreachedNow, unreachedNow, unreachedPoints } from './result/result.ts';

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
  /** The proposal that it announces, if it does. */
  proposal?: HireRequest | undefined;
}

type Point = Pick<Warning, 'code' | 'text'>;

export interface SecondLook {
  /** Input that can never succeed, each at its field. */
  mistakes: readonly Warning[];
  points: readonly Point[];
  /** Ids of the employees listed as unreachable in the points. */
  leftOut: readonly number[];
  /** Manager and buddy who can't be notified; may settle after the form is answered. */
  unreached: Promise<UnreachedNow>;
}

export async function secondLook(input: FilledForm, deps: Bot): Promise<SecondLook> {
  const { values, payload, form, proposal } = input;
  const unreached = unreachedNow(payload, deps);
  const [warnings, own, leaving, known = []] = await Promise.all([
    proposal ? warningsFor(values, warningFacts(deps, true)) : warningsNow(values, deps),
    proposal ? ownLastDay(values, proposal, deps) : [],
    leavingPoints(values, deps),
    within(deps.clock, patience.people, unreached),
  ]);
  // A failed lookup isn't reported: it's retried when the message is due.
  const left = unreachedPoints(
    input,
    known.filter(({ why }) => why !== 'cannotLookUp'),
  );
  const mistakes = warnings.filter(({ isMistake }) => isMistake);
  const points = [...warnings.filter(({ isMistake }) => !isMistake), ...own, ...leaving, ...left];
  const isClear = mistakes.length + points.length === 0;
  // A form that was sent but lost its answer may have created the person: don't ask about them.
  if (isClear || (await deps.ledger.isSubmitted(form)))
    return { mistakes: [], points: [], leftOut: [], unreached };
  return { mistakes, points, leftOut: left.map(({ employee }) => employee), unreached };
}

/**
 * Reports an address as taken only after a fresh read: a remembered employee may have left and be about to be
 * rehired. If the read is late, it only warns, and the service decides.
 */
async function warningsNow(values: HireValues, deps: Bot): Promise<Warning[]> {
  const warnings = warningsFor(values, warningFacts(deps, false));
  const { email = '' } = values;
  const remembered = deps.directory.current()?.peopleByEmail.get(email.toLowerCase());
  if (!remembered) return warnings;
  const others = warnings.filter(({ code }) => code !== takenBy(remembered).code);
  const reading = deps.directory.lookUp(email).catch(() => undefined);
  const now = await within(deps.clock, patience.employees, reading);
  if (!now) return [takenBefore(remembered), ...others];
  return now.person ? [takenBy(now.person), ...others] : others;
}

/** Days after the start day within which a departure still matters to the new hire. */
const soonAfter = 30;

function leavesTooSoon(last: Day, start: Day): boolean {
  return last <= addDays(start, soonAfter);
}

/** Notes for HR on a start: the person's own last day, and managers and buddies who leave. */
export function leavingNotes(
  request: HireRequest,
  { own, isAwaited, companions }: DeparturesAround,
): string[] {
  const leaving = sayPerson().leaving;
  const { day, endedDay } = request;
  const start = day ?? endedDay ?? undefined;
  const ofOwn = own && (endedDay === null ? leaving.own(own.day) : leaving.ended(own.day, endedDay));
  return [
    ...(ofOwn === undefined ? [] : [ofOwn]),
    ...(isAwaited ? [leaving.awaited] : []),
    ...companions
      .filter((one) => start === undefined || leavesTooSoon(one.day, start))
      .flatMap((one) => companionLine(request, one, { start })),
  ];
}

/** The person's own last day, if they won't start because of it. */
async function ownLastDay(
  { start_day: start = '' }: HireValues,
  { resultId }: HireRequest,
  { ledger }: Pick<Bot, 'ledger'>,
): Promise<Point[]> {
  const own = resultId === null ? undefined : await ledger.presence.departureOf(resultId);
  if (!own || own.day > start) return [];
  return [{ code: `ended-${own.id}`, text: sayPerson().leaving.ended(own.day, start) }];
}

async function leavingPoints(
  values: HireValues,
  { ledger, settings, clock }: Pick<Bot, 'ledger' | 'settings' | 'clock'>,
): Promise<{ code: string; text: string }[]> {
  const start = values.start_day ?? dayIn(settings().timezone, clock.now());
  const points = Companion.options.map(async (as) => {
    const entry = values[as];
    const employee = Number(entry?.value);
    const leaves = entry && Number.isInteger(employee) && (await ledger.presence.departureOf(employee));
    if (!leaves || !leavesTooSoon(leaves.day, start)) return [];
    const text = sayPerson().leaving.companion(labelOf(entry), as, { last: leaves.day, start });
    return [{ code: `leaving-${as}-${leaves.id}`, text }];
  });
  return (await Promise.all(points)).flat();
}

function companionLine(
  { payload, context }: HireRequest,
  { employee, day: last }: CompanionDeparture,
  { start }: { start: Day | undefined },
): string[] {
  const leaving = sayPerson().leaving;
  const names = { manager: context.managerName, buddy: context.buddyName };
  const as = Companion.options.find((one) => payload[one] === employee);
  return as ? [leaving.companion(names[as] ?? leaving.somebody[as], as, { last, start })] : [];
}
