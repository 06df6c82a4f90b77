import type { KnownBlock } from '@slack/types';
import type { NewHire } from '../../../../contract/new-hire.ts';
import { tryWithin, within } from '../../../../time/clock.ts';
import { addDays, type Day, dayIn, isDay, isWeekend, isZone } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { DeparturesAround } from '../../../ledger/requests/request.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { domainMeant, domainOf, type Snapshot } from '../../../onboarding/directory/snapshot.ts';
import { say as sayOnboarding } from '../../../onboarding/messages.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { adviceId, labelOf } from '../../../slack/views/view.ts';
import { ofThere, parseAnnounced } from '../elsewhere/proposals.ts';
import { say } from '../messages.ts';
import { Companion, companionsOf, type HireContext, type HireRequest } from '../request.ts';
import { say as sayRequest } from '../request-messages.ts';
import { type UnreachedNow, unreachedNow, unreachedPoints } from '../result/result.ts';
import { say as sayStarters } from '../starters/messages.ts';
import { type HireValues, newHireForms, type OfferedRole, offeredRoles } from './fields.ts';

interface Warning {
  code: string;
  field: keyof HireValues;
  text: string;
  /** The service would refuse this: on submit it's an error at its field, not a question. */
  isMistake?: true;
}

const noDay = 'no-day';

/** Facts for the warnings, besides the values. */
export interface WarningFacts {
  snapshot: Snapshot | undefined;
  /** Zone of the organization. */
  timezone: string;
  now: Date;
  /** The proposal that is announced. Its person is in the service already, so nothing is sent to it. */
  proposal: HireRequest | undefined;
  /** The system that proposed the hire. */
  starter?: HireContext['starter'];
}

export function warningFacts(
  { directory, settings, clock }: Bot,
  proposal: HireRequest | undefined,
): WarningFacts {
  const known = { snapshot: directory.current(), timezone: settings().timezone, now: clock.now() };
  return { ...known, proposal: ofThere(proposal), starter: proposal?.context.starter };
}

/** Warnings for a form in any state. */
function warningsFor(values: HireValues, facts: WarningFacts): Warning[] {
  const { snapshot, timezone, now, proposal } = facts;
  const zone = values.timezone?.value ?? '';
  // Today for the new hire: in the form's zone, else the organization's.
  const today = dayIn(isZone(zone) ? zone : timezone, now);
  if (proposal) return [...startDay(values, today, true), ...sameCompanion(values)];
  const taken = ownerOf(values, snapshot);
  return [
    ...(taken ? [takenBy(taken)] : []),
    ...otherDomain(values, snapshot),
    ...startDay(values, today, false),
    ...otherDay(values, facts),
    ...givenRole(values, snapshot),
    ...sameCompanion(values),
    ...nobodyInCharge(values, snapshot),
  ];
}

/** The role the person would get, unless it's a new hire's. Some services only create administrators. */
export function roleToConfirm(values: HireValues, snapshot: Snapshot | undefined): OfferedRole | undefined {
  const roles = offeredRoles({ snapshot });
  const chosen = makesAdministrators(snapshot) ? 1 : Number(values.role ?? 0);
  return chosen === 0 ? undefined : roles.find(({ value }) => value === chosen);
}

function makesAdministrators(snapshot: Snapshot | undefined): boolean {
  return snapshot?.creates === 'administrators';
}

function ownerOf({ email = '' }: HireValues, snapshot: Snapshot | undefined): Person | undefined {
  return snapshot?.peopleByEmail.get(email.toLowerCase());
}

function takenBy({ id, name }: Person): Warning {
  const text = say().warnings.taken(name);
  return { code: `taken-${id}`, field: 'email', text, isMistake: true };
}

function takenBefore({ id, name }: Person): Warning {
  return { code: `listed-${id}`, field: 'email', text: say().warnings.takenBefore(name) };
}

function otherDomain({ email = '' }: HireValues, snapshot: Snapshot | undefined): Warning[] {
  const domain = domainOf(email);
  const meant = snapshot && domainMeant(domain, snapshot.mailDomains);
  if (meant === undefined) return [];
  const text = say().warnings.domain(domain, meant);
  return [{ code: `domain-${domain.slice(0, 60)}`, field: 'email', text }];
}

/** The source may have changed the day since the form was opened. */
function otherDay({ start_day: day }: HireValues, { starter }: WarningFacts): Warning[] {
  const said = starter?.day;
  if (!starter || said === undefined || said === day) return [];
  const text = sayStarters().otherDay(starter.source, said);
  return [{ code: `starter-${said}`, field: 'start_day', text }];
}

