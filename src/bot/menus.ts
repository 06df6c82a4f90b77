import type { SlackOptionsMiddlewareArgs } from '@slack/bolt';
import type { PlainTextElement, PlainTextOption } from '@slack/types';
import type { SequenceKind } from '../contract/sequence.ts';
import { menus as words } from './messages.ts';
import type { Directory, KnownSequence } from './onboarding/directory.ts';
import type { Person } from './onboarding/person.ts';
import { fold } from './onboarding/search.ts';
import { plain } from './slack/blocks.ts';
import { option, unavailable } from './slack/inputs.ts';

/** How many entries Slack shows in a menu, and in a group of one. */
const mostEntries = 100;

/** What a menu answers to what was typed in it: entries, or groups of them. */
export type Menu =
  | { options: PlainTextOption[] }
  | { option_groups: { label: PlainTextElement; options: PlainTextOption[] }[] };

type MenuArgs = SlackOptionsMiddlewareArgs<'block_suggestion'>;

/** The most of what was typed into a menu that is read, in characters. */
const longestQuery = 200;

/** A listener that answers from memory: Slack waits three seconds and takes only the first answer. */
export function offer(menu: (query: string, view: MenuArgs['options']['view']) => Menu | Promise<Menu>) {
  return async ({ ack, options }: MenuArgs) =>
    ack(await menu(options.value.slice(0, longestQuery), options.view));
}

/** An employee as a menu's entry; the address below the name tells namesakes apart. */
export function personOption(person: Person): PlainTextOption {
  return option(person.name, String(person.id), person.email);
}

/** The employees that match, best first, from memory. */
export function peopleMenu(directory: Directory, query: string): Menu {
  directory.refreshIfOlder(60_000);
  const snapshot = directory.current();
  if (!snapshot) return explainsItself(words.noEmployees);
  // Whoever types a cut name again as the menu shows it finds it too.
  return { options: snapshot.search(query.replace(/…$/, ''), mostEntries).map(personOption) };
}

/** The sequences of a kind that match; those whose kind nobody knows stand in a group of their own. */
export function sequencesMenu(directory: Directory, query: string, kind: SequenceKind): Menu {
  directory.refreshIfOlder(60_000);
  const snapshot = directory.current();
  if (!snapshot) return explainsItself(words.noSequences);
  const matching = snapshot.sequences.filter(({ name }) => fold(name).includes(fold(query.trim())));
  const known = matching.filter((sequence) => sequence.kind === kind).map(sequenceOption);
  const unknown = matching.filter((sequence) => sequence.kind === null).map(sequenceOption);
  if (unknown.length === 0) return { options: known.slice(0, mostEntries) };
  return { option_groups: [group(words.kinds[kind], known), group(words.unknownKind, unknown)].flat() };
}

function sequenceOption({ id, name }: KnownSequence): PlainTextOption {
  return option(name, String(id));
}

/** Slack refuses a group without entries. */
function group(label: string, options: PlainTextOption[]) {
  return options.length > 0 ? [{ label: plain(label, 75), options: options.slice(0, mostEntries) }] : [];
}

function explainsItself(sentence: string): Menu {
  return { options: [option(sentence, unavailable)] };
}
