import { isEmailAddress } from '../../../../contract/email.ts';
import type { Log } from '../../../../log.ts';
import type { Clock } from '../../../../time/clock.ts';
import { repeat } from '../../../../time/repeat.ts';
import type { AskedAbout } from '../../../ledger/elsewhere/compare.ts';
import type { Listed } from '../../../ledger/elsewhere/reading.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import { namesOf, type Person } from '../../../onboarding/directory/person.ts';
import type { Snapshot } from '../../../onboarding/directory/snapshot.ts';
import { kind } from '../request.ts';

interface WatchDeps {
  ledger: { elsewhere: Pick<Ledger['elsewhere'], 'compare'> };
  directory: Pick<Directory, 'asRead'>;
  clock: Clock;
  log: Log;
}

/**
 * Time between comparisons, in milliseconds: the list is read every five minutes, and compared more often until its
 * first read.
 */
const every = 60_000;
const untilRead = 1_000;

/** Largest id a database column holds. Real ids count up from 1, so larger ones are ignored. */
const highestId = 2 ** 31 - 1;

/** Compares the service's list again and again, to find people added without a request. */
export function watchList(
  { ledger, directory, clock, log }: WatchDeps,
  telling: () => AskedAbout | undefined,
) {
  async function turn(): Promise<void> {
    const snapshot = directory.asRead();
    if (snapshot?.from === undefined) return;
    const count = await ledger.elsewhere.compare(readingOf(snapshot, snapshot.from), telling());
    if (count > 0) log.info({ count }, 'people were added to the service by others');
  }

  const onError = (err: unknown) => log.error({ err }, 'the employees cannot be compared');
  const pause = () => (directory.asRead() ? every : untilRead);
  return repeat({ clock, every: pause, turn, onError });
}

function readingOf(snapshot: Snapshot, service: string) {
  const above = (id: number) => snapshot.newerThan(id).filter(hasUsualId);
  return {
    kind,
    service,
    highest: highestIn(snapshot),
    people: (id: number, among: readonly number[]): Listed[] =>
      [...above(id), ...among.flatMap((one) => snapshot.people.get(one) ?? [])].map(asListed),
  };
}

function highestIn(snapshot: Snapshot): number {
  if (snapshot.highestId <= highestId) return snapshot.highestId;
  const usual = snapshot.newerThan(0).filter(hasUsualId);
  return usual.reduce((highest, { id }) => Math.max(highest, id), 0);
}

function hasUsualId({ id }: Person): boolean {
  return id <= highestId;
}

/** Wanted are new hires with a full name and a valid address. */
function asListed(person: Person): Listed {
  const { id, email, role } = person;
  const isWanted = (role ?? 0) === 0 && isEmailAddress(email) && namesOf(person) !== undefined;
  return { id, subject: email, isWanted };
}
