import { hash } from 'node:crypto';
import { parsedJson } from '../../../../json.ts';
import { type Repeating, repeat } from '../../../../time/clock.ts';
import { type Day, dayIn } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { StarterEvent } from '../../../storage/starter-events.ts';
import type { StarterSource } from '../../../storage/starter-sources.ts';
import { type HireRequest, isHire, kind } from '../request.ts';
import { movedMessage, movedName, tooManyMessage } from './announcements.ts';
import { isLongStarted, proposalOf, type Starter, startersIn } from './reading.ts';

type Deps = Pick<Bot, 'starterSources' | 'ledger' | 'directory' | 'settings' | 'clock' | 'log'>;

/** Interval of looking for events that another process stored, in milliseconds. */
const every = 15_000;

/** Longest wait for the list of employees after a start, in milliseconds. */
const patience = 10 * 60_000;

/** Turns stored events into proposals, one after the other. */
export function takeStarters(deps: Deps): Repeating {
  const { starterSources, directory, clock, log } = deps;
  const patientUntil = clock.now().getTime() + patience;
  const onError = (err: unknown) => log.error({ err }, 'events about starters cannot be read');
  async function turn(stopping: AbortSignal): Promise<void> {
    // Employees aren't proposed, so their list comes first.
    if (!directory.current() && clock.now().getTime() < patientUntil) return;
    while (!stopping.aborted && (await starterSources.takeNext((event) => takeIn(event, deps), onError)));
  }
  const turns = repeat({ clock, every, turn, onError });
  starterSources.onReceived(turns.wake);
  return turns;
}

/** Most new people of one event: more are likely to be everybody, by a wrong mapping. */
const mostNew = 100;

async function takeIn({ source: id, body }: StarterEvent, deps: Deps): Promise<void> {
  const { starterSources, ledger, settings, clock, log } = deps;
  const source = await starterSources.find(id);
  if (!source || body === undefined) return;
  const count = { new: 0, changed: 0, same: 0, taken: 0, over: 0 };
  const others: Starter[] = [];
  for (const starter of startersIn(parsedJson(body), source.mapping, settings().timezone)) {
    const became = await propose(starter, source, deps, true);
    count[became] += 1;
    if (became === 'over' && (await knownAs(starter, deps)) === undefined) others.push(starter);
  }
  const isTooMany = others.length > mostNew;
  if (isTooMany) {
    const purpose = `starters:${id}:${dayIn(settings().timezone, clock.now())}`;
    const about = { count: others.length, source: source.name };
    await ledger.enqueue(tooManyMessage.message({ purpose, recipient: { hr: true } }, about));
  } else for (const starter of others) count[await propose(starter, source, deps, false)] += 1;
  log.info({ source: id, count, isTooMany }, 'an event about starters was read');
}

async function propose(starter: Starter, source: StarterSource, deps: Deps, onlyKnown: boolean) {
  const proposal = { ...proposalOf(starter, source), kind, onlyKnown };
  const proposed = await deps.ledger.propose({
    ...proposal,
    source: `starter ${source.id}`,
    // Kept after the details are deleted, and may be an address.
    key: hash('sha256', starter.key, 'base64url'),
  });
  if (proposed.kind === 'taken' && isHire(proposed.request))
    await offerDay(proposed.request, starter.day, source.name, deps);
  return proposed.kind;
}

/** Why somebody new isn't asked about. */
export async function knownAs(
  { said: { email = '' }, day }: Starter,
  { directory, ledger, settings, clock }: Pick<Deps, 'directory' | 'ledger' | 'settings' | 'clock'>,
): Promise<'employee' | 'started' | undefined> {
  const address = email.toLowerCase();
  const today = dayIn(settings().timezone, clock.now());
  if (isLongStarted(day, today)) return 'started';
  if (address === '') return undefined;
  if (directory.current()?.peopleByEmail.has(address)) return 'employee';
  const done = await ledger.newestDone(kind, address);
  const isAhead = done && done.calledOffAt === null && !isLongStarted(done.day ?? undefined, today);
  return isAhead ? 'employee' : undefined;
}

/** Offers HR to move the start of somebody who was taken, once for each day. */
async function offerDay(taken: HireRequest, day: Day | undefined, source: string, { ledger }: Deps) {
  const current = taken.state === 'rejected' ? await ledger.newestDone(kind, taken.subject) : taken;
  if (day === undefined || !current || !isHire(current)) return;
  const told = await ledger.toldOf(current.id);
  const offered = told.filter(({ name }) => name === movedName).map(({ purpose }) => dayInPurpose(purpose));
  const last = offered.at(-1) ?? taken.context.starter?.day;
  if (day === last) return;
  const address = {
    requestId: current.id,
    purpose: `${purposeStart}${day}`,
    recipient: { hr: true } as const,
  };
  await ledger.enqueue(movedMessage.message(address, { day, source }));
}

const purposeStart = 'starter moved:';

function dayInPurpose(purpose: string): Day {
  return purpose.slice(purposeStart.length, purposeStart.length + 'YYYY-MM-DD'.length);
}
