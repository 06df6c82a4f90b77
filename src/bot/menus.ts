import type { PlainTextOption } from '@slack/types';
import { zones as contractZones, otherZoneNames, zoneOfOtherName } from '../contract/choices.ts';
import type { SequenceKind } from '../contract/sequence.ts';
import { fold } from '../language.ts';
import type { Clock } from '../time/clock.ts';
import { type Day, isZone, offsetOn } from '../time/dates.ts';
import { say } from './messages.ts';
import type { Directory } from './onboarding/directory/directory.ts';
import type { Person } from './onboarding/directory/person.ts';
import { ageOf, type KnownSequence, type Snapshot } from './onboarding/directory/snapshot.ts';
import { externalSelectField, type FieldOptions, multiExternalSelectField } from './slack/forms/field.ts';
import type { Menu } from './slack/modal.ts';
import { cut, plain } from './slack/views/blocks.ts';
import { type Entry, labelOf, option, unavailable } from './slack/views/view.ts';

export function zoneOption(zone: string, day: Day) {
  const shown = zone.replaceAll('_', ' ');
  return option(isZone(zone) ? `${shown} (${offsetOn(zone, day)})` : shown, zone);
}

/** Zones that the service declares, or those of released deployments. */
export function zonesOf(snapshot: Snapshot | undefined): readonly string[] {
  const described = snapshot?.description.timezones?.map(({ value }) => value) ?? [];
  return described.length > 0 ? described : contractZones;
}

/**
 * Finds zones by part of the name, a former name (`Kiev`), a city with the same clock (`Munich`), or a UTC
 * offset (`+5:30`). Exact matches of a part come first, then prefixes.
 */
export function zonesMenu(zones: readonly string[], query: string, day: Day): Menu {
  const typed = query.trim();
  const offset = offsetIn(typed);
  const found =
    offset === undefined ? byName(zones, typed) : zones.filter((zone) => offsetOn(zone, day) === offset);
  return { options: found.slice(0, 100).map((zone) => zoneOption(zone, day)) };
}

function byName(zones: readonly string[], typed: string): string[] {
  // Ignores a typed offset, as in the menu's labels.
  const [name = ''] = typed.split('(', 1);
  const wanted = fold(name.trim()).replaceAll(' ', '_');
  const ranked = zones.map((zone) => ({ zone, rank: rankOf(zone, wanted) })).filter(({ rank }) => rank < 3);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ zone }) => zone);
}

/** 0: exact match, 1: prefix, 2: part, 3: no match. */
function rankOf(zone: string, wanted: string): number {
  const names = namesOf(zone).map(fold);
  const matching = names.filter((name) => name.includes(wanted));
  if (matching.length === 0) return 3;
  const parts = matching.flatMap((name) => [name, ...name.split('/')]);
  if (parts.includes(wanted)) return 0;
  return parts.some((part) => part.startsWith(wanted)) ? 1 : 2;
}

function namesOf(zone: string): string[] {
  const current = zoneOfOtherName(zone) ?? zone;
  return [zone, current, ...(otherZoneNames.get(current) ?? [])];
}

