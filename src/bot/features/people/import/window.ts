import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import {
  type ImportedPerson,
  mostPeople,
  type PeopleImported,
} from '../../../../contract/additions/people.ts';
import { newReference } from '../../../../reference.ts';
import { repeat } from '../../../../time/repeat.ts';
import { OnboardingFailure, Refused } from '../../../onboarding/client/errors.ts';
import { namesOf } from '../../../onboarding/directory/person.ts';
import { explain, isServiceTrouble } from '../../../onboarding/outage.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { modal, type Page, page } from '../../../slack/modal.ts';
import { alert, cut, listed, paragraph, row } from '../../../slack/views/blocks.ts';
import type { Imports, Progress } from '../../../storage/people/imports.ts';
import { leftOutReasons, type PeopleDeps, type SlackReading } from '../candidates.ts';
import { say } from '../messages.ts';

interface Outcome extends Progress {
  trouble?: Error;
}

interface Steps {
  /** Called before each batch, whose people count as unknown until it ends. */
  onProgress(progress: Progress): Promise<void>;
  /** When aborted, no further batch begins. */
  signal: AbortSignal;
}

/**
 * The service applies a batch completely or not at all, and repeats are harmless. Failures of the service end
 * the import and are returned in `trouble`.
 */
async function runImport(
  people: readonly ImportedPerson[],
  { additions }: Pick<PeopleDeps, 'additions'>,
  { onProgress, signal }: Steps,
): Promise<Outcome> {
  const done = { added: 0, changed: 0, unchanged: 0, unknown: 0, remaining: people.length };
  for (let from = 0; from < people.length && !signal.aborted; from += mostPeople) {
    const batch = people.slice(from, from + mostPeople);
    const before = { ...done, unknown: batch.length, remaining: done.remaining - batch.length };
    await onProgress(before);
    try {
      const { added, changed, unchanged } = await additions.importPeople(batch, { dryRun: false });
      done.added += added.length;
      done.changed += changed.length;
      done.unchanged += unchanged;
      done.remaining -= batch.length;
    } catch (error) {
      if (!isServiceTrouble(error)) throw error;
      const mayBeDone = error instanceof OnboardingFailure && error.outcomeUnknown;
      return { ...(mayBeDone ? before : done), trouble: error };
    }
  }
  return done;
}

interface Change {
  person: ImportedPerson;
  fields: readonly string[];
}

interface Plan {
  toAdd: ImportedPerson[];
  toChange: Change[];
  unchanged: number;
  refused: ImportedPerson[];
}

function countOf({ toAdd, toChange }: Pick<Plan, 'toAdd' | 'toChange'>): number {
  return toAdd.length + toChange.length;
}

type PlanDeps = Pick<PeopleDeps, 'additions' | 'directory'>;

/** Limit of rejected people to identify one by one; with more, the cause is something else. */
const mostRefused = 50;

