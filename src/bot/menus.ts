import type { PlainTextOption } from '@slack/types';
import type { SequenceKind } from '../contract/sequence.ts';
import { type Clock, within } from '../time/clock.ts';
import { fold } from './fold.ts';
import { say } from './messages.ts';
import type { Directory } from './onboarding/directory/directory.ts';
import type { Person } from './onboarding/directory/person.ts';
import { ageOf, type KnownSequence, type Snapshot } from './onboarding/directory/snapshot.ts';
import { externalSelectField, type FieldOptions, multiExternalSelectField } from './slack/forms/field.ts';
import type { Menu } from './slack/modal.ts';
import { cut, plain } from './slack/views/blocks.ts';
import { type Entry, labelOf, option, unavailable } from './slack/views/view.ts';

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

/** Time that a menu waits for the list to be read again if nothing matches, in milliseconds. */
const patience = 1_000;
/** Age from which a menu shows it, in milliseconds: the list is read every five minutes. */
const oldAfter = 10 * 60_000;

/**
 * Returns the best matches first. If nobody matches, reads the list again, as somebody may have been added
 * elsewhere; answers in time in any case.
 */
export async function peopleMenu(deps: MenuDeps, query: string): Promise<Menu> {
  const { directory, clock } = deps;
  directory.refreshIfOlder(60_000);
  if (!directory.current()) return explainsItself(noEmployees());
  // Finds names that the menu has cut, too.
  const find = () => directory.current()?.search(query.replace(/…$/, ''), mostEntries) ?? [];
  let found = find();
  if (found.length === 0) {
    await within(clock, patience, directory.lookAgain());
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
  const isOffered = ({ kind: its }: KnownSequence) => its === kind || its === null;
  const toOption = sequenceOptions(snapshot.sequences.filter(isOffered));
  const known = matching.filter((sequence) => sequence.kind === kind).map(toOption);
  const unknown = matching.filter((sequence) => sequence.kind === null).map(toOption);
  const age = ageInWords(deps);
  if (unknown.length === 0 && age === undefined) return { options: known.slice(0, mostEntries) };
  const label = (name: string) => (age === undefined ? name : `${name}, ${age}`);
  const groups = [group(label(kinds[kind]), known), group(label(unknownKind), unknown)];
  return { option_groups: groups.flat() };
}

function sequenceOptions(offered: readonly KnownSequence[]): (sequence: KnownSequence) => PlainTextOption {
  const byName = Map.groupBy(offered, ({ name }) => name);
  return ({ id, name }) => {
    const isAlone = byName.get(name)?.length === 1;
    return option(isAlone ? name : `${cut(name, 60)} (${id})`, String(id));
  };
}

export function sequenceLabels(kind: SequenceKind, ids: readonly number[], { snapshot }: Offered): string[] {
  const isOffered = (one: KnownSequence) => one.kind === kind || one.kind === null;
  const sequences = snapshot?.sequences ?? [];
  const toOption = sequenceOptions(sequences.filter(isOffered));
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