/** Parses `UTC+2`, `gmt-03:30`, `+0530` or `(UTC+01:00)` to the format of `offsetOn`; undefined for anything else. */
function offsetIn(typed: string): string | undefined {
  const found = /^\(?(?:utc|gmt)? ?([+−-])(\d{1,2}):?([0-5]\d)?\)?$/i.exec(typed);
  if (!found) return undefined;
  const [, sign, hours = '', minutes = '00'] = found;
  const isZero = Number(hours) === 0 && Number(minutes) === 0;
  return `UTC${sign === '+' || isZero ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

/** The service's name for a zone known under another: `Asia/Calcutta` is `Asia/Kolkata` there, or vice versa. */
export function serviceZone(name: string, zones: readonly string[]): string | undefined {
  if (zones.includes(name)) return name;
  const called = namesOf(name).map((one) => one.toLowerCase());
  const known = zones.find((zone) => called.includes(zone.toLowerCase()));
  if (known !== undefined) return known;
  const meant = canonical(name);
  return meant === undefined ? undefined : zones.find((zone) => canonical(zone) === meant);
}

/** Canonical name in this machine's time-zone data, the same for all aliases. */
function canonical(name: string): string | undefined {
  return isZone(name)
    ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    : undefined;
}

/**
 * Frontdesk itself computes with the zone, so only the running Node has to support it. A saved zone outside
 * the list, such as a fixed offset, is kept.
 */
export function organizationZones(saved: string): readonly string[] {
  const newer = Intl.supportedValuesOf('timeZone').filter((name) => !serviceZone(name, contractZones));
  const all = [...contractZones.filter(isZone), ...newer];
  return all.includes(saved) ? all : [saved, ...all];
}

/** Slack's limit of entries in a menu, and in a group. */
const mostEntries = 100;

export function personOption(person: Person): Entry {
  return option(person.name, String(person.id), person.email);
}

/** Sentence for a time without employees to choose from. */
export function noEmployees(): string {
  return say().menus.noEmployees;
}

export interface MenuDeps {
  directory: Directory;
  clock: Clock;
}

/** Age from which a menu shows it, in milliseconds: the list is read every five minutes. */
const oldAfter = 10 * 60_000;

/**
 * Returns the best matches first. If nobody matches, reads the list again, as somebody may have been added
 * elsewhere; answers in time in any case.
 */
export async function peopleMenu(deps: MenuDeps, query: string): Promise<Menu> {
  const { directory } = deps;
  directory.refreshIfOlder(60_000);
  if (!directory.current()) return explainsItself(noEmployees());
  // Finds names that the menu has cut, too.
  const find = () => directory.current()?.search(query.replace(/…$/, ''), mostEntries) ?? [];
  let found = find();
  if (found.length === 0) {
    await directory.lookAgain();
    found = find();
  }
  const options = found.map(personOption);
  const age = ageInWords(deps);
  return age === undefined ? { options } : { option_groups: group(age, options) };
}

function ageInWords({ directory, clock }: MenuDeps): string | undefined {
  const snapshot = directory.asRead();
  const age = snapshot ? ageOf(snapshot, clock.now().getTime()) : 0;
  return age > oldAfter ? say().menus.asOf(Math.round(age / 60_000)) : undefined;
}

export function sequencesMenu(deps: MenuDeps, query: string, kind: SequenceKind): Menu {
  const { kinds, noSequences, unknownKind } = say().menus;
  deps.directory.refreshIfOlder(60_000);
  const snapshot = deps.directory.current();
  if (!snapshot) return explainsItself(noSequences);
  const matching = snapshot.sequences.filter(({ name }) => fold(name).includes(fold(query.trim())));
  const toOption = sequenceOptions(snapshot.sequences, kind);
  const known = matching.filter((sequence) => sequence.kind === kind).map(toOption);
  const unknown = matching.filter((sequence) => sequence.kind === null).map(toOption);
  const age = ageInWords(deps);
  if (unknown.length === 0 && age === undefined) return { options: known.slice(0, mostEntries) };
  const label = (name: string) => (age === undefined ? name : `${name}, ${age}`);
  const groups = [group(label(kinds[kind]), known), group(label(unknownKind), unknown)];
  return { option_groups: groups.flat() };
}

/** Makes entries of sequences of a kind, or of an unknown one; those with the same name show their ids. */
function sequenceOptions(sequences: readonly KnownSequence[], kind: SequenceKind) {
  const offered = sequences.filter((one) => one.kind === kind || one.kind === null);
  const byName = Map.groupBy(offered, ({ name }) => name);
  return ({ id, name }: KnownSequence): PlainTextOption => {
    const isAlone = byName.get(name)?.length === 1;
    return option(isAlone ? name : `${cut(name, 60)} (${id})`, String(id));
  };
}

export function sequenceLabels(kind: SequenceKind, ids: readonly number[], { snapshot }: Offered): string[] {
  const sequences = snapshot?.sequences ?? [];
  const toOption = sequenceOptions(sequences, kind);
  const byId = new Map(sequences.map((one) => [one.id, one]));
  return ids.map((id) => {
    const sequence = byId.get(id);
    return sequence ? toOption(sequence).text.text : say().menus.unnamedSequence(id);
  });
}

/** Slack refuses a group without entries. */
function group(label: string, options: PlainTextOption[]) {
  return options.length > 0 ? [{ label: plain(label, 75), options: options.slice(0, mostEntries) }] : [];
}

function explainsItself(sentence: string): Menu {
  return { options: [option(sentence, unavailable)] };
}

export interface Offered {
  snapshot: Snapshot | undefined;
}

interface MenuFieldOptions extends FieldOptions {
  whenUnavailable: string;
}

export function employeeField(options: MenuFieldOptions) {
  const isOffered = (id: string, { snapshot }: Offered) => snapshot?.people.has(Number(id));
  const { findPerson: placeholder } = say().menus;
  return {
    ...externalSelectField({ ...options, placeholder, isOffered }),
    toRequest: ({ value }: Entry) => Number(value),
  };
}

/** `name` at the time of choosing: they may be gone. */
export function employeeEntry(id: number, name: string | undefined, { snapshot }: Offered): Entry {
  const person = snapshot?.people.get(id);
  return person ? personOption(person) : option(name ?? say().menus.unnamedPerson(id), String(id));
}

export function employeeLabel(id: number, { snapshot }: Offered): string {
  return snapshot?.people.get(id)?.name ?? say().menus.unnamedPerson(id);
}

export function sequencesField(kind: SequenceKind, options: MenuFieldOptions) {
  const isOffered = (id: string, { snapshot }: Offered) =>
    snapshot?.sequences.some((one) => one.id === Number(id) && (one.kind ?? kind) === kind);
  const { chooseSequences: placeholder, unnamedSequence } = say().menus;
  return {
    ...multiExternalSelectField({ ...options, placeholder, isOffered }),
    toRequest: (entries: Entry[]) => [...new Set(entries.map(({ value }) => Number(value)))],
    toContext: (entries: Entry[]) => ({ sequenceNames: entries.map(labelOf) }),
    fromRequest: (ids: number[], { sequenceNames }: { sequenceNames: readonly string[] }) =>
      ids.map((id, index) => option(sequenceNames[index] ?? unnamedSequence(id), String(id))),
  };
}
