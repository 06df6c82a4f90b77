import type { Language } from '../../../../language.ts';
import { type Clock, within } from '../../../../time/clock.ts';
import { dayIn } from '../../../../time/dates.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { NewHireDeps } from '../deps.ts';
import { words } from '../words.ts';

/** Who somebody is by now, as the service's list has it. */
type Who =
  | { kind: 'there'; person: Person }
  /** They were removed. */
  | { kind: 'removed' }
  /** The list that is known here may be older than they are. */
  | { kind: 'unread' }
  /** Another service is connected. */
  | { kind: 'otherService' };

/** Another process found them, by another clock, in a list that took its time: from then on it has them, or they are gone. */
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

/** The same, after another reading where this process may not have seen them yet. @param patience in milliseconds */
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

/** Somebody who can be announced now; or why not, in mrkdwn. */
type LookedUp = { person: Person } | { why: string; found?: FoundPerson };

/** How long the list is read again for while somebody waits for a window, in milliseconds: their trigger lives three seconds. */
const patience = 1_000;

/** Looks anew, each time: what a message or a window says may be old. */
export async function lookUp(reference: string, deps: LookDeps, language: Language): Promise<LookedUp> {
  const { gone, removed, unread, otherService } = words[language].elsewhere;
  const found = await deps.ledger.elsewhere.find(reference);
  if (!found) return { why: gone };
  if (found.decided?.what === 'announced') return { why: await whyOver(found, deps, language), found };
  const who = await whoIsNow(found, deps, patience);
  return who.kind === 'there' ? who : { why: { removed, unread, otherService }[who.kind] };
}

/** Who decided what before; in mrkdwn. */
export async function whyOver(
  { decided }: FoundPerson,
  { ledger, settings }: Pick<LookDeps, 'ledger' | 'settings'>,
  language: Language,
): Promise<string> {
  const { gone, alreadyAnnounced, alreadyDismissed } = words[language].elsewhere;
  if (!decided) return gone;
  const { what, by, at, requestId } = decided;
  const on = dayIn(settings().timezone, at);
  if (what === 'dismissed') return alreadyDismissed(by, on);
  const request = requestId === null ? undefined : await ledger.find(requestId);
  return alreadyAnnounced(by, on, request && { name: request.context.personName, id: request.id });
}
