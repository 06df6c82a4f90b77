import { mostPeople } from '../../../../contract/additions/people.ts';
import { zonesOf } from '../../../zones.ts';
import { createCandidates } from '../candidates.ts';
import type { PeopleDeps } from '../deps.ts';
import { planFor } from '../import/plan.ts';
import { type Comparison, compare, type Seen } from './compare.ts';

interface TakenIn {
  /** Whether the service was changed. */
  isNew: boolean;
  /** Whether an older state may have overwritten a newer one; only Slack can tell. */
  isDoubtful: boolean;
}

/**
 * Applies Slack's changes to the service: adds new members, and updates changed ones who are in it. Records are
 * stored after the service has answered, so that failures are retried.
 * @param since when the switch was turned on
 * @throws an OnboardingFailure, NotConnected or a database error
 */
export async function takeIn(
  seen: readonly Seen[],
  { since, isBaseline }: { since: string; isBaseline: boolean },
  deps: PeopleDeps,
): Promise<TakenIn> {
  const { slackPeople: store, identity, directory } = deps;
  const teamId = identity()?.teamId ?? '';
  const remembered = await store.find(
    since,
    seen.map(({ member }) => member.id),
  );
  const usual = (await store.hasBaseline(since)) ? 'usual' : 'beforeBaseline';
  const candidateOf = createCandidates(teamId, zonesOf(directory.current()));
  const mode = isBaseline ? 'baseline' : usual;
  const found = compare(seen, { remembered, candidateOf, teamId, mode });
  await store.put(since, found.toRemember);
  await store.remove(found.toForget);
  return { isNew: await tellService(found, since, deps), isDoubtful: found.isDoubtful };
}

async function tellService(
  { toAdd, toChange }: Comparison,
  since: string,
  deps: PeopleDeps,
): Promise<boolean> {
  const all = [...toAdd, ...toChange];
  if (all.length === 0) return false;
  const { slackPeople: store, additions } = deps;
  const plan = await planFor(
    all.map(({ person }) => person),
    deps,
  );
  const toBeAdded = new Set(toAdd.map(({ person }) => person.email));
  const inService = plan.toChange.map(({ person }) => person);
  // Earlier members missing from the service were left out or removed on purpose. Don't add them.
  const people = [...plan.toAdd.filter(({ email }) => toBeAdded.has(email)), ...inService];
  for (let from = 0; from < people.length; from += mostPeople)
    await additions.importPeople(people.slice(from, from + mostPeople), { dryRun: false });
  const refused = new Set(plan.refused.map(({ email }) => email));
  const done = all.filter(({ person }) => !refused.has(person.email) || !toBeAdded.has(person.email));
  await store.put(
    since,
    done.map(({ after }) => after),
  );
  return people.length > 0;
}
