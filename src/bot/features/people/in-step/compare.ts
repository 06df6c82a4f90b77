import type { ImportedPerson } from '../../../../contract/additions/people.ts';
import type { SlackPerson } from '../../../slack/people/people.ts';
import type { RememberedMember } from '../../../storage/people/slack-people.ts';
import { type Candidate, outsideBecause } from '../candidates.ts';
import { digestOf } from './digest.ts';

/** Who is looked at in Slack, and why. */
export interface Seen {
  member: SlackPerson;
  /** Slack said that they have just come. */
  hasJoined: boolean;
}

/** Somebody whom the service may have to hear of, and how they are remembered then. */
interface News {
  person: ImportedPerson;
  after: RememberedMember;
}

/** What follows from what Slack says. */
export interface Comparison {
  toAdd: News[];
  toChange: News[];
  /** Of whom the service hears nothing now. */
  toRemember: RememberedMember[];
  /** The Slack ids of those who are members no more, and whose account goes on. */
  toForget: string[];
  /** Whether somebody changed twice in a second: which of the two was later Slack's number does not tell. */
  isDoubtful: boolean;
}

interface Comparing {
  remembered: ReadonlyMap<string, RememberedMember>;
  candidateOf(member: SlackPerson): Candidate;
  teamId: string;
  /**
   * `baseline`: whoever is there now is left alone from then on; `beforeBaseline`: only of those who come anything
   * follows, since nobody knows who was there.
   */
  mode: 'baseline' | 'beforeBaseline' | 'usual';
}

/** Compares what Slack says with what is remembered of it. */
export function compare(seen: readonly Seen[], comparing: Comparing): Comparison {
  const found: Comparison = { toAdd: [], toChange: [], toRemember: [], toForget: [], isDoubtful: false };
  for (const one of seen) compareOne(one, comparing, found);
  return found;
}

function compareOne({ member, hasJoined }: Seen, comparing: Comparing, found: Comparison): void {
  const { remembered, candidateOf, teamId, mode } = comparing;
  const before = remembered.get(member.id);
  // An older event that came late.
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

/** Of a guest nobody has to hear when they are deactivated: Slack does not say of those what they were. */
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
