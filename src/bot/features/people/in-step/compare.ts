import { createHash } from 'node:crypto';
import { type ImportedPerson, mostPeople } from '../../../../contract/additions/people.ts';
import type { SlackPerson } from '../../../slack/people/people.ts';
import type { RememberedMember } from '../../../storage/people/slack-people.ts';
import { zonesOf } from '../../../zones.ts';
import { type Candidate, createCandidates, outsideBecause, type PeopleDeps } from '../candidates.ts';
import { planFor } from '../import/run.ts';

export interface Seen {
  member: SlackPerson;
  hasJoined: boolean;
}

/** A person to send to the service, and the record to store afterwards. */
interface News {
  person: ImportedPerson;
  after: RememberedMember;
}

interface Comparison {
  toAdd: News[];
  toChange: News[];
  /** Members recorded without being sent to the service now. */
  toRemember: RememberedMember[];
  /** Slack ids of people who are no longer members without being deactivated, e.g. guests now. */
  toForget: string[];
  /** Two changes within one second: Slack's timestamp can't order them. */
  isDoubtful: boolean;
}

interface Comparing {
  remembered: ReadonlyMap<string, RememberedMember>;
  candidateOf(member: SlackPerson): Candidate;
  teamId: string;
  /**
   * `baseline`: records present members without adding them. `beforeBaseline`: acts only on people who joined, since
   * earlier members aren't recorded yet.
   */
  mode: 'baseline' | 'beforeBaseline' | 'usual';
}

function compare(seen: readonly Seen[], comparing: Comparing): Comparison {
  const found: Comparison = { toAdd: [], toChange: [], toRemember: [], toForget: [], isDoubtful: false };
  for (const one of seen) compareOne(one, comparing, found);
  return found;
}

function compareOne({ member, hasJoined }: Seen, comparing: Comparing, found: Comparison): void {
  const { remembered, candidateOf, teamId, mode } = comparing;
  const before = remembered.get(member.id);
  // Ignore an older event that arrived late.
  if (before && member.updated < before.updated) return;
  const outside = outsideBecause(member, teamId);
  if (outside) {
    isOutside(member, outside === 'deactivated', before, found);
    return;
  }
  const candidate = candidateOf(member);
  const digest = digestOf(candidate);
  const now = { userId: member.id, email: member.email, digest, updated: member.updated };
  if (before?.state === 'known' && before.digest === digest && mode !== 'baseline') return;
  if (mode === 'baseline' && before?.state !== 'joined')
    return void found.toRemember.push({ ...now, state: 'known' });
  if (before?.state === 'known') {
    found.isDoubtful ||= member.updated > 0 && member.updated === before.updated;
    const after = { ...now, state: 'known', email: before.email } as const;
    if ('person' in candidate) found.toChange.push({ person: candidate.person, after });
    return;
  }
  if (!before && mode === 'beforeBaseline' && !hasJoined) return;
  if ('person' in candidate)
    found.toAdd.push({ person: candidate.person, after: { ...now, state: 'known' } });
  if (before?.state !== 'joined') found.toRemember.push({ ...now, digest: '', state: 'joined' });
}

/**
 * Deactivated guests aren't reported: they aren't recorded, and Slack doesn't say that a deactivated user was a
 * guest.
 */
function isOutside(
  { id: userId, updated }: SlackPerson,
  isDeactivated: boolean,
  before: RememberedMember | undefined,
  { toRemember, toForget }: Comparison,
): void {
  if (!before || before.state === 'gone') return;
  if (isDeactivated) toRemember.push({ ...before, state: 'gone', updated });
  else toForget.push(userId);
}

function digestOf(candidate: Candidate): string {
  if ('leftOut' in candidate) return '';
  const { first_name, last_name, position, timezone } = candidate.person;
  const said = JSON.stringify([first_name, last_name, position ?? null, timezone ?? null]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}

interface TakenIn {
  isNew: boolean;
  /** Whether an older state may have overwritten a newer one; only Slack can tell. */
  isDoubtful: boolean;
}

/**
 * Applies Slack's changes to the service. Records are stored after the service has answered, so that failures
 * are retried. `since`: when the switch was turned on.
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
