import type { ImportedPerson } from '../../../../contract/additions/people.ts';
import type { SlackPerson } from '../../../slack/people/people.ts';
import type { RememberedMember } from '../../../storage/people/slack-people.ts';
import { type Candidate, outsideBecause } from '../candidates.ts';
import { digestOf } from './digest.ts';

export interface Seen {
  member: SlackPerson;
  /** Seen in a `team_join` event. */
  hasJoined: boolean;
}

/** A person to send to the service, and the record to store afterwards. */
interface News {
  person: ImportedPerson;
  after: RememberedMember;
}

export interface Comparison {
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

/** Compares Slack's members with the recorded ones. */
export function compare(seen: readonly Seen[], comparing: Comparing): Comparison {
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
