import { type Clock, within } from '../../../../time/clock.ts';
import { dayIn } from '../../../../time/dates.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { NewHireDeps } from '../deps.ts';
import { say } from './messages.ts';

type Who =
  | { kind: 'there'; person: Person }
  | { kind: 'removed' }
  /** The list read here may be older than the person. */
  | { kind: 'unread' }
  | { kind: 'otherService' };

const surelyNewer = 5 * 60_000;

export function whoIs(
  { service, resultId, foundAt }: FoundPerson,
  directory: Pick<Directory, 'asRead'>,
): Who {
  const snapshot = directory.asRead();
  if (!snapshot) return { kind: 'unread' };
  if (snapshot.from !== service) return { kind: 'otherService' };
  const person = snapshot.people.get(resultId);
  if (person) return { kind: 'there', person };
  return { kind: snapshot.readAt >= foundAt.getTime() + surelyNewer ? 'removed' : 'unread' };
}

/** Like `whoIs`, but reads the list again if it may be too old. @param patience in milliseconds */
export async function whoIsNow(
  found: FoundPerson,
  { directory, clock }: { directory: Directory; clock: Clock },
  patience: number,
): Promise<Who> {
  const known = whoIs(found, directory);
  if (known.kind !== 'unread') return known;
  await within(clock, patience, directory.lookAgain());
  return whoIs(found, directory);
}

type LookDeps = Pick<NewHireDeps, 'ledger' | 'directory' | 'settings' | 'clock'>;

/** A person who can be announced now, or the reason against it, in mrkdwn. */
type LookedUp = { person: Person } | { why: string; found?: FoundPerson };

/**
 * Time limit for reading the list again while a window is awaited, in milliseconds: its trigger expires after three
 * seconds.
 */
const patience = 1_000;

export async function lookUp(reference: string, deps: LookDeps): Promise<LookedUp> {
  const { gone, removed, unread, otherService } = say();
  const found = await deps.ledger.elsewhere.find(reference);
  if (!found) return { why: gone };
  if (found.decided?.what === 'announced') return { why: await whyOver(found, deps), found };
  const who = await whoIsNow(found, deps, patience);
  return who.kind === 'there' ? who : { why: { removed, unread, otherService }[who.kind] };
}

export async function whyOver(
  { decided }: FoundPerson,
  { ledger, settings }: Pick<LookDeps, 'ledger' | 'settings'>,
): Promise<string> {
  const { gone, alreadyAnnounced, alreadyDismissed } = say();
  if (!decided) return gone;
  const { what, by, at, requestId } = decided;
  const on = dayIn(settings().timezone, at);
  if (what === 'dismissed') return alreadyDismissed(by, on);
  const request = requestId === null ? undefined : await ledger.find(requestId);
  return alreadyAnnounced(by, on, request && { name: request.context.personName, id: request.id });
}