/** @param isThere the service has the start day already, and sends nothing because of it */
function startDay({ start_day: day, role }: HireValues, today: Day, isThere: boolean): Warning[] {
  const sentences = say().warnings;
  const warning = (code: string, text: string): Warning[] => [{ code, field: 'start_day', text }];
  if (day === undefined) {
    const text = Number(role ?? 0) === 0 ? sentences.noDay : sentences.noDayForRole;
    return isThere ? [] : warning(noDay, text);
  }
  if (!isDay(day)) return [];
  return [
    ...(day < today ? warning(`past-${day}`, isThere ? sentences.pastThere : sentences.past) : []),
    ...(day === today && !isThere ? warning(`today-${day}`, sentences.today) : []),
    ...(isWeekend(day) ? warning(`weekend-${day}`, sentences.weekend) : []),
  ];
}

function givenRole(values: HireValues, snapshot: Snapshot | undefined): Warning[] {
  const role = roleToConfirm(values, snapshot);
  if (!role) return [];
  return [{ code: `role-${role.value}`, field: 'role', text: say().givenRole(role) }];
}

function sameCompanion({ manager, buddy }: HireValues): Warning[] {
  if (manager === undefined || manager.value !== buddy?.value) return [];
  const text = say().warnings.same(labelOf(manager));
  return [{ code: `same-${manager.value}`, field: 'buddy', text }];
}

function nobodyInCharge(values: HireValues, snapshot: Snapshot | undefined): Warning[] {
  if (!values.sequences?.length) return [];
  const { warnings: sentences, furtherMistakes } = say();
  if (areIgnored(values, makesAdministrators(snapshot))) {
    const text = furtherMistakes.sequencesForRole;
    return [{ code: 'no-sequences', field: 'sequences', text, isMistake: true }];
  }
  const missing = Companion.options.filter((name) => !values[name]);
  const [who] = missing.length === 2 ? (['both'] as const) : missing;
  return who ? [{ code: `alone-${who}`, field: 'sequences', text: sentences.alone[who] }] : [];
}

/** Warnings below their fields. @param isTouched whether anything was chosen since the form was opened */
export function adviceOn(
  values: HireValues,
  facts: WarningFacts,
  isTouched: boolean,
): Partial<Record<keyof HireValues, KnownBlock[]>> {
  const said = warningsFor(values, facts).filter(({ code }) => isTouched || code !== noDay);
  return Object.fromEntries(
    [...Map.groupBy(said, ({ field }) => field)].map(([field, own]) => [
      field,
      own.map(({ code, text }) => ({ ...alert('warning', text), block_id: `${adviceId}:${code}` })),
    ]),
  );
}

/** `makesAdministrators`: the service creates administrators only, regardless of the role. */
export function parseNewHire(values: HireValues, makesAdministrators: boolean) {
  const { furtherMistakes, mistakes } = say();
  const further = areIgnored(values, makesAdministrators)
    ? { sequences: furtherMistakes.sequencesForRole }
    : {};
  return newHireForms().parse(values, mistakes, further);
}

/** Whether the service would ignore the chosen sequences: only new hires get them. */
function areIgnored({ sequences = [], role }: HireValues, makesAdministrators: boolean): boolean {
  return sequences.length > 0 && (makesAdministrators || Number(role ?? 0) !== 0);
}

/**
 * Time limits for rereading employees and for asking Slack before a form is answered, in milliseconds. They leave the
 * service two of Slack's three seconds.
 */
const patience = { employees: 500, people: 300 };

type Point = Pick<Warning, 'code' | 'text'>;

/** A form that can be sent, with what is to be confirmed before. */
export interface LookedAt {
  values: HireValues;
  payload: NewHire;
  /** The proposal that it announces, if it does. */
  proposal: HireRequest | undefined;
  points: readonly Point[];
  /** Whether the person's own last day ends the start, so that nothing is announced. */
  isEnded: boolean;
  /** Ids of the employees listed as unreachable in the points. */
  leftOut: readonly number[];
  /** Manager and buddy who can't be notified; may settle after the form is answered. */
  unreached: Promise<UnreachedNow>;
}

/**
 * @param form submission reference: one form makes at most one request
 * @returns what can be sent; or errors by field; or the reason why nothing can be sent
 */
