import { type Clock, within } from '../../../../time/clock.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import type { Person } from '../../../onboarding/directory/person.ts';

/** Who somebody is by now, as the service's list has it. */
export type Who =
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
