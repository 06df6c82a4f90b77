import {
  type ImportedPerson,
  mostPeople,
  type PeopleImported,
} from '../../../../contract/additions/people.ts';
import { OnboardingFailure, Refused } from '../../../onboarding/client/errors.ts';
import { namesOf } from '../../../onboarding/directory/person.ts';
import { isServiceTrouble } from '../../../onboarding/outage.ts';
import type { Progress } from '../../../storage/people/imports.ts';
import type { PeopleDeps } from '../candidates.ts';

export interface Outcome extends Progress {
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
export async function runImport(
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

export interface Plan {
  toAdd: ImportedPerson[];
  toChange: Change[];
  unchanged: number;
  refused: ImportedPerson[];
}

export function countOf({ toAdd, toChange }: Pick<Plan, 'toAdd' | 'toChange'>): number {
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
