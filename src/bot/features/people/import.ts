import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type ImportedPerson, mostPeople, type PeopleImported } from '../../../contract/employee.ts';
import { newReference } from '../../../log.ts';
import type { Bot } from '../../bot.ts';
import { OnboardingFailure, Refused } from '../../onboarding/client/errors.ts';
import { namesOf } from '../../onboarding/directory/person.ts';
import { explain, isServiceTrouble } from '../../onboarding/outage.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { messageOf, outcomePage } from '../../requests/result-views.ts';
import type { By } from '../../slack/button.ts';
import { modal, type Page, page } from '../../slack/modal.ts';
import { alert, cut, listed, paragraph, row } from '../../slack/views/blocks.ts';
import { ImportCounts } from '../../storage/slack-people.ts';
import { leftOutReasons, type SlackReading } from './candidates.ts';
import { say } from './messages.ts';

interface Outcome {
  counts: ImportCounts;
  trouble?: Error;
}

/**
 * The service applies a batch completely or not at all, and repeats are harmless: after a crash, the next import
 * adds what is missing. Failures of the service end the import and are returned in `trouble`.
 * @param stopping when aborted, no further batch begins
 */
async function runImport(
  { toAdd, toChange }: Plan,
  { additions, stopping }: ImportServices,
): Promise<Outcome> {
  const people = [...toAdd, ...toChange.map(({ person }) => person)];
  const counts = { added: 0, changed: 0, unchanged: 0, unknown: 0, remaining: people.length };
  for (let from = 0; from < people.length && !stopping.aborted; from += mostPeople) {
    const batch = people.slice(from, from + mostPeople);
    try {
      const { added, changed, unchanged } = await additions.importPeople(batch, { dryRun: false });
      counts.added += added.length;
      counts.changed += changed.length;
      counts.unchanged += unchanged;
      counts.remaining -= batch.length;
    } catch (trouble) {
      if (!isServiceTrouble(trouble)) throw trouble;
      const unknown = trouble instanceof OnboardingFailure && trouble.outcomeUnknown ? batch.length : 0;
      return { counts: { ...counts, unknown, remaining: counts.remaining - unknown }, trouble };
    }
  }
  return { counts };
}

interface Plan {
  toAdd: ImportedPerson[];
  toChange: { person: ImportedPerson; fields: readonly string[] }[];
  unchanged: number;
  refused: ImportedPerson[];
}

function countOf({ toAdd, toChange }: Pick<Plan, 'toAdd' | 'toChange'>): number {
  return toAdd.length + toChange.length;
}

/** Limit of rejected people to identify one by one; with more, the cause is something else. */
const mostRefused = 50;

/** Asks the service what an import would do; changes nothing. Each email address may appear once. */
export async function planFor(people: readonly ImportedPerson[], deps: Bot): Promise<Plan> {
  const plan: Plan = { toAdd: [], toChange: [], unchanged: 0, refused: [] };
  for (let from = 0; from < people.length; from += mostPeople) {
    const batch = people.slice(from, from + mostPeople);
    await tryOut(
      batch.map((person) => asCalled(person, deps)),
      plan,
      deps,
    );
  }
  return plan;
}

/** Keeps the service's split of an equal full name, e.g. “Mary Ann” and “Smith”. */
function asCalled(person: ImportedPerson, { directory }: Bot): ImportedPerson {
  const known = directory.current()?.peopleByEmail.get(person.email);
  const names = known && namesOf(known);
  const isSame = known?.name === `${person.first_name} ${person.last_name}`;
  if (!isSame || !names?.first || !names.last) return person;
  return { ...person, first_name: names.first, last_name: names.last };
}

/** One invalid person fails the whole request. Bisect to find out who it is. */
async function tryOut(people: readonly ImportedPerson[], plan: Plan, deps: Bot): Promise<void> {
  const answer = await deps.additions.importPeople(people, { dryRun: true }).catch((error: unknown) => {
    const isOver = plan.refused.length >= mostRefused;
    if (!(error instanceof Refused && error.reason === 'invalid') || isOver) throw error;
    return undefined;
  });
  if (answer) return take(answer, people, plan);
  if (people.length === 1) return void plan.refused.push(...people);
  const middle = Math.ceil(people.length / 2);
  for (const half of [people.slice(0, middle), people.slice(middle)]) await tryOut(half, plan, deps);
}

function take(answer: PeopleImported, people: readonly ImportedPerson[], plan: Plan): void {
  const byEmail = new Map(people.map((person) => [person.email, person]));
  plan.unchanged += answer.unchanged;
  plan.toAdd.push(...answer.added.flatMap(({ email }) => byEmail.get(email) ?? []));
  for (const { email, fields } of answer.changed) {
    const person = byEmail.get(email);
    if (person) plan.toChange.push({ person, fields });
  }
}

interface ImportServices extends Bot {
  readSlack(how: { isNew: boolean }): Promise<SlackReading>;
  stopping: AbortSignal;
}