export async function secondLook(
  values: HireValues,
  form: string,
  facts: WarningFacts,
  deps: Bot,
): Promise<LookedAt | { errors: Record<string, string> } | { trouble: string }> {
  const { snapshot, proposal } = facts;
  const read = proposal
    ? parseAnnounced(values, proposal)
    : parseNewHire(values, makesAdministrators(snapshot));
  if (!read.ok) return read;
  if (!proposal && snapshot?.creates === 'nothing-but-administrators')
    return { trouble: sayOnboarding().troubles.onlyOldEndpoint };
  const { payload } = read;
  const unreached = unreachedNow(payload, deps);
  const [warnings, own, leaving, known = []] = await Promise.all([
    warningsNow(values, facts, deps),
    proposal ? ownLastDay(values, proposal, deps) : [],
    leavingPoints(values, payload, facts, deps),
    within(deps.clock, patience.people, unreached),
  ]);
  // A failed lookup isn't reported: it's retried when the message is due.
  const left = unreachedPoints(
    { values, payload },
    known.filter(({ why }) => why !== 'cannotLookUp'),
  );
  const mistakes = warnings.filter(({ isMistake }) => isMistake);
  const points = [...warnings.filter(({ isMistake }) => !isMistake), ...own, ...leaving, ...left];
  const isClear = mistakes.length + points.length === 0;
  const input = { values, payload, proposal, isEnded: own.length > 0, unreached };
  // A form that was sent but lost its answer may have created the person: don't ask about them.
  if (isClear || (await deps.ledger.isSubmitted(form))) return { ...input, points: [], leftOut: [] };
  if (mistakes.length > 0)
    return { errors: Object.fromEntries(mistakes.map(({ field, text }) => [field, text])) };
  return { ...input, points, leftOut: left.map(({ employee }) => employee) };
}

/**
 * Reports an address as taken only after a fresh read: a remembered employee may have left and be about to be
 * rehired. If the read is late, it only warns, and the service decides.
 */
async function warningsNow(
  values: HireValues,
  facts: WarningFacts,
  { directory, clock }: Bot,
): Promise<Warning[]> {
  const warnings = warningsFor(values, facts);
  const remembered = ownerOf(values, facts.snapshot);
  if (!remembered || facts.proposal) return warnings;
  const others = warnings.filter(({ code }) => code !== takenBy(remembered).code);
  const now = await tryWithin(clock, patience.employees, directory.lookUp(values.email ?? ''));
  if (!now) return [takenBefore(remembered), ...others];
  return now.person ? [takenBy(now.person), ...others] : others;
}

/** Days after the start day within which a departure still matters to the new hire. */
const soonAfter = 30;

function leavesTooSoon(last: Day, start: Day): boolean {
  return last <= addDays(start, soonAfter);
}

/**
 * Notes for HR on a start: the person's own last day, and managers and buddies who leave.
 * @param today in the organization's zone
 */
export function leavingNotes(request: HireRequest, around: DeparturesAround, today: Day): string[] {
  const { own, isAwaited } = around;
  const leaving = sayRequest().leaving;
  const { day, endedDay } = request;
  const isAhead = day === null || day >= today;
  return [
    ...(own && endedDay !== null ? [leaving.ended(own.day, endedDay)] : []),
    ...(own && endedDay === null && isAhead ? [leaving.own(own.day)] : []),
    ...(isAwaited ? [leaving.awaited] : []),
    ...companionNotes(request, around, today),
  ];
}

/** Notes on managers and buddies of a start who leave before or soon after it. */
export function companionNotes(
  { payload, context, day, endedDay }: HireRequest,
  { companions }: Pick<DeparturesAround, 'companions'>,
  today: Day,
): string[] {
  const leaving = sayRequest().leaving;
  const start = day ?? endedDay ?? undefined;
  return companionsOf(payload).flatMap(({ employee, as, roles }) => {
    const last = companions.find((one) => one.employee === employee)?.day;
    if (last === undefined || (start !== undefined && !leavesTooSoon(last, start))) return [];
    const name = context[`${as}Name`] ?? leaving.somebody[as];
    return [leaving.companion(name, roles, { last, start, today })];
  });
}

/** The person's own last day, if they won't start because of it. */
async function ownLastDay(
  { start_day: start = '' }: HireValues,
  { resultId }: HireRequest,
  { ledger }: Bot,
): Promise<Point[]> {
  const own = resultId === null ? undefined : await ledger.presence.departureOf(resultId);
  if (!own || own.day > start) return [];
  return [{ code: `ended-${own.id}`, text: sayRequest().leaving.ended(own.day, start) }];
}

async function leavingPoints(
  values: HireValues,
  payload: NewHire,
  { timezone, now }: WarningFacts,
  { ledger }: Bot,
): Promise<Point[]> {
  const today = dayIn(timezone, now);
  const start = payload.start_day ?? today;
  const points = companionsOf(payload).map(async ({ employee, as, roles }) => {
    const entry = values[as];
    const leaves = await ledger.presence.departureOf(employee);
    if (!entry || !leaves || !leavesTooSoon(leaves.day, start)) return [];
    const days = { last: leaves.day, start, today };
    const text = sayRequest().leaving.companion(labelOf(entry), roles, days);
    return [{ code: `leaving-${as}-${leaves.id}`, text }];
  });
  return (await Promise.all(points)).flat();
}