/** Asks the service what an import would do; changes nothing. Each email address may appear once. */
export async function planFor(people: readonly ImportedPerson[], deps: PlanDeps): Promise<Plan> {
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
function asCalled(person: ImportedPerson, { directory }: PlanDeps): ImportedPerson {
  const known = directory.current()?.peopleByEmail.get(person.email);
  const names = known && namesOf(known);
  const isSame = known?.name === `${person.first_name} ${person.last_name}`;
  if (!isSame || !names?.first || !names.last) return person;
  return { ...person, first_name: names.first, last_name: names.last };
}

/** One invalid person fails the whole request. Bisect to find out who it is. */
async function tryOut(people: readonly ImportedPerson[], plan: Plan, deps: PlanDeps): Promise<void> {
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

interface ImportServices extends PeopleDeps {
  readSlack(how: { isNew: boolean }): Promise<SlackReading>;
  stopping: AbortSignal;
}

interface Found {
  reading: SlackReading;
  plan: Plan;
  /** Whether a smaller plan was confirmed, and not carried out. */
  isMore?: boolean;
}

/** Everybody in Slack as an import would add or update them; submitting does it. */
export const importWindow = modal({
  id: 'people_import',
  role: 'hr',
  metadata: z.object({}),
  /** Id of the import that this window begins, once, and how many people it was to change. */
  kept: z.object({ id: z.string(), people: z.int() }),
  waiting: () => page(say().title, [paragraph(say().reading)]),
  /** Empty on submission: `run` reads Slack again, after the import is recorded. */
  facts: async (by: By<ImportServices>, { id }): Promise<Partial<Found> | Page> =>
    id === undefined ? look({ isNew: true }, by) : {},
  title: () => say().title,
  open({ reading, plan, isMore = false }) {
    if (!reading || !plan) return importingPage();
    return {
      above: [...(isMore ? [alert('warning', say().plan.isMore)] : []), ...planBlocks(reading, plan)],
      keep: { id: newReference('F'), people: countOf(plan) },
    };
  },
  submit: {
    text: ({ plan }) => (plan && countOf(plan) > 0 ? say().plan.submit : undefined),
    waiting: importingPage,
    /** Uses a reading up to five minutes old, so that the import matches the plan that was shown. */
    async run(_facts, { id, people }, _values, by): Promise<Page> {
      const answer = await recorded({ id, people }, by, async () => {
        const found = await look({ isNew: false }, by);
        if ('type' in found) return found;
        if (countOf(found.plan) > people) return importWindow.view({ ...found, isMore: true }, {});
        return donePage(await imported(id, found.plan, by));
      });
      void by.directory.readAnew();
      return answer ?? importingPage();
    },
  },
});

function importingPage(): Page {
  return outcomePage(say().title, [paragraph(say().working)]);
}

/** Reads Slack and plans the import. @returns a page that says why there can be none */
async function look(how: { isNew: boolean }, by: ImportServices): Promise<Found | Page> {
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

async function imported(id: string, { toAdd, toChange }: Plan, by: ImportServices): Promise<Outcome> {
  const people = [...toAdd, ...toChange.map(({ person }) => person)];
  const onProgress = (progress: Progress) => by.imports.note(id, progress);
  const outcome = await runImport(people, by, { signal: by.stopping, onProgress });
  const { trouble, ...progress } = outcome;
  if (trouble) by.log.warn({ err: trouble }, 'an import from Slack did not come to its end');
  await onProgress(progress);
  return outcome;
}

function donePage({ trouble, ...progress }: Outcome): Page {
  const { summary, stopped } = say().imported;
  const isWhole = !trouble && progress.remaining === 0;
  return outcomePage(
    say().title,
    isWhole
      ? [alert('success', summary(progress))]
      : [
          alert('warning', stopped),
          ...(trouble ? [paragraph(explain(trouble))] : []),
          paragraph(summary(progress)),
          ...againRow(),
        ],
  );
}

/** How long after its last sign of life an import is reported as unfinished, in milliseconds. */
const givenUpAfter = 10 * 60_000;
const signEvery = givenUpAfter / 2;

/**
 * Runs an import, once per window; undefined for a repeated press. Its result message is scheduled before the work
 * begins, so the requester gets one even if the process is lost.
 */
async function recorded<Result>(
  { id, people }: { id: string; people: number },
  { imports, ledger, clock, log, viewer: { userId } }: By<ImportServices>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await imports.begin(id, userId, people))) return undefined;
  const address = { purpose: `import ${id}`, recipient: { channel: userId } };
  const message = importedMessage(imports);
  async function tellLater(): Promise<void> {
    const due = new Date(clock.now().getTime() + givenUpAfter);
    await ledger.schedule([message.message({ ...address, due }, { id })]);
  }
  await tellLater();
  const onError = (err: unknown) => log.warn({ err }, 'an import from Slack may be given up while it runs');
  const alive = repeat({ clock, every: signEvery, first: signEvery, turn: tellLater, onError });
  try {
    return await work();
  } finally {
    await alive.stop();
    await imports.end(id, userId);
    await ledger.schedule([message.message(address, { id })]);
  }
}

export function importedMessage(imports: Pick<Imports, 'find'>) {
  return defineMessage({
    name: 'people.imported',
    label: () => say().imported.label,
    about: z.object({ id: z.string() }),
    async build({ id }) {
      const stored = await imports.find(id);
      if (!stored) return undefined;
      const { summary, stopped } = say().imported;
      const isWhole = stored.hasEnded && stored.unknown === 0 && stored.remaining === 0;
      const text = isWhole ? summary(stored) : `${stopped} ${summary(stored)}`;
      return { text, blocks: [paragraph(text), ...(isWhole ? [] : againRow())] };
    },
  });
}