/** Everybody in Slack as an import would add or update them; submitting does it. */
export const importWindow = modal({
  id: 'people_import',
  role: 'hr',
  /** Id of the import, whose result is sent once, and how many people it was to change. */
  kept: z.object({ id: z.string(), people: z.int() }),
  waiting: () => page(say().title, [paragraph(say().reading)]),
  /** Submission uses a reading up to five minutes old, so that the import matches the plan that was shown. */
  facts: (by: By<ImportServices>, { id }) => look({ isNew: id === undefined }, by),
  title: () => say().title,
  open: ({ reading, plan }, { id }) => ({
    above: planBlocks(reading, plan),
    keep: { id: id ?? newReference('F'), people: countOf(plan) },
  }),
  submit: {
    text: ({ plan }) => (countOf(plan) > 0 ? say().plan.submit : undefined),
    waiting: () => outcomePage(say().title, [paragraph(say().working)]),
    async run({ plan }, { id, people }, _values, by) {
      if (countOf(plan) > people) return { again: [alert('warning', say().plan.isMore)] };
      const outcome = await runImport(plan, by);
      if (outcome.trouble)
        by.log.warn({ err: outcome.trouble }, 'an import from Slack did not come to its end');
      const { userId } = by.viewer;
      await by.slackPeople.noteImport(userId, outcome.counts);
      const address = { purpose: `import ${id}`, recipient: { channel: userId } };
      await by.ledger.enqueue(importedMessage.message(address, outcome.counts));
      void by.directory.readAnew();
      return outcomePage(say().title, resultBlocks(outcome));
    },
  },
});

/** Reads Slack and plans the import. @returns a page that says why there can be none */
async function look(how: { isNew: boolean }, by: ImportServices) {
  const { troubles } = say();
  const cannot = (sentence: string, err: unknown): Page => {
    by.log.warn({ err }, 'nobody can be imported from Slack');
    return troublePage(sentence);
  };
  try {
    if (!(await by.additions.offered()).has('people')) return troublePage(troubles.notOffered);
    const read = await by.readSlack(how).catch((error: unknown) => cannot(troubles.slack, error));
    return 'type' in read ? read : { reading: read, plan: await planFor(read.people, by) };
  } catch (error) {
    if (!isServiceTrouble(error)) throw error;
    return cannot(troubles.service(explain(error)), error);
  }
}

function troublePage(sentence: string): Page {
  return page(say().title, [alert('error', sentence), ...againRow()]);
}

function againRow(): KnownBlock[] {
  return row(importWindow.button({}, { text: say().imported.tryAgain }));
}

const mostNamed = 20;
const longestName = 100;

function planBlocks(reading: SlackReading, plan: Plan): KnownBlock[] {
  const { plan: said, isCut } = say();
  const { toAdd, toChange, unchanged, refused } = plan;
  const counts = { add: toAdd.length, change: toChange.length, stay: unchanged };
  const changes = toChange.map(({ person, fields }) => said.changed(nameOf(person), fields));
  const leftOut = leftOutReasons.flatMap((reason) => {
    const count = (reading.leftOut.get(reason) ?? 0) + (reason === 'notTaken' ? refused.length : 0);
    return count > 0 ? [said.leftOut(reason, count)] : [];
  });
  const toLookAt = [...refused.map(nameOf), ...reading.toLookAt.map((name) => cut(name, longestName))];
  return [
    paragraph(said.summary(counts, leftOut)),
    ...named(said.toAdd, toAdd.map(nameOf)),
    ...named(said.toChange, changes),
    ...named(said.toLookAt, toLookAt),
    ...(reading.isCut ? [alert('warning', isCut)] : []),
  ];
}

function named(label: string, names: readonly string[]): KnownBlock[] {
  if (names.length === 0) return [];
  const more = names.length - mostNamed;
  const lines = names.slice(0, mostNamed);
  return listed([label, ...lines, ...(more > 0 ? [say().plan.more(more)] : [])]);
}

function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return cut(`${first_name} ${last_name}`, longestName);
}

function resultBlocks({ counts, trouble }: Outcome): KnownBlock[] {
  const { summary, stopped } = say().imported;
  if (isWhole(counts)) return [alert('success', summary(counts))];
  return [
    alert('warning', stopped),
    ...(trouble ? [paragraph(explain(trouble))] : []),
    paragraph(summary(counts)),
    ...againRow(),
  ];
}

function isWhole({ unknown, remaining }: ImportCounts): boolean {
  return unknown === 0 && remaining === 0;
}

/** The result, to the person who imported: the window may be closed by then. */
export const importedMessage = defineMessage({
  name: 'people.imported',
  label: () => say().imported.label,
  about: ImportCounts,
  build(counts) {
    const { summary, stopped } = say().imported;
    if (isWhole(counts)) return messageOf(summary(counts));
    return messageOf(`${stopped} ${summary(counts)}`, ...againRow());
  },
});
