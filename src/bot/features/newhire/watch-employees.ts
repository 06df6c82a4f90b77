import { isEmailAddress, maxLength } from '../../../contract/new-hire.ts';
import { type Repeating, repeat } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import type { Listed } from '../../ledger/requests/compare-list.ts';
import { namesOf, type Person } from '../../onboarding/directory/person.ts';
import { ageOf, type Snapshot } from '../../onboarding/directory/snapshot.ts';
import { printable } from '../../slack/views/blocks.ts';
import { compareWords } from './elsewhere/proposals.ts';
import { type HireContext, type HirePayload, kind, personName } from './request.ts';

/** Pause between two looks, and until the list was read for the first time, in milliseconds. */
const [every, untilRead] = [60_000, 1_000];

/** Age from which the list isn't compared with the starts, in milliseconds. */
const oldest = 15 * 60_000;

/** Looks at the service's list again and again. @param look gets the list, and the service it is from */
function watch(
  { directory, clock }: Pick<Bot, 'directory' | 'clock'>,
  look: (list: Snapshot, service: string) => Promise<void>,
  onError: (err: unknown) => void,
): Repeating {
  const pause = () => (directory.asRead() ? every : untilRead);
  async function turn(): Promise<void> {
    const list = directory.asRead();
    if (list?.from !== undefined) await look(list, list.from);
  }
  return repeat({ clock, every: pause, turn, onError });
}

/** Finds people who are to start and disappeared from the service, or are back. */
export function watchStarts(deps: Pick<Bot, 'ledger' | 'directory' | 'clock' | 'log'>): Repeating {
  const { ledger, clock, log } = deps;
  async function look(list: Snapshot, service: string): Promise<void> {
    if (ageOf(list, clock.now().getTime()) > oldest) return;
    const tellsAddresses = list.newerThan(0).some(({ email }) => email !== '');
    const count = await ledger.compareStarts({
      service,
      readAt: list.readAt,
      count: list.people.size,
      has: ({ id, email }) =>
        (id === null ? !tellsAddresses : list.people.has(id)) || list.peopleByEmail.has(email),
    });
    if (count > 0) log.info({ count }, 'people who are to start disappeared from the service, or are back');
  }
  return watch(deps, look, (err) => log.error({ err }, 'starts cannot be compared with the employees'));
}

/** Proposes people who were added to the service without a request. */
export function watchList(deps: Bot): Repeating {
  const { ledger, settings, log } = deps;
  async function look(list: Snapshot, service: string): Promise<void> {
    const words = settings().reminders.addedElsewhere ? compareWords : undefined;
    const newerThan = (id: number) => list.newerThan(id).filter(hasUsualId).map(asListed);
    const count = await ledger.compareList({ kind, service, highest: highestIn(list), newerThan }, words);
    if (count > 0) log.info({ count }, 'people were added to the service by others');
  }
  return watch(deps, look, (err) => log.error({ err }, 'the employees cannot be compared'));
}

/** Largest id a database column holds. Real ids count up from 1, so larger ones are ignored. */
const highestId = 2 ** 31 - 1;

function highestIn(snapshot: Snapshot): number {
  if (snapshot.highestId <= highestId) return snapshot.highestId;
  const usual = snapshot.newerThan(0).filter(hasUsualId);
  return usual.reduce((highest, { id }) => Math.max(highest, id), 0);
}

function hasUsualId({ id }: Person): boolean {
  return id <= highestId;
}

/** Proposed are new hires with a full name and a valid address. */
function asListed(person: Person): Listed {
  const { id, email, role } = person;
  const names = namesOf(person);
  const isWanted = (role ?? 0) === 0 && isEmailAddress(email) && names !== undefined;
  return { id, subject: email, proposal: isWanted ? proposalOf(names, email) : undefined };
}

/** Names are cut to the form's limits, since others may have entered any text. */
function proposalOf({ first, last }: { first: string; last: string }, email: string) {
  const cut = (name: string, most: number) => printable(name).trim().slice(0, most);
  const [first_name, last_name] = [cut(first, maxLength.first_name), cut(last, maxLength.last_name)];
  const payload: HirePayload = { first_name, last_name, email, role: 0 };
  const context: HireContext = {
    personName: personName(first_name, last_name),
    sequenceNames: [],
    viewId: '',
    addedElsewhere: true,
  };
  return { payload, context };
}
