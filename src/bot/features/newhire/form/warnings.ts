import type { KnownBlock } from '@slack/types';
import { type Day, dayIn, isDay, isWeekend, isZone } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { domainMeant, domainOf, type Snapshot } from '../../../onboarding/directory/snapshot.ts';
import { say as sayOnboarding } from '../../../onboarding/messages.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { adviceId, labelOf } from '../../../slack/views/view.ts';
import { say } from '../messages.ts';
import { Companion, type HireRequest } from '../request.ts';
import { parseAnnounced } from './announced.ts';
import { type HireValues, newHireForms, type OfferedRole, offeredRoles } from './fields.ts';

export interface Warning {
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
  /** Whether the person is in the service already, so that nothing is sent to it. */
  isThere: boolean;
}

export function warningFacts({ directory, settings, clock }: Bot, isThere: boolean): WarningFacts {
  return { snapshot: directory.current(), timezone: settings().timezone, now: clock.now(), isThere };
}

/** Warnings for a form in any state. */
export function warningsFor(values: HireValues, facts: WarningFacts): Warning[] {
  const { snapshot, timezone, now, isThere } = facts;
  const zone = values.timezone?.value ?? '';
  // Today for the new hire: in the form's zone, else the organization's.
  const today = () => dayIn(isZone(zone) ? zone : timezone, now);
  if (isThere) return [...dayThere(values, today), ...sameCompanion(values)];
  return [
    ...takenAddress(values, snapshot),
    ...otherDomain(values, snapshot),
    ...startDay(values, today),
    ...givenRole(values, snapshot),
    ...sameCompanion(values),
    ...nobodyInCharge(values, snapshot),
  ];
}

/** The role the person would get, unless it's a new hire's. Some services only create administrators. */
export function roleToConfirm(values: HireValues, snapshot: Snapshot | undefined): OfferedRole | undefined {
  const roles = offeredRoles(snapshot?.description.roles);
  const chosen = makesAdministrators(snapshot) ? 1 : Number(values.role ?? 0);
  return chosen === 0 ? undefined : roles.find(({ value }) => value === chosen);
}

function makesAdministrators(snapshot: Snapshot | undefined): boolean {
  return snapshot?.creates === 'administrators';
}

function takenAddress({ email = '' }: HireValues, snapshot: Snapshot | undefined): Warning[] {
  const person = snapshot?.peopleByEmail.get(email.toLowerCase());
  return person ? [takenBy(person)] : [];
}

export function takenBy({ id, name }: Person): Warning {
  const text = say().warnings.taken(name);
  return { code: `taken-${id}`, field: 'email', text, isMistake: true };
}

export function takenBefore({ id, name }: Person): Warning {
  return { code: `listed-${id}`, field: 'email', text: say().warnings.takenBefore(name) };
}

function otherDomain({ email = '' }: HireValues, snapshot: Snapshot | undefined): Warning[] {
  const domain = domainOf(email);
  const meant = snapshot && domainMeant(domain, snapshot.mailDomains);
  if (meant === undefined) return [];
  const text = say().warnings.domain(domain, meant);
  return [{ code: `domain-${domain.slice(0, 60)}`, field: 'email', text }];
}

function startDay({ start_day: day, role }: HireValues, todayThere: () => Day): Warning[] {
  const { warnings: sentences } = say();
  const field = 'start_day';
  if (day === undefined) {
    const text = Number(role ?? 0) === 0 ? sentences.noDay : sentences.noDayForRole;
    return [{ code: noDay, field, text }];
  }
  if (!isDay(day)) return [];
  const today = todayThere();
  return [
    ...(day < today ? [{ code: `past-${day}`, field, text: sentences.past } as const] : []),
    ...(day === today ? [{ code: `today-${day}`, field, text: sentences.today } as const] : []),
    ...(isWeekend(day) ? [{ code: `weekend-${day}`, field, text: sentences.weekend } as const] : []),
  ];
}

/** Like `startDay`, for somebody whose start day the service has already. */
function dayThere({ start_day: day }: HireValues, todayThere: () => Day): Warning[] {
  if (day === undefined || !isDay(day)) return [];
  const { weekend, pastThere } = say().warnings;
  const field = 'start_day';
  return [
    ...(day < todayThere() ? [{ code: `past-${day}`, field, text: pastThere } as const] : []),
    ...(isWeekend(day) ? [{ code: `weekend-${day}`, field, text: weekend } as const] : []),
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
  return { values, ...newHireForms().parse(values, mistakes, further) };
}

/** The payload; or errors by field; or the reason why nothing can be sent. */
export function parseForm(
  values: HireValues,
  { snapshot, proposal }: { snapshot: Snapshot | undefined; proposal: HireRequest | undefined },
) {
  if (proposal) return parseAnnounced(values, proposal);
  const read = parseNewHire(values, snapshot?.creates === 'administrators');
  const isImpossible = read.ok && snapshot?.creates === 'nothing-but-administrators';
  return isImpossible ? { ok: false as const, trouble: sayOnboarding().troubles.onlyOldEndpoint } : read;
}

/** Whether the service would ignore the chosen sequences: only new hires get them. */
function areIgnored({ sequences = [], role }: HireValues, makesAdministrators: boolean): boolean {
  return sequences.length > 0 && (makesAdministrators || Number(role ?? 0) !== 0);
}
