import { addDays, dayIn } from '../../../../time/dates.ts';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import { isUncertain } from '../../../ledger/requests/missing.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import { isOutsider, type SlackPerson, SlackUser } from '../../../slack/people/people.ts';
import type { NewHireDeps } from '../deps.ts';
import { type HireRequest, isHire, kind, unreachedCompanions } from '../request.ts';
import { joinedAnnouncements, reachedAnnouncements } from './announcements.ts';

/** Days after the start day on which a hire's joining Slack is still announced. */
const newsFor = 14;
/** Upcoming hires checked per manager or buddy. */
const mostHires = 50;

/** Handles `team_join`: announces a hire who joined Slack, and sends a manager or buddy the notices they missed. */
export function onJoin(deps: NewHireDeps) {
  return async ({ event }: { event: { user: unknown } }): Promise<void> => {
    const person = SlackUser.parse(event.user);
    if (isOutsider(person) && !person.isGuest) return;
    const email = person.email?.toLowerCase();
    if (!email) return;
    const messages = [
      ...(await aboutHire(email, person, deps)),
      ...(await forCompanion(email, person, deps)),
    ];
    for (const message of messages) await deps.ledger.enqueue(message);
  };
}

async function aboutHire(email: string, { id }: SlackPerson, { ledger, settings, clock }: NewHireDeps) {
  const request = await ledger.newestDone(kind, email);
  if (!request || !stands(request)) return [];
  // Without a start day, count from the day of the request.
  const from = request.day ?? request.createdAt.slice(0, 10);
  const isNews = dayIn(settings().timezone, clock.now()) <= addDays(from, newsFor);
  return isNews ? joinedAnnouncements(request, id) : [];
}

/** Only for hires from today on: after the start day the notice is useless. */
async function forCompanion(
  email: string,
  { id: userId }: SlackPerson,
  { ledger, directory, settings, clock }: NewHireDeps,
): Promise<NewMessage[]> {
  const employee = await employeeOf(email, directory);
  if (employee === undefined) return [];
  const today = dayIn(settings().timezone, clock.now());
  const own = { userId, known: [{ employee }] };
  const place = { day: today, id: '' };
  const { requests } = await ledger.timeline({ place, towards: 'later', limit: mostHires, own });
  return requests.filter(stands).flatMap((request) =>
    unreachedCompanions(request)
      .filter((one) => one.employee === employee && one.why === 'notInSlack')
      .flatMap(({ as }) => reachedAnnouncements(request, as, settings())),
  );
}

/**
 * A person missing from the snapshot may be new, so ask the service. Undefined if it doesn't know them or can't be
 * reached.
 */
async function employeeOf(
  email: string,
  directory: Pick<Directory, 'current' | 'lookUp'>,
): Promise<number | undefined> {
  const known = directory.current()?.peopleByEmail.get(email)?.id;
  if (known !== undefined) return known;
  return directory.lookUp(email).then(
    ({ person }) => person?.id,
    () => undefined,
  );
}

function stands(request: Request): request is HireRequest {
  return isHire(request) && request.state === 'done' && request.calledOffAt === null && !isUncertain(request);
}
